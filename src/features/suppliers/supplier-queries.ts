// Reads the names of suppliers by their ids, for histories and lists.
import { type Db, sql } from '../../platform/db/database.ts';

/** As they are called now. */
export async function findSupplierNames(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ readonly id: string; readonly name: string }>(sql`
    select distinct on (v.id) v.id, v.name from supplier_versions v where v.id = any (${ids}::uuid[])
    order by v.id, v.version desc`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
