// Somebody of the desk fills in a candidate's form with them: on the telephone, or from what they sent on paper.
import { type Ctx, inTransaction } from '../../context.ts';
import { Problems, Refusal, restrictedRefusal, stateRefusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { callerProofs } from '../../messages/en-taken.ts';
import { demand } from '../access/permissions.ts';
import { additionForm } from '../candidate-form/added-form-rules.ts';
import { formLink } from '../candidate-form/form-access-actions.ts';
import { readForm } from '../candidate-form/form-actions.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import { knownProofs, PROOFS_NEEDED } from '../candidate-form/taking-rules.ts';
import type { Check } from '../checks/check.ts';
import { formUri } from '../checks/check-links.ts';
import { eventAbout, withLockedCheck } from '../checks/check-progress-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { codeForDesk } from '../mailed-links/access-actions.ts';
import { type TypedFrom, typedFrom } from '../mailed-links/code-rules.ts';
import { isOpen } from '../reports/report-states.ts';
import { LONGEST_NOTE, storeNoteOf } from './note-actions.ts';
import { openAwaited, openFoundOrder, type Screener } from './screening-actions.ts';

/** Whether the candidate owes answers that can be taken. */
export const takesAnswers = ({ status, isRestricted, formCompletedAt, reports }: Check): boolean =>
  !isRestricted &&
  (status === 'awaiting_applicant' ||
    (formCompletedAt !== null && reports.some(({ requestedAt, status: one }) => requestedAt === null && isOpen(one))));

export interface Taking {
  readonly from: unknown;
  /** What the caller was asked and knew. */
  readonly proofs: readonly string[];
  readonly words: string;
}

function problemsOf({ from, proofs, words }: Taking, known: readonly string[]): Problems {
  const problems = new Problems();
  if (!typedFrom.includes(from as TypedFrom)) problems.add('from', 'Say how the answers come');
  if (from === 'telephone' && known.filter((one) => proofs.includes(one)).length < PROOFS_NEEDED)
    problems.add('proofs', `Tick at least ${PROOFS_NEEDED} that the caller answered rightly`);
  if (isLongerThan(words, LONGEST_NOTE)) problems.add('words', `The note must be ${LONGEST_NOTE} characters or fewer`);
  return problems;
}

/** The form of an order, after recording the look. Refuses with `not_found` one of a person who was erased. */
export async function openFormOf(
  ctx: Ctx,
  screener: Screener,
  checkId: string,
  permission: 'take_answers' | 'read_reports',
): Promise<{ readonly check: Check; readonly form: OpenForm }> {
  const { check, key } = await openFoundOrder(ctx, screener, checkId, permission);
  if (key === undefined) throw new Refusal('not_found');
  return { check, form: await readForm(ctx, { check, key }) };
}

/** The note of the call, or of the paper. */
function noteOf({ from, proofs, words }: Taking): string {
  const asked = Object.entries(callerProofs).flatMap(([key, label]) =>
    proofs.includes(key) ? [label.toLowerCase()] : [],
  );
  const first =
    from === 'paper'
      ? 'Began to type in what the candidate sent on paper.'
      : `Began to take the candidate’s answers on the telephone. They answered rightly: ${asked.join(', ')}.`;
  return words === '' ? first : `${first}\n${words}`;
}

/**
 * Notes the call and makes a code that opens the candidate's own form, for who types. Refuses with `invalid_fields` (from,
 * proofs, words), and with `state_does_not_allow` where nothing is asked of the candidate.
 */
export async function beginTaking(
  ctx: Ctx,
  screener: Screener,
  reportId: string,
  taking: Taking,
): Promise<{ readonly code: string; readonly minutes: number; readonly uri: string }> {
  const { caller, check: seen } = await openAwaited(ctx, screener, reportId);
  demand(caller, 'take_answers');
  if (seen.isRestricted) throw restrictedRefusal();
  problemsOf(taking, knownProofs(seen.order.facts)).refuse('invalid_fields');
  const from = taking.from as TypedFrom;
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, (outer) =>
    withLockedCheck(outer, caller, seen.id, async (tx, locked) => {
      const { check, key } = locked;
      const form = await readForm(tx, locked);
      if (check.status !== 'awaiting_applicant' && additionForm(form) === undefined) throw stateRefusal(check.status);
      const made = await codeForDesk(tx, formLink(form), { userId: screener.userId, from });
      const proofs =
        from === 'telephone' ? knownProofs(check.order.facts).filter((one) => taking.proofs.includes(one)) : [];
      const note = { audience: 'desk' as const, text: noteOf({ ...taking, proofs }), isOfOrder: true, key };
      await storeNoteOf(tx, caller, { report_id: check.reports[0]!.id, check_id: check.id }, note);
      await storeEvents(tx, caller, [
        { ...eventAbout(check, 'check.answers_taken', check.status), detail: { from, proofs: proofs.join(' ') } },
      ]);
      const link = { ...check.tenant, checkId: check.id, generation: check.formLinkGeneration };
      return { ...made, uri: await formUri(tx, link) };
    }),
  );
}
