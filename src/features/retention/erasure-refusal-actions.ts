// Ends what somebody asks about their data; an erasure that is refused because the data are needed keeps them by a hold.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { parseDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { listMessages, settleProblems } from '../cases/candidate-message-actions.ts';
import { noteProblems, storeNoteOf } from '../cases/note-actions.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { type DataRequest, doneSays, isRefusal, type Outcome, refusalReasons } from '../data-requests/data-request.ts';
import { closeRequest, type RequestEnding } from '../data-requests/data-request-actions.ts';
import { type Hold, keepPerson, readHold } from './hold-actions.ts';
import type { HoldReason } from './hold-reasons.ts';

const reasonOfHold: Partial<Record<Outcome, HoldReason>> = { legal_claims: 'legal_claim', legal_duty: 'legal_duty' };

const isLonger = (hold: Hold, before: Hold | undefined): boolean =>
  before === undefined || (before.until !== null && (hold.until === null || hold.until > before.until));

function holdOf(outcome: Outcome, until: string): Hold | undefined {
  const reason = reasonOfHold[outcome];
  if (reason === undefined) return undefined;
  const day = until === '' ? null : parseDate(until);
  if (day === undefined) throw new Refusal('invalid_fields', { until: ['Enter a day, such as 2030-01-31'] });
  if (day === null && reason === 'legal_duty')
    throw new Refusal('invalid_fields', { until: ['Enter the last day for which the law demands the data'] });
  return { reason, until: day };
}

/** As the person reads it with what they wrote. */
const answerText = ({ outcome, words }: RequestEnding): string =>
  [isRefusal(outcome) ? refusalReasons[outcome].says : doneSays[outcome], words].filter((one) => one !== '').join(' ');

/** Of the reports that they wrote about on their own page; else the first, for the whole order. */
async function keepStatement(tx: Ctx, caller: Caller, checkId: string, statement: string): Promise<void> {
  const problems = noteProblems('statement', statement, 'Write what they say');
  problems.refuse('invalid_fields');
  const { check, key } = await readCheckAndKey(tx, caller, checkId);
  if (key === undefined) throw new Refusal('not_found');
  const text = `The candidate disputes this, and it was not changed. They say: “${statement}”`;
  const disputed = (await listMessages(tx, check, key)).flatMap((one) =>
    one.kind === 'problem' ? (one.reportId ?? []) : [],
  );
  const isOfOrder = disputed.length === 0;
  for (const reportId of isOfOrder ? [check.reports[0]!.id] : new Set(disputed)) {
    const note = { audience: 'client', text, isOfOrder, key } as const;
    await storeNoteOf(tx, caller, { report_id: reportId, check_id: checkId }, note);
  }
}

/**
 * As `closeRequest`. @param until the last day of the hold, or empty
 * @param statement what they want to stand beside what is not corrected (Art. 16), for the client and in the PDF; or empty. Refuses with `invalid_fields` (`until`) also what is
 * no day, a day that is over, and a legal duty without one. A hold that lasts longer stays.
 */
export async function answerRequest(
  ctx: Ctx,
  caller: Caller,
  { id, kind, applicantId, checkId }: Pick<DataRequest, 'id' | 'kind' | 'applicantId' | 'checkId'>,
  { until, statement = '', ...ending }: RequestEnding & { readonly until: string; readonly statement?: string },
): Promise<void> {
  const hold = kind === 'erasure' && applicantId !== null ? holdOf(ending.outcome, until) : undefined;
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    await closeRequest(tx, caller, id, ending);
    if (kind === 'correction' && applicantId !== null)
      await settleProblems(tx, caller, applicantId, answerText(ending));
    if (kind === 'correction' && checkId !== null && statement !== '')
      await keepStatement(tx, caller, checkId, statement);
    if (hold !== undefined && isLonger(hold, await readHold(tx, caller, applicantId!)))
      await keepPerson(tx, caller, applicantId!, hold);
  });
}
