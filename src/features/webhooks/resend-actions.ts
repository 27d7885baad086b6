// Resends notifications on request: one, a range, or all failed ones of an endpoint or of an outage; lists failed ones.
import { type Caller, type Ctx, inTransaction, type Tenant } from '../../context.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { namedEvent } from '../events/event-list-actions.ts';
import { findAttemptsOfDeliveries, type ListedAttempt } from './attempt-queries.ts';
import { type DeliveryMetrics, probeEndpointNow, readDeliveryMetrics } from './endpoint-health-store.ts';
import {
  type AskedFailed,
  countEndpoints,
  type EndpointCount,
  findDelivery,
  findEndpointsWithFailed,
  findFailed,
  isKnownEndpoint,
  type OperatorDelivery,
} from './failed-delivery-queries.ts';
import { failedKinds, kindOfDelivery, type ResendFilter, type Resent, resendDeliveries } from './resend-store.ts';
import type { WebhookInterface } from './webhook.ts';
import { reasonNotSent } from './webhook-rules.ts';
import { findWebhookOf, type WebhookRow } from './webhook-store.ts';

export { failedKinds, type OperatorDelivery, type ResendFilter };

/** Few enough for one statement, and for the endpoint to process. */
const atMostAtOnce = 10_000;

async function filterProblems(ctx: Ctx, caller: Tenant, webhook: WebhookRow, filter: ResendFilter): Promise<Problems> {
  const problems = new Problems();
  const { deliveryId, eventId, from, to, after, failed } = filter;
  if ([deliveryId, eventId, from, to, after, failed].every((each) => each === undefined)) {
    problems.add('event_id', 'or delivery_id, from, to, after or failed must say what to send again');
  }
  if (from !== undefined && to !== undefined && from >= to) problems.add('to', 'must be later than from');
  const unwanted = reasonNotSent(webhook, caller.environment);
  if (unwanted !== null) problems.add('webhook', unwanted);
  for (const [field, named, unknown] of [
    ['event_id', { eventId }, 'was not for this webhook: GET /events/{event_id} says why'],
    ['delivery_id', { deliveryId }, 'is not the id of a notification of this webhook'],
  ] as const) {
    if (Object.values(named)[0] === undefined) continue;
    const kind = await kindOfDelivery(ctx.db, caller, webhook.id, named);
    if (kind === undefined) problems.add(field, unknown);
    if (kind === 'test') {
      problems.add(field, 'is a test, which is not sent again: POST /webhooks/{webhook_id}/test sends another');
    }
  }
  return problems;
}

async function resendAndAudit(ctx: Ctx, caller: Caller, webhookId: string, filter: ResendFilter): Promise<Resent> {
  return inTransaction(ctx, async (tx) => {
    const resent = await resendDeliveries(tx.db, caller, webhookId, filter, atMostAtOnce);
    if (resent.count > 0) {
      await probeEndpointNow(tx.db, caller.accountId, webhookId);
      const detail = { count: resent.count };
      await storeEvents(tx, caller, [{ type: 'webhook.resent', resourceId: webhookId, detail }]);
    }
    return resent;
  });
}

/** In the caller's environment. At most 10,000 are resent in one call: if `hasMore`, call again with `after` the last one. */
export async function resendNotifications(
  ctx: Ctx,
  caller: Caller,
  webhookId: string,
  filter: ResendFilter,
  of: WebhookInterface = 'v2',
): Promise<Resent & { readonly hasMore: boolean }> {
  demand(caller, 'send_notifications');
  const webhook = await findWebhookOf(ctx.db, caller, webhookId, of);
  if (webhook === undefined) throw new Refusal('not_found');
  if (filter.after !== undefined) await namedEvent(ctx, caller, filter.after, 'after');
  if (filter.eventId !== undefined) await namedEvent(ctx, caller, filter.eventId, 'event_id');
  (await filterProblems(ctx, caller, webhook, filter)).refuse('invalid_fields');
  const resent = await resendAndAudit(ctx, caller, webhookId, filter);
  return { ...resent, hasMore: resent.count === atMostAtOnce };
}

export interface FailedResent extends Tenant {
  readonly webhookId: string;
  readonly url: string;
  readonly resent: number;
  /** How many were not resent because the webhook does not want them, and the reason; null where there are none. */
  readonly left: number;
  readonly leftBecause: string | null;
}

async function refuseUnknownEndpoint(ctx: Pick<Ctx, 'db'>, asked: AskedFailed): Promise<void> {
  if (!(await isKnownEndpoint(ctx.db, asked))) throw new Refusal('invalid_fields', { webhook: ['does not exist'] });
}

/** Resends everything that failed in a time, once, to all endpoints or to one: for the operator, after an outage. */
export async function resendFailed(ctx: Ctx, asked: AskedFailed): Promise<FailedResent[]> {
  await refuseUnknownEndpoint(ctx, asked);
  const endpoints = await findEndpointsWithFailed(ctx.db, asked);
  const results: FailedResent[] = [];
  for (const { accountId, environment, webhookId, url, count, ...webhook } of endpoints) {
    const unwanted = reasonNotSent(webhook, environment);
    const resent = unwanted === null ? await resendAllOf(ctx, { accountId, environment }, webhookId, asked) : 0;
    const left = unwanted === null ? 0 : count;
    const leftBecause = unwanted === null ? null : `the webhook ${unwanted}`;
    results.push({ accountId, environment, webhookId, url, resent, left, leftBecause });
  }
  return results;
}

async function resendAllOf(
  ctx: Ctx,
  tenant: Tenant,
  webhookId: string,
  { kinds, from, to }: AskedFailed,
): Promise<number> {
  const caller: Caller = { ...tenant, actor: 'system', clockOffsetSeconds: 0 };
  let resent = 0;
  // Each batch starts after the last one, so that a notification that fails again meanwhile is not resent twice.
  for (let after: string | null | undefined; after !== null; ) {
    const { count, lastEventId } = await resendAndAudit(ctx, caller, webhookId, { failed: kinds, from, to, after });
    resent += count;
    after = count === atMostAtOnce ? lastEventId : null;
  }
  return resent;
}

/** At most 1,000 of the notifications that `resendFailed` would resend; waiting ones first, then the newest. */
export async function listFailed(ctx: Pick<Ctx, 'db'>, asked: AskedFailed): Promise<OperatorDelivery[]> {
  await refuseUnknownEndpoint(ctx, asked);
  return findFailed(ctx.db, asked, 1000);
}

/** For the operator: how many endpoints there are, and how many of them fail. */
export const endpointCount = (ctx: Pick<Ctx, 'db'>): Promise<EndpointCount> => countEndpoints(ctx.db);

/** For the operator: how long the oldest notification that could be sent has been waiting, and how many endpoints are paused. */
export const deliveryMetrics = (ctx: Pick<Ctx, 'db'>): Promise<DeliveryMetrics> => readDeliveryMetrics(ctx.db);

/** For the operator: one notification of any account with its attempts, oldest first. */
export async function readDelivery(
  ctx: Ctx,
  deliveryId: string,
): Promise<{ readonly delivery: OperatorDelivery; readonly attempts: readonly ListedAttempt[] } | undefined> {
  const delivery = await findDelivery(ctx.db, deliveryId);
  return delivery && { delivery, attempts: await findAttemptsOfDeliveries(ctx.db, delivery, [deliveryId]) };
}
