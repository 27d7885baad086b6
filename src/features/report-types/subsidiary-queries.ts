// Reads for which subsidiaries a package may be. accounts/ depends on this feature, so that its actions cannot be asked.
import { type Db, sql } from '../../platform/db/database.ts';

export async function findSubsidiaryIds(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`select id from subsidiaries where account_id = ${accountId}`);
  return rows.map(({ id }) => id);
}
