// Removes what is kept of finished deliveries once its time is over.
import { type Db, sql } from '../../platform/db/database.ts';

/**
 * Of all accounts, the oldest first, with their attempts; returns how many deliveries. What is due stays whatever its age.
 * An id tells when its delivery was stored, which no delivery is finished before: so each account's oldest are found by key.
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
