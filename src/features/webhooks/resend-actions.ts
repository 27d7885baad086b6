// Sends notifications again on request: one, a range, all that failed of an endpoint, or of an outage; lists the last.
import { type Caller, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { storeEvents } from '../events/event-actions.ts';
import { namedEvent } from '../events/event-list-actions.ts';
import { tryEndpointNow } from './endpoint-health-store.ts';
import { type AskedLosses, findEndpointsWithLosses, findLosses, type Loss } from './loss-queries.ts';
import { kindOfDelivery, type ResendFilter, type Resent, resendDeliveries } from './resend-store.ts';
import type { WebhookInterface } from './webhook.ts';
import { findWebhookOf, type WebhookRow } from './webhook-store.ts';

export type { ResendFilter };

/** One statement, and a queue that the endpoint can work off. */
const atMostAtOnce = 10_000;

const wants = ({ enabled, environments, liveConfirmed }: WebhookRow, { environment }: Tenant) =>
  enabled && environments.includes(environment) && (environment === 'test' || liveConfirmed);

async function filterProblems(ctx: Ctx, caller: Tenant, webhook: WebhookRow, filter: ResendFilter): Promise<Problems> {
  const problems = new Problems();
  const { deliveryId, eventId, from, to, after, failed } = filter;
  if ([deliveryId, eventId, from, to, after, failed || undefined].every((each) => each === undefined)) {
    problems.add('event_id', 'or delivery_id, from, to, after or failed must say what to send again');
  }
  if (from !== undefined && to !== undefined && from >= to) problems.add('to', 'must be later than from');
  if (!wants(webhook, caller)) {
    problems.add('webhook', 'is disabled, or does not want this environment: change that first');
  }
  for (const [field, named] of [
    ['event_id', { eventId }],
    ['delivery_id', { deliveryId }],
  ] as const) {
    if (Object.values(named)[0] === undefined) continue;
    const kind = await kindOfDelivery(ctx.db, caller, webhook.id, named);
    if (kind === undefined) problems.add(field, 'was not for this webhook: GET /events/{event_id} says why');
    if (kind === 'test') {
      problems.add(field, 'is a test, which is not sent again: POST /webhooks/{webhook_id}/test sends another');
    }
  }
  return problems;
}

async function resendAndTell(ctx: Ctx, caller: Caller, webhookId: string, filter: ResendFilter): Promise<Resent> {
  return inTransaction(ctx, async (tx) => {
    const resent = await resendDeliveries(tx.db, caller, webhookId, filter, atMostAtOnce);
    if (resent.count > 0) {
      await tryEndpointNow(tx.db, caller.accountId, webhookId);
      const detail = { count: resent.count };
      await storeEvents(tx, caller, [{ type: 'webhook.resent', resourceId: webhookId, detail }]);
    }
    return resent;
  });
}

/** Of the caller's environment. `hasMore`: at most 10,000 are made due at once; go on with `after` the last one. */
export async function resendNotifications(
  ctx: Ctx,
  caller: Caller,
  webhookId: string,
  filter: ResendFilter,
  of: WebhookInterface = 'v2',
): Promise<Resent & { readonly hasMore: boolean }> {
  const webhook = await findWebhookOf(ctx.db, caller, webhookId, of);
  if (webhook === undefined) throw new Refusal('not_found');
  if (filter.after !== undefined) await namedEvent(ctx, caller, filter.after, 'after');
  (await filterProblems(ctx, caller, webhook, filter)).refuse('invalid_fields');
  const resent = await resendAndTell(ctx, caller, webhookId, filter);
  return { ...resent, hasMore: resent.count === atMostAtOnce };
}

export interface LossesResent extends Tenant {
  readonly webhookId: string;
  readonly url: string;
  readonly resent: number;
  /** Given up and left so, because the webhook no longer wants them. */
  readonly left: number;
}

/** Everything that was given up of a time, over all endpoints unless one is named: for the operator, after an outage. */
export async function resendLosses(ctx: Ctx, asked: AskedLosses): Promise<LossesResent[]> {
  const endpoints = await findEndpointsWithLosses(ctx.db, asked);
  const results: LossesResent[] = [];
  for (const { accountId, environment, webhookId, url, wanted, count } of endpoints) {
    const caller: Caller = { accountId, environment, actor: 'system', clockOffsetSeconds: 0 };
    const filter = { failed: true, from: asked.from, to: asked.to };
    let resent = 0;
    for (let last = wanted ? atMostAtOnce : 0; last === atMostAtOnce; resent += last) {
      last = (await resendAndTell(ctx, caller, webhookId, filter)).count;
    }
    results.push({ accountId, environment, webhookId, url, resent, left: wanted ? 0 : count });
  }
  return results;
}

/** What resendLosses would send again, the newest first: at most 1,000, which are enough to see what happened. */
export const listLosses = (ctx: Ctx, asked: AskedLosses): Promise<Loss[]> => findLosses(ctx.db, asked, 1000);
