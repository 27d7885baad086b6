// Sends a test notification through the worker, like any other notification, and waits for its result.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { findAttemptsOfDeliveries, type ListedAttempt } from './attempt-queries.ts';
import { probeEndpointNow } from './endpoint-health-store.ts';
import type { TestFormat } from './notification-format.ts';
import { notifyWorkers } from './resend-store.ts';
import { insertTestDelivery, isFinished } from './test-delivery-store.ts';
import type { WebhookInterface } from './webhook.ts';
import { findWebhookOf } from './webhook-store.ts';

/** An attempt takes up to 10 seconds, and a moment more to be claimed and recorded. */
export const longestWaitSeconds = 12;
const pollEveryMs = 200;

export interface Tested {
  readonly deliveryId: string;
  /** null where it was not made in time. */
  readonly attempt: ListedAttempt | null;
}

/** Ignores what the webhook subscribes to and whether it is enabled. Does not wait in a transaction, which must commit first. */
export async function sendTest(
  ctx: Ctx,
  caller: Caller,
  { webhookId, waitSeconds, format }: { webhookId: string; waitSeconds: number; format: TestFormat },
  of: WebhookInterface = 'v2',
): Promise<Tested> {
  demand(caller, 'send_notifications');
  const webhook = await findWebhookOf(ctx.db, caller, webhookId, of);
  if (webhook === undefined) throw new Refusal('not_found');
  const deliveryId = ctx.newId();
  const body = format({ environment: caller.environment, webhookId, id: deliveryId, at: ctx.now() });
  await inTransaction(ctx, async (tx) => {
    const stored = await insertTestDelivery(tx.db, caller, { id: deliveryId, webhookId, body });
    if (!stored) throw new Refusal('not_found');
    await probeEndpointNow(tx.db, caller.accountId, webhookId);
    await notifyWorkers(tx.db);
  });
  const until = performance.now() + (ctx.db.inTransaction ? 0 : waitSeconds * 1000);
  while (performance.now() < until) {
    await sleep(pollEveryMs);
    if (await isFinished(ctx.db, caller, deliveryId)) break;
  }
  const [attempt = null] = await findAttemptsOfDeliveries(ctx.db, caller, [deliveryId]);
  return { deliveryId, attempt };
}
