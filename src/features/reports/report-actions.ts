// Reads reports and applies their moves, always for their check, whose lock the caller holds.
import { type Caller, type Ctx, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type Expected, expectedCheck, expectedReport, type OpenReport } from './expected-date-rules.ts';
import { manualProvider, type Report, sandboxProvider } from './report.ts';
import { findOpenReports, type OpenReportRow } from './report-history-queries.ts';
import { type Findings, noFindings, type Outcome, outcomeProblems, trafficLightOf } from './report-rules.ts';
import { isOpen, nextReportState, type ReportMove, reportMoveEvents } from './report-states.ts';
import {
  creditReport,
  findReport,
  findReportsOfChecks,
  type ReportRow,
  requestReports as requestReportRows,
  updateReport,
} from './report-store.ts';

const findingsOf = (reportId: string) => `reports.findings ${reportId}`;

/** @param key the applicant's; undefined if it was destroyed: the findings are then lost */
function open(row: ReportRow, key: DataKey | undefined): Report {
  return {
    id: row.id,
    checkId: row.check_id,
    reportTypeId: row.report_type_id,
    name: row.name,
    variant: row.variant,
    options: row.options,
    status: row.status,
    result: row.result,
    subResult: row.sub_result,
    trafficLight: row.traffic_light,
    provider: row.provider,
    createdAt: row.created_at,
    requestedAt: row.requested_at,
    completedAt: row.completed_at,
    findings:
      row.sealed_findings === null || key === undefined
        ? noFindings
        : key.open<Findings>(findingsOf(row.id), row.sealed_findings),
  };
}

/** The reports of a check in the order in which they were ordered. */
export async function reportsOfCheck(
  ctx: Ctx,
  tenant: Tenant,
  checkId: string,
  key: DataKey | undefined,
): Promise<Report[]> {
  return (await findReportsOfChecks(ctx.db, tenant, [checkId])).map((row) => open(row, key));
}

/** The reports of several checks. @param keyOf by check, as `reportsOfCheck` takes it */
export async function reportsOfChecks(
  ctx: Ctx,
  tenant: Tenant,
  checkIds: readonly string[],
  keyOf: (checkId: string) => DataKey | undefined,
): Promise<ReadonlyMap<string, readonly Report[]>> {
  const rows = await findReportsOfChecks(ctx.db, tenant, checkIds);
  return Map.groupBy(
    rows.map((row) => open(row, keyOf(row.check_id))),
    (report) => report.checkId,
  );
}

/** @returns the report and its applicant, null if there are no findings */
export async function readReport(
  ctx: Ctx,
  tenant: Tenant,
  checkId: string,
  reportId: string,
): Promise<{ readonly report: Report; readonly applicantId: string | null }> {
  const row = await findReport(ctx.db, tenant, checkId, reportId);
  if (row === undefined) throw new Refusal('not_found');
  const applicantId = row.applicant_id;
  if (applicantId === null || row.sealed_key === null) return { report: open(row, undefined), applicantId };
  const account = await ctx.keys.forAccount(tenant.accountId);
  return { report: open(row, applicantKey(account, tenant, applicantId, row.sealed_key)), applicantId };
}

/** The check of a report, with the key that encrypts its findings. */
export interface CheckOfReport {
  readonly id: string;
  readonly applicantId: string;
  readonly key: DataKey;
}

type AboutCheck = Pick<CheckOfReport, 'id' | 'applicantId'>;

function eventAbout(
  check: AboutCheck,
  report: Pick<Report, 'id'>,
  type: EventToStore['type'],
  status: string,
): EventToStore {
  return {
    type,
    resourceId: report.id,
    status,
    applicantId: check.applicantId,
    checkId: check.id,
    reportId: report.id,
  };
}

const isAskedOutside = (provider: string) => provider !== manualProvider && provider !== sandboxProvider;

/** The job that requests a report from its provider, polls for the answer, or cancels a request. */
export const jobOf = ({ accountId, environment }: Tenant, { id, checkId }: Pick<Report, 'id' | 'checkId'>) => ({
  accountId,
  environment,
  checkId,
  reportId: id,
});

export interface ReportMoveArguments {
  readonly move: ReportMove;
  /** Required to complete, stored with a report that awaits approval, ignored otherwise. */
  readonly outcome?: Outcome;
}

/** Moves one report: row, event and credit. Refuses moves that the table of states does not have. */
export async function moveReportOf(
  tx: Ctx,
  caller: Caller,
  check: CheckOfReport,
  report: Report,
  { move, outcome }: ReportMoveArguments,
): Promise<Report> {
  const status = nextReportState(report.status, move);
  if (status === undefined) {
    throw new Refusal('state_does_not_allow', { status: [`is ${report.status}, which does not allow this`] });
  }
  const found = move === 'complete' || move === 'await_approval' ? outcome : undefined;
  if (found !== undefined) outcomeProblems(found, reportTypeById(report.reportTypeId)!).refuse('invalid_fields');
  const result = found?.result ?? report.result;
  if (move === 'complete' && result === null) throw new Refusal('invalid_fields', { result: ["can't be blank"] });
  const completedAt = move === 'complete' ? timeFor(tx, caller) : report.completedAt;
  const moved: Report = {
    ...report,
    status,
    completedAt,
    ...(found === undefined
      ? {}
      : {
          result: found.result,
          subResult: found.subResult,
          trafficLight: trafficLightOf(found.result, found.trafficLight),
          findings: found.findings,
        }),
  };
  await updateReport(tx.db, caller, {
    id: report.id,
    status,
    ...(completedAt === null ? {} : { completedAt }),
    ...(found === undefined
      ? {}
      : {
          result: found.result,
          subResult: found.subResult,
          trafficLight: trafficLightOf(found.result, found.trafficLight),
          sealedFindings: check.key.seal(findingsOf(report.id), found.findings),
        }),
  });
  if ((move === 'withdraw' || move === 'cancel') && report.requestedAt === null) {
    await creditReport(tx.db, caller, report.id, timeFor(tx, caller));
  }
  await storeEvents(tx, caller, [eventAbout(check, report, reportMoveEvents[move], status)]);
  if (!isOpen(status) && isAskedOutside(report.provider))
    await tx.jobs.add(tx.db, 'request_report', jobOf(caller, report));
  return moved;
}

/** The events to store and the jobs to enqueue for requested reports. */
export function requestsOf(tenant: Tenant, check: AboutCheck, reports: readonly Pick<Report, 'id' | 'status'>[]) {
  return {
    events: reports.map((report) => eventAbout(check, report, 'report.requested', report.status)),
    jobs: reports.map(({ id }) => jobOf(tenant, { id, checkId: check.id })),
  };
}

/** Marks the open reports of a check as requested. */
export async function markReportsRequested(tx: Ctx, caller: Caller, check: AboutCheck) {
  return requestsOf(caller, check, await requestReportRows(tx.db, caller, check.id, timeFor(tx, caller)));
}

export interface ExpectedDates {
  /** Of the check; null if that is not known of one of its open reports. */
  readonly check: Expected | null;
  /** By the ids of the open reports. */
  readonly reports: ReadonlyMap<string, Expected | null>;
}

/** When the open reports of a check are expected, on the account's clock. */
export async function readExpectedDates(ctx: Ctx, caller: Caller, checkId: string): Promise<ExpectedDates> {
  const rows = await findOpenReports(ctx.db, caller, checkId);
  const today = ukDateOf(timeFor(ctx, caller));
  const reports = new Map(rows.map((row) => [row.id, expectedReport(openReportOf(row), today)] as const));
  return { check: expectedCheck([...reports.values()]), reports };
}

function openReportOf({ requested_on, due_on, completed, median_days, p90_days }: OpenReportRow): OpenReport {
  const history =
    median_days === null || p90_days === null ? null : { completed, medianDays: median_days, p90Days: p90_days };
  return { requestedOn: requested_on, dueOn: due_on, history };
}
