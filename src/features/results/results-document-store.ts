// Rows of results as files, and of results links that are open without a key.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export type ResultsFileKind = 'pdf' | 'bundle';

export interface ResultsFileRow {
  readonly file_id: string;
  readonly revision: Buffer;
}

export function findResultsFile(
  db: Db,
  tenant: Tenant,
  checkId: string,
  kind: ResultsFileKind,
): Promise<ResultsFileRow | undefined> {
  return db.row<ResultsFileRow>(sql`
    select file_id, revision from results_documents
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and kind = ${kind}`);
}

/** Returns the file that this one replaces, if any. */
export async function replaceResultsFile(
  db: Db,
  tenant: Tenant,
  file: ResultsFileRow & { readonly checkId: string; readonly kind: ResultsFileKind; readonly madeAt: Date },
): Promise<string | undefined> {
  const row = await db.row<{ replaced: string | null }>(sql`
    insert into results_documents as d (account_id, environment, check_id, kind, file_id, revision, made_at)
    values (${tenant.accountId}, ${tenant.environment}, ${file.checkId}, ${file.kind}, ${file.file_id}, ${file.revision},
      ${file.madeAt})
    on conflict (account_id, environment, check_id, kind) do update
      set file_id = excluded.file_id, revision = excluded.revision, made_at = excluded.made_at
    returning old.file_id as replaced`);
  return row?.replaced ?? undefined;
}

/** Those of a check, whose documents show what is deleted now. Returns the names of the files. */
export async function deleteResultsFiles(db: Db, tenant: Tenant, checkId: string): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    delete from results_documents
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
    returning file_id`);
  return rows.map(({ file_id }) => file_id);
}

/** Of all tenants: file names are generated and unguessable. */
export async function findResultsFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from results_documents where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}

/** Of all tenants, by age. Returns how many were deleted, at most `limit`; the sweep of files removes their files. */
export function deleteBundlesMadeBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from results_documents where ctid = any (array(
      select ctid from results_documents where kind = 'bundle' and made_at < ${before} limit ${limit}))`);
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
