// The answers of a page of the form as they were sent, and beside them what the screening company corrected since.

import { isDeepStrictEqual } from 'node:util';
import type { Answer, FormPage } from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import type { CorrectionReason } from '../../../features/fact-corrections/correction-reasons.ts';
import type { FactCorrection } from '../../../features/fact-corrections/fact-correction-actions.ts';
import { say } from '../../../messages/say.ts';
import type { Sentence } from '../../../messages/welsh/welsh.ts';
import { pageRows } from '../fact-fields/answer-sections.ts';
import { britishDate } from '../page-filters.ts';

const because: Readonly<Record<CorrectionReason, Sentence>> = {
  candidate: 'Corrected by {operator} on {day}, because you told us',
  client: 'Corrected by {operator} on {day}, because {account} told us',
  document: 'Corrected by {operator} on {day}, because a document shows it',
  mistyped: 'Corrected by {operator} on {day}, because it was mistyped',
};

/** The rows of a page that answers it so. */
const rowsOf = (form: OpenForm, page: FormPage, answer: Answer) =>
  pageRows({ ...form, saved: new Map([[page.id, { version: 0, answer }]]) }, [page]).map(({ at: _, ...row }) => row);

type Row = ReturnType<typeof rowsOf>[number];

const without = (rows: readonly Row[], others: readonly Row[]): Row[] =>
  rows.filter((row) => !others.some((other) => isDeepStrictEqual(row, other)));

/** The answers to questions that were taken away. An entry of a list that was changed may have another name. */
const removed = ({ kind }: FormPage, before: readonly Row[], after: readonly Row[]): Row[] =>
  kind === 'list'
    ? []
    : before
        .filter(({ label }) => !after.some((row) => row.label === label))
        .map((row) => ({ ...row, lines: [say('Removed')] }));

/** @param corrections of this page, the oldest first */
export function sentRows(
  form: OpenForm,
  page: FormPage,
  corrections: readonly FactCorrection[],
  operator: string,
): readonly Row[] {
  const now = pageRows(form, [page]).map(({ at: _, ...row }) => row);
  const [first, last] = [corrections[0], corrections.at(-1)];
  if (first === undefined || last === undefined) return now;
  const corrected = corrections.flatMap(({ answers, reason, author, correctedAt }) => {
    const how = author === 'candidate' ? 'Changed by you on {day}' : because[reason];
    const label = say(how, { operator, account: form.accountName, day: britishDate(correctedAt) });
    const [before, after] = [rowsOf(form, page, answers.before), rowsOf(form, page, answers.after)];
    const taken = removed(page, before, after);
    // A page of which all was removed has one row, “Not given”, which says no more than what was removed.
    const isEmpty = ({ lines }: Row) => taken.length > 0 && isDeepStrictEqual(lines, [say('Not given')]);
    const changed = [...without(after, before).filter((row) => !isEmpty(row)), ...taken];
    return changed.map((row) => ({ ...row, label, lines: [row.label, ...row.lines] }));
  });
  // What was added to the order since, the candidate has sent as well.
  const sentSince = without(now, rowsOf(form, page, last.answers.after));
  return [...rowsOf(form, page, first.answers.before), ...corrected, ...sentSince];
}
