// The accounts whose new orders are stopped, and what the events say of when and by whom.
import { type Db, sql } from '../../platform/db/database.ts';
import { isClosed } from '../accounts/closing-queries.ts';
import type { StopCause } from '../accounts/stop-cause-words.ts';
import { type DeskAccounts, within } from './work-queue-queries.ts';

export interface OrderStopRow {
  readonly account_id: string;
  /** Empty where none was given, as in those that were stopped before there were causes. */
  readonly cause: StopCause | '';
  /** In words; empty where there are none. */
  readonly reason: string;
  /** Null where no event says it. */
  readonly at: Date | null;
  /** The name of who stopped them; null if it was nobody of the desk. */
  readonly by: string | null;
}

/** Of these accounts those that are stopped; a closed one is not stopped, but closed. */
export const findOrderStops = (db: Db, accounts: DeskAccounts): Promise<OrderStopRow[]> =>
  db.rows<OrderStopRow>(sql`
    select a.id as account_id, coalesce(a.settings ->> 'stopCause', '') as cause, coalesce(a.settings ->> 'stopReason', '') as reason,
       stop.occurred_at as at, d.name as by
    from accounts a
    left join lateral (
      select e.occurred_at, e.actor from events e
      where e.account_id = a.id and e.resource_id = a.id::text and e.detail ? 'now' and e.type = 'account.changed'
        and e.detail @> '{"values": [{"setting": "acceptOrders", "after": false}]}'
      order by e.id desc limit 1
    ) stop on true
    left join desk_users d on stop.actor = 'user:' || d.id
    where ${within(accounts, 'a.id')} and a.settings ->> 'acceptOrders' = 'false' and not ${isClosed('a')}`);
