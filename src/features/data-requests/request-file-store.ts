// Rows of the files that came with requests about people's data.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface RequestFileRow {
  readonly file_id: string;
  readonly size: number;
  /** Of who is no candidate: the file's own key, wrapped by the account's. */
  readonly sealed_key: Buffer | null;
  readonly sealed_facts: Buffer;
  readonly verdict: 'clean' | 'not_scanned';
  readonly added_by: Actor;
  readonly added_at: Date;
}

export async function insertRequestFile(db: Db, tenant: Tenant, requestId: string, row: RequestFileRow): Promise<void> {
  await db.run(sql`
    insert into data_request_files (account_id, environment, request_id, file_id, size, sealed_key, sealed_facts, verdict,
      added_by, added_at)
    values (${tenant.accountId}, ${tenant.environment}, ${requestId}, ${row.file_id}, ${row.size}, ${row.sealed_key},
      ${row.sealed_facts}, ${row.verdict}, ${row.added_by}, ${row.added_at})`);
}

/** In the order in which they were added. */
export function findRequestFiles(db: Db, tenant: Tenant, requestId: string): Promise<RequestFileRow[]> {
  return db.rows<RequestFileRow>(sql`
    select file_id, size, sealed_key, sealed_facts, verdict, added_by, added_at from data_request_files
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and request_id = ${requestId}
    order by added_at, file_id`);
}

/** Whether it was there. */
export async function deleteRequestFile(
  db: Db,
  tenant: Tenant,
  { requestId, fileId }: { readonly requestId: string; readonly fileId: string },
): Promise<boolean> {
  const count = await db.run(sql`
    delete from data_request_files
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and request_id = ${requestId}
      and file_id = ${fileId}`);
  return count === 1;
}

/** Across accounts: the program generates file names, and the sweep has no tenant. */
export async function findStoredRequestFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from data_request_files where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}
