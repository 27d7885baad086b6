// Rows of the periods in which a report waits for somebody.
import type { Actor, Tenant } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { ReportState } from './report-states.ts';
import { type EndedWait, postponingWaits } from './wait-rules.ts';

export type WaitingFor = 'client' | 'candidate' | 'source';

/** Orders the waits of one report: two that end at once would each overlook the other. */
export async function lockReport(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    select 1 from reports
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
    for no key update`);
}

export async function insertWait(
  db: Db,
  tenant: Tenant,
  wait: { readonly reportId: string; readonly waitingFor: WaitingFor; readonly causeId: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into report_waits (account_id, environment, report_id, cause_id, waiting_for, started_at)
    values (${tenant.accountId}, ${tenant.environment}, ${wait.reportId}, ${wait.causeId}, ${wait.waitingFor}, ${wait.at})
    on conflict do nothing`);
}

export async function closeWait(
  db: Db,
  tenant: Tenant,
  wait: { readonly reportId: string; readonly causeId: string; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    update report_waits set ended_at = greatest(started_at, ${wait.at}::timestamptz)
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${wait.reportId}
      and cause_id = ${wait.causeId} and ended_at is null`);
}

/** What a report waited for, and which ended with it. */
export interface EndedRequest {
  /** A referee who was reminded in vain waits for nothing, and is told all the same that nobody waits for them. */
  readonly kind: 'query' | 'reference' | 'supplier_request' | 'silent_referee' | 'appointment';
  readonly id: string;
  /** Of a query. */
  readonly addressee: string | null;
  /** Of a request to a supplier. */
  readonly supplier_id: string | null;
}

/**
 * Ends every wait of a report and what it waits for: withdraws the open queries and the references that are out with
 * their referees, leaves what is out with suppliers to be called off, at the cost that was agreed, calls the appointments off that are to come, and deletes the deadlines at which somebody would be chased. Returns what it withdrew.
 */
export function closeWaits(
  db: Db,
  tenant: Tenant,
  {
    checkId,
    reportId,
    by,
    at,
  }: { readonly checkId: string; readonly reportId: string; readonly by: Actor; readonly at: Date },
): Promise<EndedRequest[]> {
  return db.rows<EndedRequest>(sql`
    with ended as (
      update report_waits set ended_at = greatest(started_at, ${at}::timestamptz)
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and ended_at is null
    ), withdrawn_queries as (
      update queries set status = 'withdrawn', ended_by = ${by}, ended_at = ${at}
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and status = 'open'
      returning id, addressee
    ), withdrawn_references as (
      update report_references set status = 'withdrawn'
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and status = 'requested'
      returning id
    ), cancelled_requests as (
      update supplier_requests set status = 'to_call_off', ended_by = ${by}, ended_at = ${at}
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and status = 'sent'
      returning id, supplier_id
    ), called_off as (
      update appointments set outcome = 'called_off', ended_by = ${by}, ended_at = ${at}
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and at > ${at}::timestamptz and outcome is null
      returning id
    ), ended_deadlines as (
      delete from deadlines
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
        and report_id = ${reportId}
    ), waiting_for_nobody as (
      update reports set waiting_for = null
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
        and waiting_for is not null
    )
    select 'query' as kind, id, addressee, null::uuid as supplier_id from withdrawn_queries
    union all select 'reference', id, null, null from withdrawn_references
    union all select 'supplier_request', id, null, supplier_id from cancelled_requests
    union all select 'appointment', id, null, null from called_off
    union all select 'silent_referee', id, null, null from report_references
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
        and status = 'unanswered'
    order by id`);
}

/** Copies the first open wait to the report, and returns it. */
export async function copyFirstWait(db: Db, tenant: Tenant, reportId: string): Promise<WaitingFor | null> {
  const row = await db.row<{ waiting_for: WaitingFor | null }>(sql`
    update reports r set waiting_for = (
      select w.waiting_for from report_waits w
      where w.account_id = r.account_id and w.environment = r.environment and w.report_id = r.id and w.ended_at is null
      order by array_position(array['client', 'candidate', 'source'], w.waiting_for) limit 1
    )
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}
    returning r.waiting_for`);
  return row?.waiting_for ?? null;
}

export interface PostponedReport {
  readonly checkId: string;
  readonly applicantId: string;
  readonly status: ReportState;
  /** The day that follows from the working days of its type, also where somebody moved it by hand. */
  readonly dueOn: IsoDate;
  readonly isMovedByHand: boolean;
  readonly jurisdiction: Jurisdiction;
}

/** Undefined if no day follows from the working days of its type. */
export function findPostponed(db: Db, tenant: Tenant, reportId: string): Promise<PostponedReport | undefined> {
  return db.row<PostponedReport>(sql`
    select r.check_id as "checkId", c.applicant_id as "applicantId", r.status,
      case when r.due_on_is_set then r.first_due_on else r.due_on end as "dueOn", r.due_on_is_set as "isMovedByHand",
      c.jurisdiction
    from reports r join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}
      and case when r.due_on_is_set then r.first_due_on else r.due_on end is not null`);
}

/** The waits for the candidate and the client. */
export function findWaitsForPeople(db: Db, tenant: Tenant, reportId: string): Promise<EndedWait[]> {
  return db.rows<EndedWait>(sql`
    select started_at, ended_at from report_waits
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
      and waiting_for = any (${postponingWaits}::text[])`);
}

/** @param isMovedByHand the day that somebody chose stays, and the one before it moves */
export async function updateDueOn(
  db: Db,
  tenant: Tenant,
  reportId: string,
  { dueOn, isMovedByHand }: Pick<PostponedReport, 'dueOn' | 'isMovedByHand'>,
): Promise<void> {
  await db.run(sql`
    update reports set
      due_on = case when ${isMovedByHand}::boolean then due_on else ${dueOn}::date end,
      first_due_on = case when ${isMovedByHand}::boolean then ${dueOn}::date else first_due_on end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}
