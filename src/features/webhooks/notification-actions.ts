// Lists and reads the notifications of the last 30 days with their outcomes, for the portal.
import type { Authority, Ctx, OrderScope } from '../../context.ts';
import { type Page, sliceOf } from '../../lib/pages.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { findAttemptsOfDeliveries, type ListedAttempt } from './attempt-queries.ts';
import { type DeliveryOutcome, deliveryOutcomeOf, historyDays } from './event-delivery-rules.ts';
import {
  type AskedNotifications,
  type EarlierNotification,
  findNotifications,
  type NotificationRow,
} from './notification-queries.ts';
import { orderEventType } from './order-event-types.ts';
import { interfacesFor } from './subscription-actions.ts';

export interface ListedNotification
  extends Pick<
    NotificationRow,
    | 'id'
    | 'interface'
    | 'webhookId'
    | 'url'
    | 'webhookIsDeleted'
    | 'eventId'
    | 'sequence'
    | 'orderId'
    | 'checkId'
    | 'createdAt'
    | 'finishedAt'
    | 'attempts'
    | 'nextAttemptAt'
  > {
  /** The event type as the webhook's interface names it; null for a test. */
  readonly type: string | null;
  readonly outcome: DeliveryOutcome;
}

export interface ReadNotification extends ListedNotification {
  /** The earlier notification of the same check that it waits for; null where it waits for none. */
  readonly waitsFor: EarlierNotification | null;
  /** Oldest first. */
  readonly made: readonly ListedAttempt[];
  /** The body as it was sent; null before the first attempt. */
  readonly payload: string | null;
}

function toListed({ type, status, reason, isUnderWay, earlier, pausedUntil, body, now, ...row }: NotificationRow) {
  const delivery = {
    status,
    reason,
    attempts: row.attempts,
    isUnderWay,
    waitsForEarlier: earlier !== null,
    pausedUntil,
  };
  return {
    ...row,
    type: type === null || row.interface === 'v2' ? type : (orderEventType(type) ?? type),
    outcome: deliveryOutcomeOf(delivery, now),
  } satisfies ListedNotification;
}

const dayMs = 24 * 3_600_000;

const find = (ctx: Ctx, scope: OrderScope, asked: Omit<AskedNotifications, 'interfaces' | 'since'>) =>
  findNotifications(ctx.db, scope, {
    ...asked,
    interfaces: interfacesFor(scope),
    since: new Date(ctx.now().getTime() - historyDays * dayMs),
  });

/** Newest first, including tests. @param webhookId undefined for all webhooks, including deleted ones of v1 */
export async function listNotifications(
  ctx: Ctx,
  scope: OrderScope & Authority,
  { webhookId, page }: { readonly webhookId?: string | undefined; readonly page: Page },
): Promise<{ readonly notifications: readonly ListedNotification[]; readonly hasMore: boolean }> {
  demand(scope, 'read_webhooks');
  const rows = await find(ctx, scope, { webhookId, page });
  const notifications = sliceOf(rows, { page: 1, perPage: page.perPage }).map(toListed);
  return { notifications, hasMore: rows.length > page.perPage };
}

export async function readNotification(
  ctx: Ctx,
  scope: OrderScope & Authority,
  { webhookId, id }: { readonly webhookId: string; readonly id: string },
): Promise<ReadNotification> {
  demand(scope, 'read_webhooks');
  const [row] = await find(ctx, scope, { webhookId, id, page: { page: 1, perPage: 1 } });
  if (row === undefined || row.webhookIsDeleted) throw new Refusal('not_found');
  const made = await findAttemptsOfDeliveries(ctx.db, scope, [row.id]);
  const listed = toListed(row);
  const waits = row.status === 'due' && listed.outcome !== 'sending';
  return { ...listed, waitsFor: waits ? row.earlier : null, made, payload: row.body?.toString('utf8') ?? null };
}
