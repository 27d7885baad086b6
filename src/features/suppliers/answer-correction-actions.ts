// Records the corrected answer of a supplier: a new version beside the earlier ones, and its report is to be looked at again.
import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { noteAnswerRead, noteSourceAnswer } from '../reports/answered-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { findUnreadCorrections, replaceAnswer, type UnreadCorrection } from './answer-correction-store.ts';
import type { CorrectionReason } from './supplier-request.ts';
import {
  type ReportTarget,
  type RequestTarget,
  recordAbout,
  withRequest,
  wordsAad,
} from './supplier-request-actions.ts';
import { readCorrectedAnswer, type TypedCorrectedAnswer } from './supplier-request-rules.ts';

/**
 * Also of a report that is complete. Refuses with `invalid_fields` by the names of the inputs, also where it says what is
 * recorded, and with `state_does_not_allow` a request that was not answered.
 */
export async function correctSupplierAnswer(
  ctx: Ctx,
  caller: Caller,
  target: RequestTarget,
  typed: TypedCorrectedAnswer,
): Promise<void> {
  await withRequest(ctx, caller, target, ['answered'], async (tx, { check, key, row }) => {
    const recorded = row.sealed_words === null ? '' : key.open<string>(wordsAad(row.id), row.sealed_words);
    const since = row.corrected_on ?? row.received_on ?? row.sent_on;
    readCorrectedAnswer(typed, { since, today: todayFor(tx, caller), recorded }).refuse('invalid_fields');
    const because = typed.because as CorrectionReason;
    await replaceAnswer(tx.db, caller, row.id, {
      ...{ receivedOn: typed.receivedOn, sealedWords: key.seal(wordsAad(row.id), typed.words), because },
      ...{ by: caller.actor, at: timeFor(tx, caller) },
    });
    const also = { received_on: typed.receivedOn, because };
    await recordAbout(tx, caller, check, 'report.source_answer_corrected', row, also);
    const report = check.reports.find(({ id }) => id === row.report_id);
    if (report !== undefined && (isOpen(report.status) || report.status === 'complete'))
      await noteSourceAnswer(tx, caller, row.report_id);
  });
}

/** Names exactly the corrections that a page shows, so that nothing is decided about another one. */
const markOf = (unread: readonly UnreadCorrection[]): string =>
  unread.map(({ id, corrected_at }) => `${id}@${corrected_at.toISOString()}`).join(' ');

/** The mark of the corrected answers that nobody has read since the result; undefined if there is none. */
export async function readUnreadCorrections(ctx: Ctx, caller: Caller, reportId: string): Promise<string | undefined> {
  demand(caller, 'read_reports');
  return markOf(await findUnreadCorrections(ctx.db, caller, reportId)) || undefined;
}

/**
 * Somebody read the corrected answers, and the result of the complete report stays. Refuses with `state_does_not_allow`, and
 * with `invalid_fields` (seen) where an answer was corrected again. @param seen as `readUnreadCorrections`
 */
export async function keepResult(
  ctx: Ctx,
  caller: Caller,
  { checkId, reportId }: ReportTarget,
  seen: string,
): Promise<void> {
  demand(caller, 'record_outcomes');
  await ctx.keys.forAccount(caller.accountId);
  await withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    const report = check.reports.find(({ id }) => id === reportId);
    if (report === undefined) throw new Refusal('not_found');
    const unread = await findUnreadCorrections(tx.db, caller, reportId);
    if (report.status !== 'complete' || unread.length === 0) throw stateRefusal(report.status);
    if (markOf(unread) !== seen)
      throw new Refusal('invalid_fields', { seen: ['was corrected again since you read it'] });
    await noteAnswerRead(tx, caller, reportId);
    for (const one of unread)
      await recordAbout(tx, caller, check, 'report.source_correction_read', one, { received_on: one.corrected_on });
  });
}
