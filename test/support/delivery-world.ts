// The set-up of delivery tests and proofs: a real database, the shipped worker and outgoing HTTP, and a clock that can
// be moved forward.
import { randomBytes, randomUUID } from 'node:crypto';
import { notificationFormat as notificationFormatV1 } from '../../src/api/v1/notification-format.ts';
import { notificationFormat } from '../../src/api/v2/notification-format.ts';
import type { Caller, Ctx, Environment } from '../../src/context.ts';
import { createAccount } from '../../src/features/accounts/account-actions.ts';
import { storeEvents } from '../../src/features/events/event-actions.ts';
import type { EventName } from '../../src/features/events/event-types.ts';
import { type DeliveryWorkerOptions, startDeliveryWorker } from '../../src/features/webhooks/delivery-worker.ts';
import type { WebhookArguments } from '../../src/features/webhooks/webhook.ts';
import { type Registered, registerWebhook } from '../../src/features/webhooks/webhook-actions.ts';
import { createAlarms } from '../../src/platform/alarms.ts';
import { sql } from '../../src/platform/db/database.ts';
import { createAccountKeys } from '../../src/platform/encryption/account-keys.ts';
import { parseMasterKeys } from '../../src/platform/encryption/master-keys.ts';
import { createLog } from '../../src/platform/log.ts';
import { parseAllowList } from '../../src/platform/outgoing-http/allow-list.ts';
import { createOutgoing, type Outgoing, type OutgoingOptions } from '../../src/platform/outgoing-http/outgoing.ts';
import type { Planting } from '../proofs/planted-faults/planting.ts';
import { openTestDatabase } from './database.ts';
import { testIntegrity } from './integrity.ts';
import { receiverCertificate } from './receiver-certificates.ts';

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

export interface DeliveryWorldOptions {
  /** Overrides of the defaults: loopback is allowed, the receivers' authority is trusted, no name resolves. */
  readonly outgoing?: Partial<OutgoingOptions>;
  /** Replaces the shipped outgoing HTTP. */
  readonly wayOut?: (outgoing: Outgoing) => Outgoing;
  readonly planted?: Planting | undefined;
}

const base = 'https://probity.example';

/** The caller must close it. */
export async function openDeliveryWorld({
  outgoing: given = {},
  wayOut = (out) => out,
  planted = {},
}: DeliveryWorldOptions = {}) {
  const { database, connection, drop } = await openTestDatabase(10);
  let ahead = 0;
  const now = () => new Date(Date.now() + ahead);
  const outgoing = createOutgoing({
    allow: parseAllowList('127.0.0.0/8:*').entries!,
    ourPorts: [],
    ca: (await receiverCertificate('good', ['127.0.0.1'])).ca,
    resolver: { servers: ['127.0.0.1:1'], limitMs: 200, hostsFile: '/nowhere' },
    ...given,
  });
  const masterKeys = parseMasterKeys(randomBytes(32).toString('base64'));
  const ctx = {
    db: database,
    now,
    newId: randomUUID,
    log: createLog('silent'),
    keys: createAccountKeys({ db: database, masterKeys, now }),
    integrity: testIntegrity,
    alarms: createAlarms(createLog('silent')),
    outgoing: wayOut(planted.outgoing?.(outgoing) ?? outgoing),
  } as unknown as Ctx;
  const stops: (() => Promise<unknown>)[] = [];
  async function storeEventsOf(checkIds: readonly string[], caller: Caller, type: EventName = 'check.completed') {
    const applicantId = randomUUID();
    await storeEvents(
      ctx,
      caller,
      checkIds.map((checkId) => ({ type, resourceId: checkId, status: 'complete', applicantId, checkId })),
    );
  }

  return {
    ctx,
    database,
    connection,
    async newAccount(): Promise<string> {
      return (await createAccount(ctx, 'system', { name: 'Receivers' })).id;
    },
    callerOf: (accountId: string, environment: Environment = 'live'): Caller => ({
      accountId,
      environment,
      actor: 'system',
      clockOffsetSeconds: 0,
    }),
    /** Moves the time forward: the clock of signatures in this process, and that of deliveries in the rows. */
    async passTime(ms: number): Promise<void> {
      ahead += ms;
      await database.run(sql`
        with passed as (select make_interval(secs => ${ms / 1000}::double precision) as time), health as (
          update webhook_health set open_until = open_until - time, next_slot_at = next_slot_at - time from passed
        )
        update webhook_deliveries set created_at = created_at - time, due_at = due_at - time,
          leased_until = leased_until - time, first_attempt_at = first_attempt_at - time
        from passed`);
    },
    register(url: string, given: WebhookArguments, caller: Caller): Promise<Registered> {
      return registerWebhook(ctx, caller, { url, ...given });
    },
    /** Returns the ids of the events' checks. */
    async events(count: number, caller: Caller, type?: EventName): Promise<string[]> {
      const ids = Array.from({ length: count }, () => randomUUID());
      await storeEventsOf(ids, caller, type);
      return ids;
    },
    /** Stores one event of each of these checks. */
    storeEventsOf,
    startWorker(options: Partial<DeliveryWorkerOptions> = {}, other: Partial<Ctx> = {}) {
      const formats = { v1: notificationFormatV1(base), v2: notificationFormat(base) };
      const worker = startDeliveryWorker(
        { ...ctx, ...other },
        {
          ...{ formats, connection, pollMs: 50, steps: planted.deliverySteps },
          ...options,
        },
      );
      stops.push(() => worker.stop());
      return worker;
    },
    /** Registers workers as alive, so that their claims are accepted. */
    async knowWorkers(...workers: readonly string[]): Promise<void> {
      await database.run(sql`
        insert into delivery_workers (id) select * from unnest(${workers}::text[]) on conflict do nothing`);
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
    /** Registers something to stop at the end, before everything that was registered earlier. */
    onClose(stop: () => Promise<unknown>): void {
      stops.push(stop);
    },
    async close(): Promise<void> {
      for (const stop of stops.toReversed()) await stop();
      outgoing.close();
      await drop();
    },
  };
}

export type DeliveryWorld = Awaited<ReturnType<typeof openDeliveryWorld>>;
