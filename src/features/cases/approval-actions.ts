// Asks for approval when a screener completes a report, records what reviewers decide, and lists it.
import { type Caller, type Ctx, inTransaction, timeFor, todayFor, userIdOf } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import type { DataKey } from '../../platform/encryption/account-key.ts';
import { drawOf } from '../../platform/encryption/integrity.ts';
import { demand } from '../access/permissions.ts';
import { readApprovalSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { moveReport } from '../checks/check-progress-actions.ts';
import { listErrorTypes } from '../error-types/error-type-actions.ts';
import { errorChoices } from '../error-types/error-type-rules.ts';
import { hasCorrected } from '../fact-corrections/fact-correction-actions.ts';
import { isCriminalRecord } from '../report-types/report-type-rules.ts';
import { approvalDemanded } from '../reports/approval-rules.ts';
import { isSameButReason, refuseOwnApproval } from '../reports/outcome-actions.ts';
import type { ReportMoveArguments } from '../reports/report-actions.ts';
import type { ReportState } from '../reports/report-states.ts';
import { LONGEST_REVIEW_TEXT, type ReviewDecision } from './approval-rules.ts';
import {
  findNamedAuthors,
  findReviews,
  findScreenerQuality,
  insertReview,
  type NamedAuthor,
  type ReviewRow,
} from './approval-store.ts';
import { giveToBuddy } from './buddy-actions.ts';
import { judgeOf } from './result-rule-actions.ts';
import { lacksTraining, trainingGapOf } from './training-demand-actions.ts';

/** The report as the screener saw it. */
export interface SeenReport {
  readonly checkId: string;
  readonly reportId: string;
  readonly reportTypeId: number;
  readonly status: ReportState;
}

/** The rule that says why this screener's outcome of the report must be approved. */
async function demandsOf(ctx: Ctx, caller: Caller, { checkId, reportId, reportTypeId }: SeenReport) {
  const userId = userIdOf(caller.actor);
  if (userId === null) return () => [];
  const settings = await readApprovalSettings(ctx, caller.accountId);
  const quality = await findScreenerQuality(ctx.db, userId);
  const gap = await trainingGapOf(ctx, caller.accountId, { userId, reportTypeId });
  const work = {
    isCriminalRecord: isCriminalRecord(reportTypeId),
    hasCorrected: await hasCorrected(ctx, caller, checkId),
    screener: {
      newUntil: quality?.new_until ?? null,
      samplePercent: quality?.sample_percent ?? null,
      isTrained: !gap.isUntrained,
      isInTraining: gap.isInTraining,
    },
    today: todayFor(ctx, caller),
    draw: drawOf(ctx.integrity, 'quality sample', `${reportId} ${userId}`) * 100,
  };
  const demands: NonNullable<ReportMoveArguments['demands']> = ({ result, findings }, before) =>
    approvalDemanded(
      result!,
      {
        ...work,
        lacksSomething: (findings.unconfirmed ?? []).length > 0,
        isMonitoringChange: before.foundChange,
        // A reviewer who differs from what awaits approval is judged by the rules of changes.
        resultBefore: before.status === 'awaiting_approval' ? null : before.result,
      },
      settings,
    );
  return demands;
}

/** The last day until which others approve every outcome of a new screener; undefined of somebody who is not new. */
export async function ownOutcomesApprovedUntil(ctx: Ctx, caller: Caller): Promise<IsoDate | undefined> {
  demand(caller, 'record_outcomes');
  const userId = userIdOf(caller.actor);
  const until = userId === null ? null : ((await findScreenerQuality(ctx.db, userId))?.new_until ?? null);
  return until !== null && todayFor(ctx, caller) <= until ? until : undefined;
}

export interface Reviewed {
  readonly decision: ReviewDecision;
  readonly code?: string;
  readonly text?: string;
  /** By default now. */
  readonly at?: Date;
}

const textOfReview = (id: string) => `report_reviews.text ${id}`;

export async function recordReview(
  tx: Ctx,
  caller: Caller,
  { reportId, key }: { readonly reportId: string; readonly key: DataKey | undefined },
  proposed: NamedAuthor,
  { decision, code, text = '', at = timeFor(tx, caller) }: Reviewed,
): Promise<void> {
  const id = tx.newId();
  await insertReview(tx.db, caller, {
    id,
    reportId,
    version: proposed.version,
    proposedBy: proposed.author,
    decision,
    code: code ?? null,
    sealedText: text === '' || key === undefined ? null : key.seal(textOfReview(id), text),
    reviewerId: userIdOf(caller.actor),
    decidedAt: at,
  });
}

/** Whoever approves is trained in what they approve. */
async function refuseUntrained(tx: Ctx, caller: Caller, { reportTypeId }: SeenReport): Promise<void> {
  const userId = userIdOf(caller.actor);
  if (userId !== null && (await lacksTraining(tx, caller.accountId, { userId, reportTypeId })))
    throw new Refusal('not_permitted');
}

export interface ScreenedMove extends Omit<ReportMoveArguments, 'judge' | 'demands'> {
  /** Why the outcome has another light than the client's result rules propose; the client reads it. */
  readonly otherThanRules?: string | undefined;
}

/** Moves a report at the desk: asks whether an outcome must be approved, and records what a reviewer decided. */
export async function moveScreenedReport(
  ctx: Ctx,
  caller: Caller,
  seen: SeenReport,
  given: ScreenedMove,
): Promise<Check> {
  const demands = await demandsOf(ctx, caller, seen);
  return inTransaction(ctx, async (tx) => {
    if (given.move === 'complete' && seen.status === 'awaiting_approval') await refuseUntrained(tx, caller, seen);
    const proposed = (await findNamedAuthors(tx.db, caller, seen.reportId)).at(-1);
    const isReview = seen.status === 'awaiting_approval' && proposed !== undefined;
    const isOthers = isReview && proposed.author.startsWith('user:') && proposed.author !== caller.actor;
    if (given.move === 'need_more' && isOthers) throw new Refusal('invalid_fields', { error: ["can't be blank"] });
    // Before the report is complete: what completes a training is of the training.
    const at = timeFor(tx, caller);
    const judgeByRules = await judgeOf(tx, caller, given.otherThanRules);
    let isSame = false;
    const judge: typeof judgeByRules = (outcome, report) => {
      const findings = judgeByRules(outcome, report);
      isSame = isSameButReason({ ...outcome, findings }, report);
      return findings;
    };
    const check = await moveReport(tx, caller, seen, { ...given, demands, judge });
    const isProposed = check.reports.some(({ id, status }) => id === seen.reportId && status === 'awaiting_approval');
    if (isProposed && seen.status !== 'awaiting_approval') await giveToBuddy(tx, caller, seen);
    if (!isReview || proposed.author === caller.actor) return check;
    const newest = (await findNamedAuthors(tx.db, caller, seen.reportId)).at(-1)!;
    const isComplete = check.reports.some(({ id, status }) => id === seen.reportId && status === 'complete');
    const decision = newest.version !== proposed.version && !isSame ? 'changed' : isComplete ? 'approved' : undefined;
    if (decision !== undefined)
      await recordReview(tx, caller, { reportId: seen.reportId, key: undefined }, proposed, { decision, at });
    return check;
  });
}

export interface ReasonGiven {
  readonly code: string;
  readonly text: string;
}

/** Refuses with `invalid_fields` (`code`, `text`) a reason that is not in the list, or without words. */
export function checkReason({ code, text }: ReasonGiven, codes: Readonly<Record<string, string>>): void {
  const problems = new Problems();
  if (!Object.hasOwn(codes, code)) problems.add('code', 'is not included in the list');
  if (text.trim() === '') problems.add('text', "can't be blank");
  if (text.length > LONGEST_REVIEW_TEXT)
    problems.add('text', `is too long (maximum is ${LONGEST_REVIEW_TEXT} characters)`);
  problems.refuse('invalid_fields');
}

/**
 * Sends a proposed outcome back to its screener with what is wrong. Refuses with `not_permitted` who proposed it:
 * nobody reviews their own work, in either direction. Refuses with `state_does_not_allow`.
 */
export async function sendReportBack(ctx: Ctx, caller: Caller, seen: SeenReport, error: ReasonGiven): Promise<Check> {
  demand(caller, 'approve_outcomes');
  checkReason(error, errorChoices(await listErrorTypes(ctx, caller)));
  return inTransaction(ctx, async (tx) => {
    const { key } = await readCheckAndKey(tx, caller, seen.checkId);
    const authors = await findNamedAuthors(tx.db, caller, seen.reportId);
    refuseOwnApproval(caller, authors);
    const proposed = authors.at(-1);
    const check = await moveReport(tx, caller, seen, { move: 'need_more', isSentBack: true });
    const reviewed = { decision: 'sent_back' as const, code: error.code, text: error.text };
    if (proposed !== undefined) await recordReview(tx, caller, { reportId: seen.reportId, key }, proposed, reviewed);
    return check;
  });
}

export interface Review {
  readonly decision: ReviewDecision;
  readonly version: number;
  readonly code: string | null;
  /** Empty if there is none, or the candidate was erased. */
  readonly text: string;
  /** Null if it was our own program. */
  readonly reviewer: string | null;
  readonly decidedAt: Date;
}

const openReview = (row: ReviewRow, key: DataKey | undefined): Review => ({
  decision: row.decision,
  version: row.version,
  code: row.code,
  text: row.sealed_text === null || key === undefined ? '' : key.open<string>(textOfReview(row.id), row.sealed_text),
  reviewer: row.reviewer,
  decidedAt: row.decided_at,
});

export interface OutcomeHistory {
  /** Oldest first. */
  readonly reviews: readonly Review[];
  /** Who gave each version, oldest first. */
  readonly versions: readonly NamedAuthor[];
}

/** The versions of a report's outcome, with who gave them, and what reviewers decided about them. */
export async function readOutcomeHistory(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: Pick<SeenReport, 'checkId' | 'reportId'>,
): Promise<OutcomeHistory> {
  demand(caller, 'read_reports');
  const { key } = await readCheckAndKey(ctx, caller, checkId);
  const reviews = await findReviews(ctx.db, caller, reportId);
  const versions = await findNamedAuthors(ctx.db, caller, reportId);
  return { reviews: reviews.map((row) => openReview(row, key)), versions };
}
