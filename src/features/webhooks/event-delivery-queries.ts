// Reads every v2 webhook of an event's account with its subscription at that time and its delivery of the event.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isNextOfCheck } from './delivery-store.ts';
import type { WantedThen } from './event-delivery-rules.ts';

export interface EventDeliveryRow {
  readonly webhookId: string;
  readonly url: string;
  readonly registeredAt: Date;
  readonly wantedNow: WantedThen;
  /** Its subscription after its last change before the event; null where that was not recorded. */
  readonly wantedThen: WantedThen | null;
  readonly deliveryId: string | null;
  readonly sequence: number | null;
  readonly status: 'due' | 'delivered' | 'exhausted' | null;
  readonly reason: string | null;
  readonly attempts: number | null;
  readonly isUnderWay: boolean;
  readonly waitsForEarlier: boolean;
  readonly pausedUntil: Date | null;
  readonly nextAttemptAt: Date | null;
  readonly finishedAt: Date | null;
  readonly now: Date;
}

/** Newest webhook first. */
export function findEventDeliveryRows(
  db: Db,
  tenant: Tenant,
  event: { readonly id: string; readonly recordedAt: Date },
): Promise<EventDeliveryRow[]> {
  return db.rows<EventDeliveryRow>(sql`
    select w.id as "webhookId", w.url, w.created_at as "registeredAt",
      jsonb_build_object('enabled', w.enabled, 'environments', w.environments, 'liveConfirmed', w.live_confirmed,
        'events', w.events) as "wantedNow",
      (select t.detail from events t
        where t.account_id = w.account_id and t.resource_type = 'webhook' and t.resource_id = w.id::text
          and t.recorded_at <= ${event.recordedAt} and t.detail ? 'environments'
        order by t.recorded_at desc, t.xid desc limit 1) as "wantedThen",
      d.id as "deliveryId", d.sequence, d.status, d.reason, d.attempts,
      coalesce(d.leased_until > now(), false) as "isUnderWay",
      plausible_pause(h.open_until) as "pausedUntil",
      not ${isNextOfCheck} as "waitsForEarlier",
      case when d.status = 'due' then greatest(d.due_at, plausible_pause(h.open_until), plausible_slot(h.next_slot_at)) end as "nextAttemptAt",
      d.finished_at as "finishedAt", now() as now
    from webhooks w
    join webhook_health h on h.account_id = w.account_id and h.webhook_id = w.id
    left join webhook_deliveries d on d.account_id = w.account_id and d.environment = ${tenant.environment}
      and d.event_id = ${event.id} and d.webhook_id = w.id
    where w.account_id = ${tenant.accountId} and w.interface = 'v2' and w.deleted_at is null
    order by w.created_at desc, w.id desc`);
}
