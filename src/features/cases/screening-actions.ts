// The actions of a screener: open a report (recorded), move it with or without a result, confirm an identity.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { isUuid } from '../../lib/uuids.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { demand, mayDo, type Permission, type Permitted } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { GivenConsent } from '../candidate-form/consent.ts';
import { readConsents } from '../candidate-form/consent-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { confirmIdentityOf } from '../checks/identity-actions.ts';
import { type EventToStore, storeEvents } from '../events/event-actions.ts';
import { findOrderReports, type OrderReport } from '../lists/order-report-queries.ts';
import { answeredMarks } from '../lists/queue-mark-rules.ts';
import {
  type DeskAccounts,
  type DeskReport,
  type FoundReport,
  findAwaitedReport,
  findDeskReport,
  type QueuedReport,
} from '../lists/work-queue-queries.ts';
import { setNextCheck } from '../monitoring/monitor-actions.ts';
import { type JobRoleRow, readAgreedJobRole } from '../report-types/report-type-actions.ts';
import { type UnableReason, unableReasons } from '../report-types/unable-to-verify.ts';
import { noteAnswerRead } from '../reports/answered-actions.ts';
import { isOwnProposal } from '../reports/outcome-rules.ts';
import type { Report } from '../reports/report.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import type { Findings } from '../reports/report-rules.ts';
import type { SeenPapers } from '../requirements/seen-papers.ts';
import {
  moveScreenedReport,
  type ReasonGiven,
  type ScreenedMove,
  type SeenReport,
  sendReportBack,
} from './approval-actions.ts';
import { reopen } from './correction-actions.ts';
import { withCurrentDifferences } from './outstanding-actions.ts';
import { type Proposer, permissionFor } from './screening-rules.ts';
import { lacksTraining } from './training-demand-actions.ts';

export interface Screener extends Permitted {
  readonly userId: string;
  readonly accounts: DeskAccounts;
}

export interface OpenedReport {
  readonly accountName: string;
  readonly check: Check;
  readonly report: Report;
  /** The oldest first. */
  readonly consents: readonly GivenConsent[];
  /** The agreed job role that the order names. */
  readonly jobRole: JobRoleRow | undefined;
  /** Who proposed the outcome that awaits approval; undefined unless it does. */
  readonly proposer: Proposer | undefined;
  /** The account demands training in the area of the report, and the screener has none on record or is still in it. */
  readonly lacksTraining: boolean;
  /** The account's: from how many months in a country its criminal record is wanted. */
  readonly recordAbroadMonths: number;
  /** The account's: how many years are looked back for it; 0 for all that the candidate states. */
  readonly recordAbroadYears: number;
  /** The account's: for how many days a consent holds; 0 for ever. */
  readonly consentDays: number;
  /** The screener as a caller in the report's account. */
  readonly caller: Caller & OrderScope;
  /** The applicant's; undefined if it was destroyed. */
  readonly key: DataKey | undefined;
  /** As the queue has it: due date, state, for whom it waits, and who has claimed it. */
  readonly work: FoundReport;
}

export type OpenedOrder = Pick<OpenedReport, 'accountName' | 'check' | 'caller' | 'key'>;

/** Refuses with `not_found` a report that the screener may not see. */
export async function findOwn(ctx: Ctx, screener: Screener, reportId: string): Promise<FoundReport> {
  const found = isUuid(reportId) ? await findDeskReport(ctx.db, screener.accounts, reportId) : undefined;
  if (found === undefined) throw new Refusal('not_found');
  return found;
}

/** All reports of an order. Refuses with `not_found` an order that the screener may not see. */
export async function findOwnOrder(ctx: Ctx, screener: Screener, checkId: string): Promise<OrderReport[]> {
  const found = isUuid(checkId) ? await findOrderReports(ctx.db, screener, checkId) : [];
  if (found.length === 0) throw new Refusal('not_found');
  return found;
}

export function callerFor(
  screener: Screener,
  queued: Pick<QueuedReport, 'account_id' | 'environment' | 'clock_offset_seconds'>,
): Caller & OrderScope {
  return {
    accountId: queued.account_id,
    environment: queued.environment,
    subsidiaryIds: null,
    actor: `user:${screener.userId}`,
    permissions: screener.permissions,
    clockOffsetSeconds: queued.clock_offset_seconds,
  };
}

const seenOf = ({ check_id, report_id, report_type_id, status }: QueuedReport): SeenReport => ({
  checkId: check_id,
  reportId: report_id,
  reportTypeId: report_type_id,
  status,
});

function proposerOf(caller: Caller, { status, proposed_by }: QueuedReport): Proposer | undefined {
  if (status !== 'awaiting_approval') return undefined;
  if (isOwnProposal(caller.actor, proposed_by)) return 'self';
  return proposed_by?.startsWith('user:') === true ? 'colleague' : 'provider';
}

/** As `findOwn`, whether the candidate has submitted the form or not. */
async function findOwnOrAwaited(ctx: Ctx, screener: Screener, reportId: string): Promise<DeskReport> {
  const awaited = isUuid(reportId) ? await findAwaitedReport(ctx.db, screener.accounts, reportId) : undefined;
  return awaited ?? findOwn(ctx, screener, reportId);
}

/** A report that the screener may see, without reading what it says. Refuses others with `not_found`. */
export async function ownReport(ctx: Ctx, screener: Screener, reportId: string) {
  return seenReport(ctx, screener, await findOwn(ctx, screener, reportId));
}

/** As `ownReport`, whether the candidate has submitted the form or not. */
export async function ownOrAwaitedReport(ctx: Ctx, screener: Screener, reportId: string) {
  return seenReport(ctx, screener, await findOwnOrAwaited(ctx, screener, reportId));
}

function seenReport<Found extends DeskReport>(ctx: Ctx, screener: Screener, queued: Found) {
  const caller = callerFor(screener, queued);
  return {
    queued,
    caller,
    /** The applicant's. Refuses with `not_found` where it was destroyed. */
    async key(): Promise<DataKey> {
      const { key } = await readCheckAndKey(ctx, caller, queued.check_id);
      if (key === undefined) throw new Refusal('not_found');
      return key;
    },
  };
}

/** The check of a report, submitted or not, with its applicant's key. Refuses with `not_found` as `ownReport` does. */
export async function checkAndKeyOf(ctx: Ctx, screener: Screener, reportId: string) {
  const found = await findOwnOrAwaited(ctx, screener, reportId);
  return readCheckAndKey(ctx, callerFor(screener, found), found.check_id);
}

/** The order of a report whose candidate has not submitted the form, after recording the reading. */
export async function openAwaited(ctx: Ctx, screener: Screener, reportId: string): Promise<OpenedOrder> {
  const found = isUuid(reportId) ? await findAwaitedReport(ctx.db, screener.accounts, reportId) : undefined;
  if (found === undefined) throw new Refusal('not_found');
  return openOrderOf(ctx, screener, found, 'read_reports');
}

/** The order of a report, whether its candidate has submitted the form or not, after recording the reading. */
export async function openOrder(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  permission: Permission,
): Promise<OpenedOrder> {
  return openOrderOf(ctx, screener, await findOwnOrAwaited(ctx, screener, reportId), permission);
}

async function openOrderOf(
  ctx: Ctx,
  screener: Screener,
  found: DeskReport,
  permission: Permission,
): Promise<OpenedOrder> {
  const caller = callerFor(screener, found);
  demand(caller, permission);
  const { check, key } = await readCheckAndKey(ctx, caller, found.check_id);
  const { applicantId } = check;
  await storeEvents(ctx, caller, [{ type: 'applicant.read', resourceId: applicantId, applicantId, checkId: check.id }]);
  return { accountName: found.account_name, check, caller, key };
}

/** As `openAwaited`, by the order, whether its form is awaited or not. */
export async function openFoundOrder(
  ctx: Ctx,
  screener: Screener,
  checkId: string,
  permission: Permission,
): Promise<OpenedOrder> {
  const [first] = await findOwnOrder(ctx, screener, checkId);
  return openOrderOf(ctx, screener, first!, permission);
}

export interface OpenedCase extends OpenedOrder, Pick<OpenedReport, 'jobRole'> {
  /** Its reports as the queue has them. */
  readonly work: readonly OrderReport[];
}

const agreedRole = async (ctx: Ctx, { order, tenant }: Check): Promise<JobRoleRow | undefined> => {
  const roleId = order.criminal_details?.JobRoleId ?? null;
  return roleId === null ? undefined : readAgreedJobRole(ctx, tenant.accountId, roleId);
};

const looksAt = (check: Check, hasResult: boolean, reportId?: string): EventToStore[] =>
  (['check.answers_read', ...(hasResult ? (['check.results_read'] as const) : [])] as const).map((type) => ({
    type,
    resourceId: check.id,
    applicantId: check.applicantId,
    checkId: check.id,
    ...(reportId !== undefined && { reportId }),
  }));

/** Everything that the page of an order shows, after recording the reading. */
export async function openCase(ctx: Ctx, screener: Screener, checkId: string): Promise<OpenedCase> {
  const work = await findOwnOrder(ctx, screener, checkId);
  const caller = callerFor(screener, work[0]!);
  demand(caller, 'read_reports');
  const { check, key } = await readCheckAndKey(ctx, caller, work[0]!.check_id);
  const hasResult = check.reports.some(({ result }) => result !== null);
  await storeEvents(ctx, caller, looksAt(check, hasResult));
  return { accountName: work[0]!.account_name, check, caller, key, jobRole: await agreedRole(ctx, check), work };
}

/** Where nobody has claimed the report, everybody who may claim it reads the answer. */
const isReadByScreener = (screener: Screener, { assignee_id }: QueuedReport) =>
  assignee_id === screener.userId || (assignee_id === null && mayDo(screener, 'claim_reports'));

/** Everything that the report's page shows, after recording the reading. */
export async function openReport(ctx: Ctx, screener: Screener, reportId: string): Promise<OpenedReport> {
  const queued = await findOwn(ctx, screener, reportId);
  const caller = callerFor(screener, queued);
  demand(caller, 'read_reports');
  const { check, key } = await readCheckAndKey(ctx, caller, queued.check_id);
  const report = check.reports.find((candidate) => candidate.id === reportId.toLowerCase());
  if (report === undefined) throw new Refusal('not_found');
  await storeEvents(ctx, caller, looksAt(check, report.result !== null, report.id));
  if (answeredMarks.has(queued.mark) && isReadByScreener(screener, queued))
    await noteAnswerRead(ctx, caller, report.id);
  // One after the other, because the demo calls this in a transaction.
  const consents = await readConsents(ctx, check);
  const jobRole = await agreedRole(ctx, check);
  const proposer = proposerOf(caller, queued);
  const { recordAbroadMonths, recordAbroadYears, consentDays } = await readAccountSettings(ctx, caller.accountId);
  const deciding = { userId: screener.userId, reportTypeId: report.reportTypeId };
  return {
    accountName: queued.account_name,
    check,
    report,
    consents,
    jobRole,
    proposer,
    lacksTraining: await lacksTraining(ctx, caller.accountId, deciding),
    ...{ recordAbroadMonths, recordAbroadYears, consentDays },
    caller,
    key,
    work: queued,
  };
}

/**
 * Moves the report; a completion that must be approved awaits approval instead. Refuses with `not_permitted`, and with `state_does_not_allow` or `invalid_fields` as everywhere.
 */
export async function screenReport(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  given: ScreenedMove,
): Promise<Check> {
  const queued = await findOwn(ctx, screener, reportId);
  const caller = callerFor(screener, queued);
  demand(caller, permissionFor(given.move, queued.status));
  return moveScreenedReport(ctx, caller, seenOf(queued), given);
}

/** Sends a proposed outcome back with what is wrong with it. */
export async function sendBack(ctx: Ctx, screener: Screener, reportId: string, error: ReasonGiven): Promise<Check> {
  const queued = await findOwn(ctx, screener, reportId);
  return sendReportBack(ctx, callerFor(screener, queued), seenOf(queued), error);
}

/** Opens a complete report again so that it can be corrected. */
export async function correctReport(ctx: Ctx, screener: Screener, reportId: string, reason: ReasonGiven) {
  const queued = await findOwn(ctx, screener, reportId);
  return reopen(ctx, callerFor(screener, queued), seenOf(queued), reason);
}

/** Records that the screener has confirmed the candidate's identity, with the same refusals as everywhere. */
export async function confirmSeenIdentity(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  seen?: SeenPapers,
): Promise<Check> {
  const queued = await findOwn(ctx, screener, reportId);
  return confirmIdentityOf(ctx, callerFor(screener, queued), queued.check_id, seen);
}

export interface Unverified {
  readonly reason: UnableReason;
  readonly requestsSent: number | null;
  /** To referees, without an answer. */
  readonly callsMade?: number | null;
  /** For the client. */
  readonly notes: string;
  /** What stays of the examination; by default what the report says. */
  readonly examined?: Pick<Findings, 'breakdown' | 'properties'>;
}

/** Completes a report, also a paused one, that nobody could confirm; what was found of it stays. */
export async function closeUnverified(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  { reason, requestsSent, callsMade = null, notes, examined }: Unverified,
): Promise<Check> {
  return inTransaction(ctx, async (tx) => {
    const queued = await findOwn(tx, screener, reportId);
    demand(callerFor(screener, queued), 'record_outcomes');
    if (!allowsAction(queued.status, 'close_unverified')) throw stateRefusal(queued.status);
    if (queued.status === 'paused') await screenReport(tx, screener, reportId, { move: 'resume' });
    const caller = callerFor(screener, queued);
    const { check } = await readCheckAndKey(tx, caller, queued.check_id);
    const report = check.reports.find(({ id }) => id === queued.report_id)!;
    const { breakdown, properties } = examined ?? report.findings;
    const unable = {
      unable_to_verify: reason,
      ...(requestsSent !== null && { requests_sent: requestsSent }),
      ...(callsMade !== null && { calls_made: callsMade }),
    };
    const given = { breakdown, properties: { ...properties, ...unable }, notes };
    const findings = await withCurrentDifferences(tx, { caller, check, report }, given);
    const outcome = { result: 'unidentified', subResult: null, findings } as const;
    // What nobody could confirm is Unidentified, whatever the client's rules propose.
    const otherThanRules = `Unable to verify: ${unableReasons[reason]}`;
    return screenReport(tx, screener, reportId, { move: 'complete', outcome, otherThanRules });
  });
}

/** Sets the next day on which a monitored report is looked at again. */
export async function planFollowUp(ctx: Ctx, screener: Screener, reportId: string, day: string): Promise<void> {
  const queued = await findOwn(ctx, screener, reportId);
  const target = { checkId: queued.check_id, reportId: queued.report_id };
  await setNextCheck(ctx, callerFor(screener, queued), target, day);
}
