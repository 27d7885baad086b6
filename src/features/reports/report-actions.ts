// Reads reports and applies their moves, always for their check, whose lock the caller holds.
import { isDeepStrictEqual } from 'node:util';
import { type Caller, type Ctx, type Tenant, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand, seesRestricted } from '../access/permissions.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { replaceEarlier, restoreEarlier } from '../renewals/renewal-actions.ts';
import { undecided } from '../report-types/meaning-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { type ApprovalReason, moveDemanded, reasonsAfter, reasonsFollowing } from './approval-rules.ts';
import { creditEnded } from './end-credit-actions.ts';
import { findableByCertificate } from './order-key-actions.ts';
import {
  isSameButReason,
  isSameOutcome,
  readSeenState,
  refuseOwnApproval,
  type SeenState,
  sealOf,
  storeOutcome,
} from './outcome-actions.ts';
import { findOutcomeAuthors, type OutcomeAuthor } from './outcome-store.ts';
import { notePause, pauseAfter, pauseDetail } from './pause-actions.ts';
import { manualProvider, type Pause, type Report, sandboxProvider } from './report.ts';
import {
  contradictionsOf,
  type Findings,
  noFindings,
  type Outcome,
  outcomeProblems,
  restrictedReport,
  trafficLightOf,
} from './report-rules.ts';
import {
  handovers,
  isOpen,
  nextReportState,
  type ReportMove,
  type ReportState,
  reportMoveEvents,
  type ScreeningMove,
} from './report-states.ts';
import {
  findReport,
  findReportsOfChecks,
  handOver,
  type ReportChange,
  type ReportRow,
  updateReport,
} from './report-store.ts';
import { listedOf } from './right-to-work-rules.ts';
import type { UnconfirmedReason } from './unconfirmed-rules.ts';
import { endWaits } from './wait-actions.ts';

export const findingsOf = (reportId: string) => `reports.findings ${reportId}`;

export const openFindings = (key: DataKey, reportId: string, sealed: Uint8Array): Findings =>
  key.open<Findings>(findingsOf(reportId), sealed);

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
    approvalReasons: row.approval_reasons,
    monitor: row.monitor,
    foundChange: row.found_change,
    pausedForAnswers: row.paused_for_answers,
    pause: row.status === 'paused' ? { because: row.pause_reason, until: row.paused_until } : undefined,
    provider: row.provider,
    workingDays: row.working_days,
    createdAt: row.created_at,
    requestedAt: row.requested_at,
    completedAt: row.completed_at,
    reopenedAt: row.reopened_at,
    findings:
      row.sealed_findings === null || key === undefined ? noFindings : openFindings(key, row.id, row.sealed_findings),
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
  tenant: Caller,
  checkId: string,
  reportId: string,
): Promise<{ readonly report: Report; readonly applicantId: string | null }> {
  demand(tenant, 'read_results');
  const row = await findReport(ctx.db, tenant, checkId, reportId);
  if (row === undefined) throw new Refusal('not_found');
  const applicantId = row.applicant_id;
  if (applicantId === null || row.sealed_key === null) return { report: open(row, undefined), applicantId };
  const account = await ctx.keys.forAccount(tenant.accountId);
  const report = open(row, applicantKey(account, tenant, applicantId, row.sealed_key));
  return { report: row.is_restricted && !seesRestricted(tenant) ? restrictedReport(report) : report, applicantId };
}

/** The check of a report, with the key that encrypts its findings. */
export interface CheckOfReport {
  readonly id: string;
  readonly applicantId: string;
  readonly key: DataKey;
}

export type AboutCheck = Pick<CheckOfReport, 'id' | 'applicantId'>;

export function eventAbout(
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
  readonly move: ScreeningMove;
  /** Required to complete and to change, stored with a report that awaits approval, ignored otherwise. */
  readonly outcome?: Outcome;
  /** If the report has changed since, the outcome is refused with `state_does_not_allow`. */
  readonly seen?: SeenState | undefined;
  /** Why somebody else must approve an outcome. A person's completion may then become a proposal. */
  readonly demands?: (
    outcome: Pick<Decided, 'result' | 'findings'>,
    report: Pick<Report, 'foundChange' | 'result' | 'status'>,
  ) => readonly ApprovalReason[];
  /** The findings with what the client's result rules say of the outcome. May refuse it. */
  readonly judge?: (outcome: Decided, report: Report) => Findings;
  /** With `pause`: the report is paused until those who were asked have answered, and for no other reason. */
  readonly untilAnswered?: boolean;
  readonly pause?: Pause | undefined;
  /** A reviewer needs more of a colleague; else who proposed the outcome takes it back. */
  readonly isSentBack?: boolean;
  /** Why the outcome is Clear although something is not confirmed; for the event. */
  readonly unconfirmedBecause?: UnconfirmedReason;
}

type AnyMove = Omit<ReportMoveArguments, 'move'> & {
  readonly move: ReportMove;
  /** Required to open a complete report again: the day by which it is due anew, null where that is not known. */
  readonly dueOn?: IsoDate | null;
};

type Decided = Pick<Report, 'result' | 'subResult' | 'trafficLight' | 'findings'>;

const decidingMoves: readonly ReportMove[] = ['complete', 'await_approval', 'change'];

/** The outcome that a move proposes or completes: the given one, else the report's own; undefined if there is none. */
function outcomeAfter(report: Report, { move, outcome }: AnyMove, today: IsoDate): Decided | undefined {
  if (!decidingMoves.includes(move)) return undefined;
  if (outcome === undefined) return report.result === null ? undefined : report;
  const { options } = report;
  outcomeProblems(outcome, reportTypeById(report.reportTypeId)!, { options, today }).refuse('invalid_fields');
  const { result, subResult, findings } = outcome;
  return { result, subResult, trafficLight: trafficLightOf(result, outcome.trafficLight), findings };
}

const judged = (outcome: Decided | undefined, report: Report, { judge }: AnyMove): Decided | undefined =>
  outcome === undefined || judge === undefined ? outcome : { ...outcome, findings: judge(outcome, report) };

interface Decision {
  readonly move: ReportMove;
  /** Why it must be approved after the move. */
  readonly reasons: readonly ApprovalReason[] | null;
  /** Undefined if the move decides nothing. */
  readonly outcome: Decided | undefined;
  /** The outcome is a new version. */
  readonly isNew: boolean;
  /** The authors of the versions so far. */
  readonly earlier: readonly OutcomeAuthor[];
}

function refuseContradiction({ reportTypeId }: Report, { result, subResult, findings }: Decided): void {
  const [one] = contradictionsOf({ result: result!, subResult, findings }, reportTypeById(reportTypeId)!);
  if (one === undefined) return;
  throw new Refusal('invalid_fields', {
    result: [problemSentence('contradicts', { other: `${one.label}: ${one.value}` })],
  });
}

/** A person releases no list of hits on which nobody has decided. */
function refuseUndecided({ actor }: Caller, { reportTypeId }: Report, { findings }: Decided): void {
  if (!actor.startsWith('user:')) return;
  const open = undecided(reportTypeById(reportTypeId)!, findings.properties);
  if (open.length === 0) return;
  const fields = open.map(({ path }) => [`properties.${path}`, ["can't be blank"]] as const);
  throw new Refusal('invalid_fields', Object.fromEntries(fields));
}

/** What becomes of the outcome. Refuses with `not_permitted` the approval of an outcome by somebody who proposed it. */
async function decide(tx: Ctx, caller: Caller, report: Report, given: AnyMove): Promise<Decision> {
  const outcome = judged(outcomeAfter(report, given, todayFor(tx, caller)), report, given);
  if (outcome === undefined) {
    if (decidingMoves.includes(given.move) && given.move !== 'await_approval')
      throw new Refusal('invalid_fields', { result: ["can't be blank"] });
    const reasons = reasonsAfter(given.move, report.approvalReasons, given.isSentBack === true ? ['sent_back'] : []);
    return { move: given.move, reasons, outcome, isNew: false, earlier: [] };
  }
  const earlier = await findOutcomeAuthors(tx.db, caller, report.id);
  if (given.seen !== undefined && !isDeepStrictEqual(given.seen, await readSeenState(tx, caller, report)))
    throw stateRefusal(report.status);
  const isAwaiting = report.status === 'awaiting_approval';
  const isNew = !isAwaiting || earlier.length === 0 || !isSameOutcome(outcome, report);
  if (given.move === 'change' && !isNew) throw new Refusal('invalid_fields', { result: ['is not changed'] });
  const demanded = given.demands?.(outcome, report) ?? [];
  const following = reasonsFollowing(report.approvalReasons, outcome.result!, demanded);
  // Who approves an outcome need not be approved for the reasons that it awaits approval for.
  const reasons = isAwaiting ? demanded : following;
  const isChanged = isNew && (earlier.length === 0 || !isSameButReason(outcome, report));
  const isProposedByPerson = earlier.at(-1)?.author.startsWith('user:') === true;
  const move =
    given.demands === undefined
      ? given.move
      : moveDemanded({ move: given.move, status: report.status, isChanged, isProposedByPerson, reasons });
  if (isAwaiting && move === 'complete') refuseOwnApproval(caller, earlier);
  if (move === 'complete') {
    refuseContradiction(report, outcome);
    refuseUndecided(caller, report, outcome);
  }
  return { move, reasons: reasonsAfter(move, report.approvalReasons, following), outcome, isNew, earlier };
}

/** Stores the outcome as a new version, unless it stays as it was; the event names the newest version. */
async function storeDecision(
  tx: Ctx,
  caller: Caller,
  check: CheckOfReport,
  report: Report,
  { move, reasons, outcome, isNew, earlier }: Decision,
): Promise<{ readonly changes: Partial<ReportChange>; readonly detail: NonNullable<EventToStore['detail']> }> {
  const named = move === 'await_approval' || move === 'change' ? { reasons } : {};
  if (outcome === undefined) return { changes: {}, detail: named };
  if (!isNew) return { changes: {}, detail: { outcome: sealOf(earlier.at(-1)!), ...named } };
  const { result, subResult, trafficLight, findings } = outcome;
  const sealedFindings = check.key.seal(findingsOf(report.id), findings);
  const listed = listedOf({ name: report.name, findings });
  const seal = await storeOutcome(tx, caller, report, { ...outcome, sealedFindings }, earlier);
  await findableByCertificate(tx, caller, check.id, findings);
  return {
    changes: { result: result!, subResult, trafficLight: trafficLight!, sealedFindings, ...listed },
    detail: { outcome: seal, ...named },
  };
}

/** When a report was completed, if it is after the move. */
const completedAfter = (tx: Ctx, caller: Caller, report: Report, status: ReportState): Date | null =>
  status !== 'complete' ? null : (report.completedAt ?? timeFor(tx, caller));

/**
 * Moves one report: row, outcome, event and credit. Refuses moves that the table of states does not have, and with
 * `not_permitted` the approval of an outcome by somebody who proposed it.
 */
export async function moveReportOf(
  tx: Ctx,
  caller: Caller,
  check: CheckOfReport,
  report: Report,
  given: AnyMove,
): Promise<Report> {
  if (nextReportState(report.status, given.move) === undefined) throw stateRefusal(report.status);
  const decision = await decide(tx, caller, report, given);
  const status = nextReportState(report.status, decision.move);
  if (status === undefined) throw stateRefusal(report.status);
  const completedAt = completedAfter(tx, caller, report, status);
  const { result, subResult, trafficLight, findings } = decision.outcome ?? report;
  const foundChange = decision.move === 'find_change' || (report.foundChange && status !== 'complete');
  const pausedForAnswers = status === 'paused' && given.untilAnswered === true;
  const pause = pauseAfter(report, given, todayFor(tx, caller));
  const reopened = given.dueOn === undefined ? undefined : { at: timeFor(tx, caller), dueOn: given.dueOn };
  const changed = { status, completedAt, approvalReasons: decision.reasons, foundChange, pausedForAnswers };
  const moved: Report = {
    ...{ ...report, ...changed, result, subResult, trafficLight, findings },
    pause: status === 'paused' ? pause : undefined,
    reopenedAt: reopened?.at ?? report.reopenedAt,
  };
  const { changes, detail } = await storeDecision(tx, caller, check, report, decision);
  await updateReport(tx.db, caller, { id: report.id, ...changed, pause, reopened, ...changes });
  if (status === 'complete') await replaceEarlier(tx, caller, { ...report, findings }, check.applicantId);
  else if (report.reopenedAt !== null && !isOpen(status)) await restoreEarlier(tx, caller, report.id);
  const handover = handovers[decision.move];
  if (handover !== undefined) await handOver(tx.db, caller, report.id, { to: handover, at: tx.now() });
  const credited = await creditEnded(tx, caller, check, moved);
  const event = eventAbout(check, report, reportMoveEvents[decision.move], status);
  await notePause(tx, caller, { id: report.id, checkId: check.id, before: report.status, status, pause });
  const because = given.unconfirmedBecause;
  const unconfirmed = because && { unconfirmed: findings.unconfirmed?.map(({ code }) => code), because };
  const told = { ...detail, ...unconfirmed, ...pauseDetail(status, pause) };
  await storeEvents(tx, caller, [{ ...event, detail: told }, ...credited]);
  // Nobody is asked any more, also while the outcome awaits approval.
  if (status === 'awaiting_approval' || !isOpen(status))
    await endWaits(tx, caller, { checkId: check.id, applicantId: check.applicantId, reportId: report.id, status });
  if (isOpen(status)) return moved;
  if (isAskedOutside(report.provider)) await tx.jobs.add(tx.db, 'request_report', jobOf(caller, report));
  if (status === 'complete' && report.monitor !== null)
    await tx.jobs.add(tx.db, 'begin_monitoring', jobOf(caller, report));
  return moved;
}
