// Puts right what was taken over from the form of an earlier order, once who ordered has corrected the details of the candidate.
import type { Ctx } from '../../context.ts';
import type { LockedCheck } from '../checks/check-progress-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { prefilled } from './answer-rules.ts';
import { sentNames } from './fact-input-rules.ts';
import { readForm, saveAnswer } from './form-actions.ts';
import type { Typed } from './form-page.ts';
import { askedPages } from './form-page-rules.ts';

/** Answers hold before what the order says: without this, the form would undo the correction. @param changed the names of the facts */
export async function correctAnswers(
  tx: Ctx,
  locked: LockedCheck,
  facts: ApplicantFacts,
  changed: readonly string[],
): Promise<void> {
  const form = await readForm(tx, locked);
  for (const page of askedPages(form.scope)) {
    const saved = form.saved.get(page.id);
    if (saved === undefined || page.kind !== 'questions') continue;
    const names = page.inputs.filter(({ path }) => changed.includes(path)).flatMap(sentNames);
    if (names.length === 0) continue;
    const known = prefilled(page, facts, form.scope.today) as Typed;
    const corrected = Object.fromEntries(names.map((name) => [name, known[name] ?? '']));
    const answer = { ...(saved.answer as Typed), ...corrected };
    await saveAnswer(tx, form, page.id, { answer, seenVersion: saved.version });
  }
}
