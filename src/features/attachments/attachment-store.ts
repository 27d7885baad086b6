// Rows of attached files and of files in quarantine, with their orders.
import type { Actor, Environment, OrderScope, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { UploadRoom } from './upload-quota-rules.ts';

export interface OrderRow {
  readonly check_id: string;
  readonly status: string;
  readonly applicant_id: string;
  readonly sealed_key: Buffer;
}

/** A caller who acts for some subsidiaries sees their orders only. */
const isSeenBy = (scope: OrderScope) => isOfScope(scope, sql`c.subsidiary_id`);

/** Does not find the order of an erased applicant: its files cannot be encrypted or decrypted. */
export function findOrder(db: Db, scope: OrderScope, orderId: number): Promise<OrderRow | undefined> {
  return db.row<OrderRow>(sql`
    select c.id as check_id, c.status, c.applicant_id, a.sealed_key
    from checks c join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.order_id = ${orderId}
      and ${isSeenBy(scope)} and a.erased_at is null`);
}

interface NewFile extends Tenant {
  readonly fileToken: string;
  readonly fileId: string;
  readonly checkId: string;
  readonly size: number;
  readonly sealedFacts: Buffer;
  readonly uploadedBy: Actor;
  readonly createdAt: Date;
}

export interface NewAttachment extends NewFile {
  readonly reportId: string | null;
  readonly verdict: 'clean' | 'not_scanned';
}

export interface NewQuarantinedFile extends NewFile {
  readonly threat: string;
}

/** Whether the row was stored: the unique index allows one file per token. */
export async function insertAttachment(db: Db, file: NewAttachment): Promise<boolean> {
  const count = await db.run(sql`
    insert into attachments (account_id, environment, file_token, check_id, file_id, size, sealed_facts, verdict,
      uploaded_by, created_at, report_id)
    values (${file.accountId}, ${file.environment}, ${file.fileToken}, ${file.checkId}, ${file.fileId}, ${file.size},
      ${file.sealedFacts}, ${file.verdict}, ${file.uploadedBy}, ${file.createdAt}, ${file.reportId})
    on conflict (account_id, environment, file_token) do nothing`);
  return count === 1;
}

export interface RemovedFileRow {
  readonly file_token: string;
  readonly file_id: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly size: number;
}

/** Deletes a candidate's own file while the form is open; undefined if there is none. */
export function deleteOwnAttachment(
  db: Db,
  scope: OrderScope,
  { orderId, fileToken }: { readonly orderId: number; readonly fileToken: string },
): Promise<RemovedFileRow | undefined> {
  return db.row<RemovedFileRow>(sql`
    with open as (
      -- Held, so that the form is not submitted meanwhile.
      select c.id, c.applicant_id from checks c
      where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.order_id = ${orderId}
        and ${isSeenBy(scope)} and c.status = 'awaiting_applicant'
      for share
    )
    delete from attachments f using open
    where f.account_id = ${scope.accountId} and f.environment = ${scope.environment} and f.file_token = ${fileToken}
      and f.check_id = open.id and f.uploaded_by = 'candidate'
    returning f.file_token, f.file_id, f.check_id, open.applicant_id, f.size`);
}

/** Deletes those of these files of a check that this actor uploaded. */
export function deleteAttachmentsOf(
  db: Db,
  tenant: Tenant,
  {
    checkId,
    uploadedBy,
    fileTokens,
  }: { readonly checkId: string; readonly uploadedBy: Actor; readonly fileTokens: readonly string[] },
): Promise<Pick<RemovedFileRow, 'file_token' | 'file_id' | 'size'>[]> {
  return db.rows(sql`
    delete from attachments
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and uploaded_by = ${uploadedBy} and file_token = any (${fileTokens}::uuid[])
    returning file_token, file_id, size`);
}

export async function insertQuarantinedFile(db: Db, file: NewQuarantinedFile): Promise<void> {
  await db.run(sql`
    insert into quarantined_files (account_id, environment, file_token, check_id, file_id, size, sealed_facts, threat,
      uploaded_by, created_at)
    values (${file.accountId}, ${file.environment}, ${file.fileToken}, ${file.checkId}, ${file.fileId}, ${file.size},
      ${file.sealedFacts}, ${file.threat}, ${file.uploadedBy}, ${file.createdAt})`);
}

export interface UploadRoomRow extends UploadRoom {
  readonly is_token_used: boolean;
}

/** @param since from when on the files of the whole account count */
export async function findUploadRoom(
  db: Db,
  tenant: Tenant,
  { checkId, fileToken, since }: { readonly checkId: string; readonly fileToken: string; readonly since: Date },
): Promise<UploadRoomRow> {
  const own = sql`f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment}`;
  const stored = sql`'files', count(*), 'bytes', coalesce(sum(f.size), 0)`;
  const row = await db.row<UploadRoomRow>(sql`
    select
      exists (select from attachments f where ${own} and f.file_token = ${fileToken}) as is_token_used,
      (select json_build_object(${stored}) from attachments f where ${own} and f.check_id = ${checkId}) as check,
      (select json_build_object(${stored}) from attachments f
        where ${own} and f.check_id = ${checkId} and f.uploaded_by = 'candidate') as candidate,
      (select json_build_object(${stored}) from attachments f
        where ${own} and f.check_id = ${checkId} and f.uploaded_by like 'referee:%') as referees,
      (select coalesce(sum(f.size), 0)::bigint from attachments f
        where ${own} and f.created_at > ${since}) as account_bytes`);
  return row!;
}

export interface AttachmentRow extends Omit<OrderRow, 'status'> {
  readonly file_token: string;
  readonly file_id: string;
  readonly order_id: number;
  readonly size: number;
  readonly sealed_facts: Buffer;
  readonly uploaded_by: Actor;
  readonly created_at: Date;
  readonly report_id: string | null;
  /** Null for a file of the whole order. */
  readonly report_status: ReportState | null;
  /** By the candidate or by a user of the client. */
  readonly is_given: boolean;
  readonly is_restricted: boolean;
  /** Of a referee who has not sent it: with the reference, or with a correction. */
  readonly is_unsent: boolean;
}

const columns = sql`
  f.file_token, f.file_id, f.check_id, f.size, f.sealed_facts, f.uploaded_by, f.created_at, f.report_id, c.order_id, c.applicant_id,
  a.sealed_key, r.status as report_status,
  f.uploaded_by = 'candidate' or exists (
    select from users u where u.account_id = f.account_id and f.uploaded_by = 'user:' || u.id
  ) as is_given, ${isCheckRestricted} as is_restricted,
  f.uploaded_by like 'referee:%' and not exists (
    select from report_references q
    where (q.account_id, q.environment, q.check_id) = (f.account_id, f.environment, f.check_id)
      and q.status = 'answered' and q.replied_at >= f.created_at and 'referee:' || q.id || ':' || q.referee_number = f.uploaded_by
  ) as is_unsent`;

const source = sql`
  from attachments f
  join checks c on (c.account_id, c.environment, c.id) = (f.account_id, f.environment, f.check_id)
  join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    and a.erased_at is null
  left join reports r on (r.account_id, r.environment, r.id) = (f.account_id, f.environment, f.report_id)`;

export function findAttachment(db: Db, scope: OrderScope, fileToken: string): Promise<AttachmentRow | undefined> {
  return db.row<AttachmentRow>(sql`
    select ${columns} ${source}
    where f.account_id = ${scope.accountId} and f.environment = ${scope.environment} and f.file_token = ${fileToken}
      and ${isSeenBy(scope)}`);
}

/** Of those that are left, without those of who was erased. */
export function findAttachmentsNamed(
  db: Db,
  tenant: Tenant,
  fileTokens: readonly string[],
): Promise<Pick<AttachmentRow, 'file_token' | 'applicant_id' | 'sealed_key' | 'sealed_facts'>[]> {
  return db.rows(sql`
    select f.file_token, f.sealed_facts, c.applicant_id, a.sealed_key ${source}
    where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment}
      and f.file_token = any (${fileTokens}::uuid[])`);
}

/** In the order of upload. */
export function findAttachmentsOfCheck(db: Db, tenant: Tenant, checkId: string): Promise<AttachmentRow[]> {
  return db.rows<AttachmentRow>(sql`
    select ${columns} ${source}
    where f.account_id = ${tenant.accountId} and f.environment = ${tenant.environment} and f.check_id = ${checkId}
    order by f.created_at, f.file_token`);
}

/** Whether the file and the report, if one is named, belong to the check. */
export async function updateAttachmentReport(
  db: Db,
  tenant: Tenant,
  {
    checkId,
    fileToken,
    reportId,
  }: { readonly checkId: string; readonly fileToken: string; readonly reportId: string | null },
): Promise<boolean> {
  const count = await db.run(sql`
    update attachments set report_id = ${reportId}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and file_token = ${fileToken}
      and (${reportId}::uuid is null or exists (
        select from reports r
        where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
          and r.id = ${reportId}))`);
  return count === 1;
}

export interface QuarantinedFileRow {
  readonly file_id: string;
  readonly environment: Environment;
  readonly file_token: string;
  readonly check_id: string;
  readonly applicant_id: string;
  readonly order_id: number;
  readonly size: number;
  readonly threat: string;
  readonly uploaded_by: Actor;
  readonly created_at: Date;
}

/** Of both environments, in the order of upload; the applicants may be erased. */
export function findQuarantine(db: Db, accountId: string): Promise<QuarantinedFileRow[]> {
  return db.rows<QuarantinedFileRow>(sql`
    select f.file_id, f.environment, f.file_token, f.check_id, c.applicant_id, c.order_id, f.size, f.threat,
      f.uploaded_by, f.created_at
    from quarantined_files f
    join checks c on (c.account_id, c.environment, c.id) = (f.account_id, f.environment, f.check_id)
    where f.account_id = ${accountId}
    order by f.created_at, f.file_id`);
}

/** Whether the row existed. */
export async function deleteQuarantinedFile(db: Db, tenant: Tenant, fileId: string): Promise<boolean> {
  const count = await db.run(sql`
    delete from quarantined_files
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and file_id = ${fileId}`);
  return count === 1;
}

/** Across accounts: the program generates file names, and the sweep has no tenant. */
export async function findAttachedFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from attachments where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}

export async function findQuarantinedFiles(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ file_id: string }>(sql`
    select file_id from quarantined_files where file_id = any (${names}::uuid[])`);
  return rows.map((row) => row.file_id);
}
