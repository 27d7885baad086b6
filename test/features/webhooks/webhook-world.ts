// What tests of webhooks share: a real database, real receivers, the real worker, and a clock that can be moved forward.
import { randomBytes, randomUUID } from 'node:crypto';
import { after, beforeEach } from 'node:test';
import { notificationFormat as notificationFormatV1 } from '../../../src/api/v1/notification-format.ts';
import { notificationFormat } from '../../../src/api/v2/notification-format.ts';
import type { Caller, Ctx, Environment } from '../../../src/context.ts';
import { createAccount } from '../../../src/features/accounts/account-actions.ts';
import { storeEvents } from '../../../src/features/events/event-actions.ts';
import type { EventName } from '../../../src/features/events/event-types.ts';
import { type DeliveryWorkerOptions, startDeliveryWorker } from '../../../src/features/webhooks/delivery-worker.ts';
import type { WebhookArguments } from '../../../src/features/webhooks/webhook.ts';
import { type Registered, registerWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { createAccountKeys } from '../../../src/platform/encryption/account-keys.ts';
import { parseMasterKeys } from '../../../src/platform/encryption/master-keys.ts';
import { createLog } from '../../../src/platform/log.ts';
import { parseAllowList } from '../../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing } from '../../../src/platform/outgoing-http/outgoing.ts';
import { testDatabase } from '../../support/database.ts';
import { type ReceiverOptions, startWebhookReceiver } from '../../support/webhook-receiver.ts';

const base = 'https://probity.example';

export interface DeliveryState {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
  readonly leased: boolean;
}

export interface AttemptState {
  readonly number: number;
  readonly status: number | null;
  readonly reason: string | null;
}

export async function webhookWorld() {
  const { database, connection } = await testDatabase(10);
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const authority = await startWebhookReceiver();
  await authority.close();
  const outgoing = createOutgoing({
    allow: parseAllowList('127.0.0.0/8:*').entries!,
    ourPorts: [],
    ca: authority.ca,
    resolver: { servers: ['127.0.0.1:1'], limitMs: 200, hostsFile: '/nowhere' },
  });
  const masterKeys = parseMasterKeys(randomBytes(32).toString('base64'));
  const ctx = {
    db: database,
    now,
    newId: randomUUID,
    log: createLog('silent'),
    keys: createAccountKeys({ db: database, masterKeys, now }),
    outgoing,
  } as unknown as Ctx;
  // A new one for each test: an event goes to every webhook of its account.
  let accountId = '';
  beforeEach(async () => {
    accountId = (await createAccount(ctx, 'system', { name: 'Receivers' })).id;
  });
  const callerOf = (environment: Environment, account = accountId): Caller => ({
    accountId: account,
    environment,
    actor: 'system',
    clockOffsetSeconds: 0,
  });
  const stops: (() => Promise<unknown>)[] = [];
  after(async () => {
    for (const stop of stops.toReversed()) await stop();
    outgoing.close();
  });

  return {
    ctx,
    database,
    connection,
    callerOf,
    /** As if that much time had gone by: the signatures' clock is ours, that of deliveries is the database's. */
    async passTime(ms: number): Promise<void> {
      ahead += ms;
      await database.run(sql`
        with passed as (select make_interval(secs => ${ms / 1000}::double precision) as time)
        update webhook_deliveries set created_at = created_at - time, due_at = due_at - time,
          leased_until = leased_until - time, first_attempt_at = first_attempt_at - time
        from passed`);
    },
    async receiver(options?: ReceiverOptions) {
      const receiver = await startWebhookReceiver(options);
      stops.push(() => receiver.close());
      return receiver;
    },
    register(url: string, given: WebhookArguments = {}, caller = callerOf('live')): Promise<Registered> {
      return registerWebhook(ctx, caller, { url, ...given });
    },
    /** Returns the id of the check that the event is about. */
    async event(type: EventName = 'check.completed', caller = callerOf('live')): Promise<string> {
      const checkId = randomUUID();
      const applicantId = randomUUID();
      await storeEvents(ctx, caller, [{ type, resourceId: checkId, status: 'complete', applicantId, checkId }]);
      return checkId;
    },
    startWorker(options: Partial<DeliveryWorkerOptions> = {}, given: Partial<Ctx> = {}) {
      const formats = { v1: notificationFormatV1(base), v2: notificationFormat(base) };
      const worker = startDeliveryWorker({ ...ctx, ...given }, { formats, connection, pollMs: 50, ...options });
      stops.push(() => worker.stop());
      return worker;
    },
    deliveries(webhookId: string): Promise<DeliveryState[]> {
      return database.rows<DeliveryState>(sql`
        select id, status, attempts, leased_by is not null as leased from webhook_deliveries
        where webhook_id = ${webhookId} order by created_at, id`);
    },
    attempts(deliveryId: string): Promise<AttemptState[]> {
      return database.rows<AttemptState>(sql`
        select number, status, reason from webhook_attempts
        where delivery_id = ${deliveryId} order by number`);
    },
  };
}

/** Asks again until it holds. */
export async function eventually<T>(look: () => Promise<T>, holds: (found: T) => boolean, withinMs = 5000): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    if (performance.now() > until) throw new Error(`still ${JSON.stringify(found)} after ${withinMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
