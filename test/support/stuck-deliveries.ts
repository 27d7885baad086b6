// The invariant of every test of deliveries: nothing that is due waits for longer than a minute.
import { type Db, sql } from '../../src/platform/db/database.ts';

/** Deliveries that could have gone out for over a minute, and nobody has taken them. */
export async function countStuckDeliveries(db: Db): Promise<number> {
  const row = await db.row<{ stuck: number }>(sql`
    select count(*)::integer as stuck
    from webhook_deliveries_waiting w join webhook_deliveries d on d.account_id = w.account_id and d.id = w.id
    where greatest(w.due_at, d.leased_until) < now() - interval '1 minute'
      and not exists (
        select from webhook_deliveries e
        where e.account_id = d.account_id and e.webhook_id = d.webhook_id and e.status = 'due'
          and e.ordered_check_id = d.ordered_check_id and e.id < d.id)`);
  return row?.stuck ?? 0;
}
