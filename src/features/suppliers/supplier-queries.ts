// Reads the names of suppliers by their ids, for histories and lists, and when work was last sent to each.
import { type Db, sql } from '../../platform/db/database.ts';

/** As they are called now. */
export async function findSupplierNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ readonly id: string; readonly name: string }>(sql`
    select distinct on (v.id) v.id, v.name from supplier_versions v where v.id = any (${ids}::uuid[])
    order by v.id, v.version desc`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** By id, of those to whom work was ever sent. */
export async function findLastSent(db: Db): Promise<ReadonlyMap<string, Date>> {
  const rows = await db.rows<{ readonly id: string; readonly at: Date }>(sql`
    select supplier_id as id, max(sent_at) as at from supplier_requests where environment = 'live' group by supplier_id`);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
