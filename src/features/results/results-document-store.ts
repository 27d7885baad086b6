// Rows of results documents, and of results links that are open without a key.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface ResultsDocumentRow {
  readonly file_id: string;
  readonly revision: Buffer;
}

export function findResultsDocument(db: Db, tenant: Tenant, checkId: string): Promise<ResultsDocumentRow | undefined> {
  return db.row<ResultsDocumentRow>(sql`
    select file_id, revision from results_documents
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
}

/** Returns the file that this one replaces, if any. */
export async function replaceResultsDocument(
  db: Db,
  tenant: Tenant,
  document: { readonly checkId: string; readonly fileId: string; readonly revision: Buffer; readonly madeAt: Date },
): Promise<string | undefined> {
  const row = await db.row<{ replaced: string | null }>(sql`
    insert into results_documents as d (account_id, environment, check_id, file_id, revision, made_at)
    values (${tenant.accountId}, ${tenant.environment}, ${document.checkId}, ${document.fileId}, ${document.revision},
      ${document.madeAt})
    on conflict (account_id, environment, check_id) do update
      set file_id = excluded.file_id, revision = excluded.revision, made_at = excluded.made_at
    returning old.file_id as replaced`);
  return row?.replaced ?? undefined;
}

/** Of all tenants: file names are generated and unguessable. */
export async function findResultsFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from results_documents where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`. */
export function deleteLinksClosedBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from open_results_links where ctid = any (array(
      select ctid from open_results_links where open_until < ${before} limit ${limit}))`);
}

export async function openResultsLinks(
  db: Db,
  tenant: Tenant,
  checkIds: readonly string[],
  until: Date,
): Promise<void> {
  // Ordered, so that concurrent statements lock the rows in the same order.
  await db.run(sql`
    insert into open_results_links (account_id, environment, check_id, open_until)
    select ${tenant.accountId}::uuid, ${tenant.environment}, c.id, ${until}::timestamptz
    from unnest(${checkIds}::uuid[]) as c(id) order by c.id
    on conflict (account_id, environment, check_id) do update set open_until = excluded.open_until`);
}

export async function isResultsLinkOpen(db: Db, tenant: Tenant, checkId: string, now: Date): Promise<boolean> {
  const row = await db.row(sql`
    select from open_results_links l join accounts a on a.id = l.account_id
    where l.account_id = ${tenant.accountId} and l.environment = ${tenant.environment} and l.check_id = ${checkId}
      and l.open_until > ${now} and a.bare_results_links`);
  return row !== undefined;
}
