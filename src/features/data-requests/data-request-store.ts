// Rows of the register of requests about people's data, and of the steps that were taken about each.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { AskerKind, ComplaintSubject, RootCause } from './complaint.ts';
import type { RequestKind, RequestWay, StepName, ToldWay } from './data-request.ts';

export interface DataRequestRow {
  readonly id: string;
  readonly kind: RequestKind;
  readonly way: RequestWay;
  readonly received_on: IsoDate;
  readonly applicant_id: string | null;
  readonly check_id: string | null;
  readonly sealed_words: Buffer | null;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
  readonly due_on: IsoDate | null;
  readonly is_open: boolean;
  readonly subject: ComplaintSubject | null;
  readonly asker: AskerKind | null;
  readonly sealed_asker: Buffer | null;
  readonly owner_id: string | null;
  readonly root_cause: RootCause | null;
  readonly sealed_change: Buffer | null;
}

export type NewDataRequestRow = Omit<DataRequestRow, 'owner_id' | 'root_cause' | 'sealed_change'>;

const columns = sql`q.id, q.kind, q.way, q.received_on::text as received_on, q.applicant_id, q.check_id, q.sealed_words,
  q.recorded_by, q.recorded_at, q.due_on::text as due_on, q.is_open, q.subject, q.asker, q.sealed_asker, q.owner_id,
  q.root_cause, q.sealed_change`;

const ofTenant = ({ accountId, environment }: Tenant): Sql =>
  sql`q.account_id = ${accountId} and q.environment = ${environment}`;

/** Nothing is inserted while another request of this kind, of the person or of the client, is open. Returns whether it was inserted. */
export async function insertDataRequest(db: Db, tenant: Tenant, row: NewDataRequestRow): Promise<boolean> {
  const inserted = await db.row(sql`
    insert into data_requests (account_id, environment, id, kind, way, received_on, applicant_id, check_id, sealed_words,
      recorded_by, recorded_at, due_on, is_open, subject, asker, sealed_asker)
    values (${tenant.accountId}, ${tenant.environment}, ${row.id}, ${row.kind}, ${row.way}, ${row.received_on},
      ${row.applicant_id}, ${row.check_id}, ${row.sealed_words}, ${row.recorded_by}, ${row.recorded_at}, ${row.due_on},
      ${row.is_open}, ${row.subject}, ${row.asker}, ${row.sealed_asker})
    on conflict (account_id, environment, applicant_id, kind, (way = 'client_itself'))
      where is_open and applicant_id is not null and kind <> 'complaint' do nothing
    returning id`);
  return inserted !== undefined;
}

/** Locked, so that its steps follow each other. */
export function lockDataRequest(db: Db, tenant: Tenant, id: string): Promise<DataRequestRow | undefined> {
  return db.row<DataRequestRow>(sql`
    select ${columns} from data_requests q where ${ofTenant(tenant)} and q.id = ${id} for update`);
}

export function findDataRequest(db: Db, tenant: Tenant, id: string): Promise<DataRequestRow | undefined> {
  return db.row<DataRequestRow>(sql`select ${columns} from data_requests q where ${ofTenant(tenant)} and q.id = ${id}`);
}

/** The newest first. */
export function findDataRequestsOf(db: Db, tenant: Tenant, applicantId: string): Promise<DataRequestRow[]> {
  return db.rows<DataRequestRow>(sql`
    select ${columns} from data_requests q
    where ${ofTenant(tenant)} and q.applicant_id = ${applicantId} order by q.received_on desc, q.id desc`);
}

export function findOpenRequests(
  db: Db,
  tenant: Tenant,
  applicantId: string,
  kinds: readonly RequestKind[],
): Promise<DataRequestRow[]> {
  return db.rows<DataRequestRow>(sql`
    select ${columns} from data_requests q
    where ${ofTenant(tenant)} and q.applicant_id = ${applicantId} and q.is_open and q.kind = any (${kinds}::text[])
    order by q.id for update`);
}

/** Whether a restriction that it asked for waits for its decision, which ends the request. */
export async function isDecidedElsewhere(db: Db, tenant: Tenant, id: string): Promise<boolean> {
  const row = await db.row(sql`
    select from restrictions x
    where x.account_id = ${tenant.accountId} and x.environment = ${tenant.environment} and x.id = ${id}
      and x.status = 'open'`);
  return row !== undefined;
}

export async function updateClock(
  db: Db,
  tenant: Tenant,
  id: string,
  { dueOn, isOpen }: { readonly dueOn: IsoDate | null; readonly isOpen: boolean },
): Promise<void> {
  await db.run(sql`
    update data_requests set due_on = ${dueOn}, is_open = ${isOpen}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** @param sealedAsker as it is now, with what they were told */
export async function updateAsker(db: Db, tenant: Tenant, id: string, sealedAsker: Buffer): Promise<void> {
  await db.run(sql`
    update data_requests set sealed_asker = ${sealedAsker}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** @param owner who deals with it; null for nobody */
export async function updateOwner(
  db: Db,
  tenant: Tenant,
  id: string,
  { owner, subject }: { readonly owner: string | null; readonly subject: ComplaintSubject | null },
): Promise<void> {
  await db.run(sql`
    update data_requests set owner_id = ${owner}, subject = ${subject}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export async function updateCause(
  db: Db,
  tenant: Tenant,
  id: string,
  { rootCause, sealedChange }: { readonly rootCause: RootCause | null; readonly sealedChange: Buffer | null },
): Promise<void> {
  await db.run(sql`
    update data_requests set root_cause = ${rootCause}, sealed_change = ${sealedChange}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

/** Of people who are no candidates, answered so many months ago: their words, their files and who they are. Returns of how many. */
export async function forgetAnswered(
  db: Db,
  now: Date,
  months: { readonly complaint: number; readonly other: number },
): Promise<number> {
  const gone = await db.rows(sql`
    with due as (
      update data_requests q set sealed_words = null, sealed_asker = null
      where q.applicant_id is null and not q.is_open
        and (q.sealed_words is not null or q.sealed_asker is not null or exists (
          select from data_request_files f
          where (f.account_id, f.environment, f.request_id) = (q.account_id, q.environment, q.id)))
        and (
          select max(s.on_day) from data_request_steps s
          where (s.account_id, s.environment, s.request_id) = (q.account_id, q.environment, q.id)
        ) < (${now}::timestamptz - make_interval(
          months => case q.kind when 'complaint' then ${months.complaint}::integer else ${months.other}::integer end))::date
      returning q.account_id, q.environment, q.id
    ),
    files as (
      delete from data_request_files f using due
      where (f.account_id, f.environment, f.request_id) = (due.account_id, due.environment, due.id)
    )
    select id from due`);
  return gone.length;
}

/** Those that users of the client itself recorded, the newest first. @param by only one user's */
export function findComplaintsOfClient(db: Db, tenant: Tenant, by: Actor | undefined): Promise<DataRequestRow[]> {
  return db.rows<DataRequestRow>(sql`
    select ${columns} from data_requests q
    where ${ofTenant(tenant)} and q.kind = 'complaint' and q.asker = 'client' and q.way = 'client_itself'
      and (${by ?? null}::text is null or q.recorded_by = ${by ?? null})
    order by q.received_on desc, q.id desc limit 100`);
}

export async function updateReminded(db: Db, tenant: Tenant, id: string, on: IsoDate): Promise<void> {
  await db.run(sql`
    update data_requests set reminded_on = ${on}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${id}`);
}

export interface StepRow {
  readonly request_id: string;
  readonly step: StepName;
  readonly on_day: IsoDate;
  readonly code: string | null;
  readonly told: ToldWay | null;
  readonly sealed_words: Buffer | null;
  readonly taken_by: Actor;
  readonly taken_at: Date;
}

/** After the earlier ones; the request is locked. */
export async function insertStep(db: Db, tenant: Tenant, row: StepRow): Promise<void> {
  await db.run(sql`
    insert into data_request_steps (account_id, environment, request_id, number, step, on_day, code, told, sealed_words,
      taken_by, taken_at)
    select ${tenant.accountId}, ${tenant.environment}, ${row.request_id}, count(*) + 1, ${row.step}, ${row.on_day}::date,
      ${row.code}, ${row.told}, ${row.sealed_words}, ${row.taken_by}, ${row.taken_at}::timestamptz
    from data_request_steps s
    where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment}
      and s.request_id = ${row.request_id}`);
}

/** The oldest first. */
export function findSteps(db: Db, tenant: Tenant, requestIds: readonly string[]): Promise<StepRow[]> {
  return db.rows<StepRow>(sql`
    select s.request_id, s.step, s.on_day::text as on_day, s.code, s.told, s.sealed_words, s.taken_by, s.taken_at
    from data_request_steps s
    where s.account_id = ${tenant.accountId} and s.environment = ${tenant.environment}
      and s.request_id = any (${requestIds}::uuid[])
    order by s.request_id, s.number`);
}
