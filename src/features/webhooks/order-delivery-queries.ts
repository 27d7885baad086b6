// The notifications of one check to every webhook of its account, also to those that were deleted since.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isNextOfCheck } from './delivery-store.ts';
import type { DeliveryProgress } from './event-delivery-rules.ts';

export interface OrderDeliveryRow extends DeliveryProgress {
  readonly url: string;
  /** As the interface of the webhook names the event. */
  readonly type: string;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
  readonly now: Date;
}

/** Newest first; those that finished long ago are deleted (`historyDays`). */
export function findDeliveriesOfCheck(db: Db, tenant: Tenant, checkId: string): Promise<OrderDeliveryRow[]> {
  return db.rows<OrderDeliveryRow>(sql`
    select coalesce(d.sent_url, w.url) as url,
      case w.interface when 'v1' then order_event(e.type, e.detail) else e.type end as type,
      d.status, d.reason, d.attempts, coalesce(d.leased_until > now(), false) as "isUnderWay",
      not ${isNextOfCheck} as "waitsForEarlier", plausible_pause(h.open_until) as "pausedUntil",
      d.created_at as "createdAt", d.finished_at as "finishedAt", now() as now
    from events e
    join webhook_deliveries d on (d.account_id, d.environment, d.event_id) = (e.account_id, e.environment, e.id)
    join webhooks w on (w.account_id, w.id) = (d.account_id, d.webhook_id)
    join webhook_health h on (h.account_id, h.webhook_id) = (d.account_id, d.webhook_id)
    where e.account_id = ${tenant.accountId} and e.environment = ${tenant.environment} and e.check_id = ${checkId}
    order by d.created_at desc, d.id desc`);
}
