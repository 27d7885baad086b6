// Rows of the exports of everything of an account, and of their parts.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

export interface ExportRow {
  readonly id: string;
  readonly begun_at: Date;
  readonly begun_by: Actor;
  readonly last_order_id: number;
  readonly failed_tries: number;
  readonly removals: number;
  readonly finished_at: Date | null;
  readonly sealed_key: Buffer;
  /** Whose evidence it is; null for everything. */
  readonly applicant_ids: readonly string[] | null;
  readonly subsidiary_ids: readonly string[] | null;
  /** Of these people, those in the part that is being made. */
  readonly made: number;
}

export interface ExportPart {
  readonly file_id: string;
  readonly size: number;
  readonly orders: number;
  readonly first_order_id: number;
  readonly last_order_id: number;
}

const columns = sql`id, begun_at, begun_by, last_order_id, failed_tries, removals, finished_at, sealed_key, applicant_ids,
  subsidiary_ids, made`;

export async function insertExport(
  db: Db,
  accountId: string,
  one: Pick<ExportRow, 'id' | 'begun_at' | 'begun_by' | 'sealed_key' | 'applicant_ids' | 'subsidiary_ids'>,
): Promise<void> {
  await db.run(sql`
    insert into account_exports (account_id, id, begun_at, begun_by, sealed_key, applicant_ids, subsidiary_ids)
    values (${accountId}, ${one.id}, ${one.begun_at}, ${one.begun_by}, ${one.sealed_key}, ${one.applicant_ids}::uuid[],
      ${one.subsidiary_ids}::uuid[])`);
}

/** Those of everything, or of people's evidence that this actor began; the newest first. */
export function findExports(db: Db, accountId: string, of: 'everything' | Actor): Promise<ExportRow[]> {
  return db.rows<ExportRow>(sql`
    select ${columns} from account_exports where account_id = ${accountId}
      and ${of === 'everything' ? sql`applicant_ids is null` : sql`applicant_ids is not null and begun_by = ${of}`}
    order by id desc`);
}

export function findExport(db: Db, accountId: string, id: string): Promise<ExportRow | undefined> {
  return db.row<ExportRow>(sql`select ${columns} from account_exports where account_id = ${accountId} and id = ${id}`);
}

/** In the order of their orders. */
export function findParts(db: Db, accountId: string, exportId: string): Promise<ExportPart[]> {
  return db.rows<ExportPart>(sql`
    select file_id, size, orders, first_order_id, last_order_id from account_export_parts
    where account_id = ${accountId} and export_id = ${exportId} order by first_order_id`);
}

/** Whether it stands where the part began, and nobody had to be removed since: of two jobs that make the same part, one adds it. */
export async function advanceExport(
  db: Db,
  accountId: string,
  { id, last_order_id: from, removals }: ExportRow,
  { to, finishedAt }: { readonly to: number; readonly finishedAt: Date | null },
): Promise<boolean> {
  const changed = await db.run(sql`
    update account_exports set last_order_id = ${to}, failed_tries = 0, finished_at = ${finishedAt}
    where account_id = ${accountId} and id = ${id} and last_order_id = ${from} and removals = ${removals} and finished_at is null`);
  return changed === 1;
}

export async function updateMade(db: Db, accountId: string, id: string, made: number): Promise<void> {
  await db.run(sql`update account_exports set made = ${made} where account_id = ${accountId} and id = ${id}`);
}

/** That a part was not made. Returns how often in a row. */
export async function countFailure(db: Db, accountId: string, id: string): Promise<number> {
  const row = await db.row<{ failed_tries: number }>(sql`
    update account_exports set failed_tries = failed_tries + 1
    where account_id = ${accountId} and id = ${id} returning failed_tries`);
  return row?.failed_tries ?? 0;
}

export async function insertPart(db: Db, accountId: string, exportId: string, part: ExportPart): Promise<void> {
  await db.run(sql`
    insert into account_export_parts
      (account_id, export_id, file_id, size, orders, first_order_id, last_order_id)
    values (${accountId}, ${exportId}, ${part.file_id}, ${part.size}, ${part.orders}, ${part.first_order_id},
      ${part.last_order_id})`);
}

/** An export `x` may hold the person. */
const concerns = (applicantId: string): Sql =>
  sql`(x.applicant_ids is null or ${applicantId}::uuid = any (x.applicant_ids))`;

/** The parts that hold an order or an earlier case of the person; a part that is being made is begun anew. */
export async function deletePartsWith(db: Db, tenant: Tenant, applicantId: string): Promise<void> {
  const { accountId, environment } = tenant;
  if (environment !== 'live') return;
  await db.run(sql`
    update account_exports x set removals = removals + 1
    where account_id = ${accountId} and finished_at is null and ${concerns(applicantId)}`);
  await db.run(sql`
    delete from account_export_parts p using account_exports x
    where p.account_id = ${accountId} and (x.account_id, x.id) = (p.account_id, p.export_id) and ${concerns(applicantId)}
    and (x.applicant_ids is not null or exists (
      select from checks c
      where c.account_id = p.account_id and c.environment = 'live' and c.applicant_id = ${applicantId}
        and c.order_id between p.first_order_id and p.last_order_id
      union all
      select from earlier_cases e
      where e.account_id = p.account_id and e.environment = 'live' and e.applicant_id = ${applicantId}
        and e.position between p.first_order_id and p.last_order_id))`);
}

/** Of all accounts. Returns how many were deleted, at most `limit`; the sweep of files removes their files. */
export function deleteExportsBegunBefore(db: Db, before: Date, limit: number): Promise<number> {
  return db.run(sql`
    delete from account_exports where ctid = any (array(
      select ctid from account_exports where begun_at < ${before} limit ${limit}))`);
}

/** Of all accounts: file names are generated and unguessable. */
export async function findExportFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from account_export_parts where file_id = any (${names}::uuid[])`);
  return rows.map(({ file_id }) => file_id);
}
