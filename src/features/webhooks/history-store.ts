// Deletes finished deliveries that are older than the history is kept.
import { type Db, sql } from '../../platform/db/database.ts';

/**
 * Deletes deliveries with their attempts in all accounts, the oldest first, and returns how many. Due deliveries are kept.
 * Ids are UUIDs of version 7, which sort by creation, and a delivery finishes after its creation: so the primary key finds
 * each account's oldest deliveries.
 */
export async function deleteFinishedDeliveries(db: Db, olderThanDays: number, limit: number): Promise<number> {
  return db.run(sql`
    with bound as materialized (
      select uuidv7(make_interval(days => -${olderThanDays}::integer)) as id,
        now() - make_interval(days => ${olderThanDays}::integer) as at
    ), old as materialized (
      select each.account_id, each.id
      from accounts a cross join lateral (
        select d.account_id, d.id from webhook_deliveries d
        where d.account_id = a.id and d.id < (select id from bound) and d.status <> 'due'
          and d.finished_at < (select at from bound)
        order by d.id limit ${limit}::integer) each
      limit ${limit}::integer
    )
    delete from webhook_deliveries d using old
    where d.account_id = old.account_id and d.id = old.id and d.status <> 'due'`);
}
