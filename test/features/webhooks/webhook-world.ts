// The deliveries of one test file, with a new account for each test: an event goes to every webhook of its account.
import { after, beforeEach } from 'node:test';
import type { Caller, Environment } from '../../../src/context.ts';
import type { EventName } from '../../../src/features/events/event-types.ts';
import type { ClaimedDelivery } from '../../../src/features/webhooks/delivery-claim-store.ts';
import type { WebhookArguments } from '../../../src/features/webhooks/webhook.ts';
import { type DeliveryWorld, openDeliveryWorld } from '../../support/delivery-world.ts';
import { eventually } from '../../support/limited-loops.ts';
import { findWaiting } from '../../support/stuck-deliveries.ts';
import { type ReceiverOptions, startWebhookReceiver } from '../../support/webhook-receiver.ts';

export { eventually };

/** What a worker records after a first attempt with this answer. */
export function recordOf({ accountId, id, createdAt }: ClaimedDelivery, status = 200) {
  const times = { startedAt: new Date(), dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 5 };
  const attempt = { ...times, status, reason: status < 300 ? null : 'not_acknowledged', answer: null };
  return { accountId, id, createdAt, status: 'delivered', dueAt: null, reason: null, number: 1, attempt } as const;
}

/** A healthy worker must finish whatever the tests left due. */
async function assertNothingIsStuck(world: DeliveryWorld): Promise<void> {
  const look = async () => (await findWaiting(world.database)).stuck;
  if ((await look()) === 0) return;
  world.startWorker();
  await eventually(look, (stuck) => stuck === 0);
}

export async function webhookWorld() {
  const world = await openDeliveryWorld();
  after(async () => {
    await assertNothingIsStuck(world).finally(() => world.close());
  });
  let accountId = '';
  beforeEach(async () => {
    accountId = await world.newAccount();
  });
  const callerOf = (environment: Environment, account = accountId): Caller => world.callerOf(account, environment);
  return {
    ...world,
    callerOf,
    async receiver(options?: ReceiverOptions) {
      const receiver = await startWebhookReceiver(options);
      world.onClose(() => receiver.close());
      return receiver;
    },
    register: (url: string, given: WebhookArguments = {}, caller = callerOf('live')) =>
      world.register(url, given, caller),
    /** Returns the id of the event's check. */
    async event(type: EventName = 'check.completed', caller = callerOf('live')): Promise<string> {
      const [checkId] = await world.events(1, caller, type);
      return checkId!;
    },
  };
}
