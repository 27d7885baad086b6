// Reads recent notifications, newest first, of one webhook or of all webhooks that the reader may see.
import type { OrderScope } from '../../context.ts';
import { itemsBefore, type Page } from '../../lib/pages.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import type { DeliveryProgress } from './event-delivery-rules.ts';
import type { WebhookInterface } from './webhook.ts';

/** Of an ordered webhook, the earliest due notification of the same check. */
export interface EarlierNotification {
  readonly id: string;
  /** Our event type. */
  readonly type: string;
}

export interface NotificationRow extends Omit<DeliveryProgress, 'waitsForEarlier'> {
  readonly id: string;
  readonly interface: WebhookInterface;
  readonly webhookId: string;
  /** The url that it was sent to; the webhook's url before the first attempt. */
  readonly url: string;
  readonly webhookIsDeleted: boolean;
  /** Our event type; null for a test. */
  readonly type: string | null;
  /** null for a test. */
  readonly eventId: string | null;
  /** Its number at its webhook; null until the first attempt, and for a test. */
  readonly sequence: number | null;
  readonly earlier: EarlierNotification | null;
  readonly orderId: number | null;
  /** null where the reader may not see the order. */
  readonly checkId: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly nextAttemptAt: Date | null;
  /** null until the first attempt. */
  readonly body: Buffer | null;
  readonly now: Date;
}

export interface AskedNotifications {
  readonly interfaces: readonly WebhookInterface[];
  /** If undefined: all webhooks that are not deleted, and the deleted ones of v1. */
  readonly webhookId?: string | undefined;
  readonly id?: string | undefined;
  readonly since: Date;
  readonly page: Page;
}

/** Returns one row more than the page holds if there are more. Reads only the newest of each webhook. */
export function findNotifications(
  db: Db,
  scope: OrderScope,
  { interfaces, webhookId, id, since, page }: AskedNotifications,
): Promise<NotificationRow[]> {
  const offset = itemsBefore(page);
  const ofWebhook = webhookId === undefined ? sql`` : sql`and w.id = ${webhookId}`;
  const ofId = id === undefined ? sql`` : sql`and each.id = ${id}`;
  const isSeen = isOfScope(scope, sql`c.subsidiary_id`);
  return db.rows<NotificationRow>(sql`
    with newest as materialized (
      select w.interface, w.url, w.deleted_at, d.*
      from webhooks w cross join lateral (
        select each.* from webhook_deliveries each
        where each.account_id = w.account_id and each.webhook_id = w.id and each.environment = ${scope.environment}
          and each.created_at >= ${since} ${ofId}
        order by each.created_at desc, each.id desc limit ${offset + page.perPage + 1}) d
      where w.account_id = ${scope.accountId} and w.interface = any (${interfaces}::text[]) ${ofWebhook}
        and (w.interface = 'v1' or w.deleted_at is null)
      order by d.created_at desc, d.id desc offset ${offset} limit ${page.perPage + 1}
    )
    select n.id, n.interface, n.webhook_id as "webhookId", coalesce(n.sent_url, n.url) as url,
      n.deleted_at is not null as "webhookIsDeleted",
      case n.interface when 'v1' then order_event(e.type, e.detail) else e.type end as type,
      n.event_id as "eventId", n.sequence, c.order_id as "orderId",
      case when ${isSeen} then c.id end as "checkId",
      n.created_at as "createdAt", n.finished_at as "finishedAt",
      case when n.status = 'due'
        then greatest(n.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) end as "nextAttemptAt",
      n.status, n.reason, n.attempts, coalesce(n.leased_until > now(), false) as "isUnderWay",
      (select jsonb_build_object('id', earlier.id, 'type', before.type)
        from webhook_deliveries earlier join events before on before.account_id = earlier.account_id
          and before.environment = earlier.environment and before.id = earlier.event_id
        where earlier.account_id = n.account_id and earlier.webhook_id = n.webhook_id and earlier.status = 'due'
          and earlier.ordered_check_id = n.ordered_check_id and earlier.id < n.id
        order by earlier.id limit 1) as earlier,
      plausible_pause(h.open_until) as "pausedUntil", n.body, now() as now
    from newest n
    join webhook_health h on h.account_id = n.account_id and h.webhook_id = n.webhook_id
    left join events e on e.account_id = n.account_id and e.environment = n.environment and e.id = n.event_id
    left join checks c on c.account_id = e.account_id and c.environment = e.environment and c.id = e.check_id
    order by n.created_at desc, n.id desc`);
}
