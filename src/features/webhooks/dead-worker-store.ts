// Which delivery workers are known, which of them are still there, and what the dead had leased.
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** A session that has said this keeps the worker alive for as long as it lasts: the lock first, then the row by which others look for it. */
export const signsOfLife = (worker: string): readonly Sql[] => [
  sql`select pg_advisory_lock_shared(hashtextextended('delivery worker ' || ${worker}::text, 0))`,
  sql`insert into delivery_workers (id) values (${worker}) on conflict do nothing`,
];

/** Those whose lock nobody holds now, but for `self`. Materialized: the lock is tried for nobody else. */
export async function findUnlockedWorkers(db: Db, self: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    with others as materialized (select id from delivery_workers where id <> ${self})
    select id from others where pg_try_advisory_xact_lock(hashtextextended('delivery worker ' || id, 0))`);
  return rows.map(({ id }) => id);
}

/** Who held them stays to be seen, so that whoever claims next knows that it takes over. Returns how many. */
export async function endLeasesOf(db: Db, workers: readonly string[]): Promise<number> {
  return db.run(sql`
    with gone as (delete from delivery_workers where id = any (${workers}::text[]))
    update webhook_deliveries set leased_until = now()
    where status = 'due' and leased_by = any (${workers}::text[]) and leased_until > now()`);
}
