// Rows of reports, found by account and check only.

import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { groupCommit } from '../../platform/db/group-commit.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { ApprovalReason } from './approval-rules.ts';
import type { Pause } from './report.ts';
import type { SubResult, TrafficLight } from './report-rules.ts';
import type { ReportState } from './report-states.ts';
import type { ListedFindings } from './right-to-work-rules.ts';

export interface ReportRow {
  readonly id: string;
  readonly check_id: string;
  readonly report_type_id: number;
  readonly name: string;
  readonly variant: string | null;
  readonly options: readonly OrderedOption[] | null;
  readonly status: ReportState;
  readonly result: ReportResult | null;
  readonly sub_result: SubResult | null;
  readonly traffic_light: TrafficLight | null;
  readonly approval_reasons: readonly ApprovalReason[] | null;
  readonly monitor: MonitorPlanName | null;
  readonly found_change: boolean;
  readonly paused_for_answers: boolean;
  readonly pause_reason: DelayReason | null;
  readonly paused_until: IsoDate | null;
  readonly provider: string;
  readonly working_days: number | null;
  readonly created_at: Date;
  readonly requested_at: Date | null;
  readonly completed_at: Date | null;
  readonly reopened_at: Date | null;
  readonly sealed_findings: Buffer | null;
}

const columns = sql`
  r.id, r.check_id, r.report_type_id, r.name, r.variant, r.options, r.status, r.result, r.sub_result, r.traffic_light,
  r.approval_reasons, r.monitor, r.found_change, r.paused_for_answers,
  r.pause_reason, r.paused_until, r.provider, r.working_days, r.created_at, r.requested_at, r.completed_at, r.reopened_at, r.sealed_findings`;

/** In the order in which they were ordered. */
export function findReportsOfChecks(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<ReportRow[]> {
  return db.rows<ReportRow>(sql`
    select ${columns} from reports r
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment}
      and r.check_id = any (${checkIds}::uuid[])
    order by r.check_id, r.position`);
}

export interface ReportRowWithKey extends ReportRow {
  /** Each null if there are no findings to decrypt. */
  readonly applicant_id: string | null;
  readonly sealed_key: Buffer | null;
  readonly is_restricted: boolean | null;
}

interface WantedReport extends Tenant {
  readonly checkId: string;
  readonly reportId: string;
}

/** Concurrent requests share one statement, because reading a report is the most frequent request. */
const findWantedReport = groupCommit<WantedReport, ReportRowWithKey | undefined>(async (db, wanted) => {
  const rows = await db.rows<ReportRowWithKey & { wanted: number }>(sql`
    select w.ordinality as wanted, ${columns}, k.applicant_id, k.sealed_key, k.is_restricted
    from unnest(
      ${wanted.map((one) => one.accountId)}::uuid[], ${wanted.map((one) => one.environment)}::text[],
      ${wanted.map((one) => one.checkId)}::uuid[], ${wanted.map((one) => one.reportId)}::uuid[]
    ) with ordinality as w(account_id, environment, check_id, id, ordinality)
    join reports r on r.account_id = w.account_id and r.environment = w.environment and r.id = w.id
      and r.check_id = w.check_id
    left join lateral (
      select c.applicant_id, a.sealed_key, ${isCheckRestricted} as is_restricted
      from checks c
      join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
      where r.sealed_findings is not null
        and c.account_id = r.account_id and c.environment = r.environment and c.id = r.check_id
    ) k on true`);
  const found = new Map(rows.map((row) => [row.wanted, row]));
  return wanted.map((_, index) => found.get(index + 1));
});

/** A lookup of its own, so that those who see the whole account do not wait for it. */
async function isCheckSeen(db: Db, tenant: Tenant, checkId: string): Promise<boolean> {
  const row = await db.row<{ seen: boolean }>(sql`
    select exists (
      select from checks c
      where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.id = ${checkId}
        and ${isOfScope(tenant, sql`c.subsidiary_id`)}
    ) as seen`);
  return row!.seen;
}

export async function findReport(
  db: Db,
  tenant: Tenant,
  checkId: string,
  reportId: string,
): Promise<ReportRowWithKey | undefined> {
  if ((tenant.subsidiaryIds ?? null) !== null && !(await isCheckSeen(db, tenant, checkId))) return undefined;
  return findWantedReport(db, { ...tenant, checkId, reportId });
}

/** `ListedFindings` are those of the findings, and stored with them. */
export interface ReportChange extends Partial<ListedFindings> {
  readonly id: string;
  readonly status?: ReportState;
  readonly result?: ReportResult;
  readonly subResult?: SubResult | null;
  readonly trafficLight?: TrafficLight;
  /** null as soon as the report is reopened; undefined keeps it. */
  readonly completedAt?: Date | null;
  /** Stored as given: nothing keeps them. */
  readonly approvalReasons: readonly ApprovalReason[] | null;
  readonly foundChange: boolean;
  readonly pausedForAnswers: boolean;
  /** Stored as given. */
  readonly pause: Pause;
  readonly sealedFindings?: Buffer;
  /** The complete report is opened again; undefined keeps when it was. */
  readonly reopened?: { readonly at: Date; readonly dueOn: IsoDate | null } | undefined;
}

/** Marks in the queue who answered. */
export async function markAnswered(
  db: Db,
  tenant: Tenant,
  reportId: string,
  { by, at }: { readonly by: 'query' | 'source'; readonly at: Date },
): Promise<void> {
  const change = by === 'query' ? sql`answered_at = ${at}` : sql`source_answered_at = ${at}`;
  await db.run(sql`
    update reports set ${change}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}

export async function unmarkAnswered(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    update reports set answered_at = null, source_answered_at = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}

export async function updateReport(db: Db, tenant: Tenant, change: ReportChange): Promise<void> {
  await db.run(sql`
    update reports set
      status = coalesce(${change.status ?? null}, status),
      result = coalesce(${change.result ?? null}, result),
      sub_result = case when ${change.subResult !== undefined}::boolean then ${change.subResult ?? null} else sub_result end,
      traffic_light = coalesce(${change.trafficLight ?? null}, traffic_light),
      completed_at = case when ${change.completedAt !== undefined}::boolean
        then ${change.completedAt ?? null}::timestamptz else completed_at end,
      first_completed_at = coalesce(first_completed_at, ${change.completedAt ?? null}::timestamptz),
      reopened_at = coalesce(${change.reopened?.at ?? null}::timestamptz, reopened_at),
      due_on = case when ${change.reopened !== undefined}::boolean then ${change.reopened?.dueOn ?? null}::date else due_on end,
      due_on_is_set = due_on_is_set and ${change.reopened === undefined}::boolean,
      first_result_due_on = case when ${change.reopened !== undefined}::boolean and reopened_at is null
        then coalesce(first_due_on, due_on) else first_result_due_on end,
      first_due_on = case when ${change.reopened === undefined}::boolean then first_due_on end,
      delay_reason = case when ${change.reopened === undefined}::boolean then delay_reason end,
      approval_reasons = ${change.approvalReasons}::text[],
      found_change = ${change.foundChange},
      paused_for_answers = ${change.pausedForAnswers},
      pause_reason = ${change.pause.because},
      paused_until = ${change.pause.until}::date,
      answered_at = case when coalesce(${change.status ?? null}, status) in ('awaiting_data', 'paused') then answered_at end,
      source_answered_at = case when coalesce(${change.status ?? null}, 'paused') in ('awaiting_data', 'paused') then source_answered_at end,
      sealed_findings = coalesce(${change.sealedFindings ?? null}, sealed_findings),
      contents_deleted_at = case when ${change.sealedFindings === undefined}::boolean then contents_deleted_at end,
      -- Of an earlier day than was known the client is told, even if the usual day of a notice has passed.
      permission_noticed_on = case when ${change.permissionEndsOn ?? null}::date < permission_ends_on
        or ${change.licenceEndsOn ?? null}::date < licence_ends_on then '-infinity' else permission_noticed_on end,
      permission_ends_on = case when ${change.sealedFindings !== undefined}::boolean
        then ${change.permissionEndsOn ?? null}::date else permission_ends_on end,
      licence_ends_on = case when ${change.sealedFindings !== undefined}::boolean
        then ${change.licenceEndsOn ?? null}::date else licence_ends_on end,
      unconfirmed = case when ${change.sealedFindings !== undefined}::boolean
        then ${change.unconfirmed ?? []}::text[] else unconfirmed end,
      excuse = case when ${change.sealedFindings !== undefined}::boolean then ${change.excuse ?? null} else excuse end
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${change.id}`);
}

/** Gives a report to who proposed its outcome, as far as that is a person who still works at the desk and is not away; else to nobody. */
export async function handOver(
  db: Db,
  tenant: Tenant,
  reportId: string,
  { to, at }: { readonly to: 'nobody' | 'proposer'; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    update reports r set previous_assignee_id = coalesce(r.assignee_id, r.previous_assignee_id), assignee_id = (
      select d.id from (
        select o.author from report_outcomes o
        where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
        order by o.version desc limit 1
      ) p join desk_users d on p.author = 'user:' || d.id and d.disabled_at is null
        and (${ukDateOf(at)}::date between d.away_from and d.away_until) is not true
      where ${to} = 'proposer'
    )
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}`);
}

/**
 * Marks the check's open reports as requested and returns them. A due date that a screener set stays. @param dueOn by the
 * ids of the reports
 */
export function requestReports(
  db: Db,
  tenant: Tenant,
  checkId: string,
  { at, dueOn }: { readonly at: Date; readonly dueOn: ReadonlyMap<string, IsoDate | null> },
): Promise<ReportRow[]> {
  return db.rows<ReportRow>(sql`
    update reports r set requested_at = ${at}, due_on = case when r.due_on_is_set then r.due_on else d.due_on end,
      first_due_on = case when r.due_on_is_set then d.due_on end
    from unnest(${[...dueOn.keys()]}::uuid[], ${[...dueOn.values()]}::date[]) as d(id, due_on)
    where r.id = d.id and r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and r.requested_at is null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
    returning ${columns}`);
}

/** The contents of its certificate are deleted. */
export async function updateEmptied(
  db: Db,
  tenant: Tenant,
  { reportId, sealedFindings, at }: { readonly reportId: string; readonly sealedFindings: Buffer; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    update reports set sealed_findings = ${sealedFindings}, contents_deleted_at = ${at}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
}
