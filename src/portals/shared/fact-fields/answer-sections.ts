// The answers of the form by section, for the page on which they are checked and for those that repeat what was sent.

import { nameOfEntry } from '../../../features/candidate-form/entry-rules.ts';
import type { FormPage } from '../../../features/candidate-form/form-page.ts';
import { keptPages } from '../../../features/candidate-form/form-page-rules.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { en } from '../../../messages/en.ts';
import { say, sayText } from '../../../messages/say.ts';
import { type AnswerRow, answerRows } from './answer-rows.ts';
import { requirementWords } from './requirement-words.ts';

interface SectionRow {
  readonly section: string;
  readonly label: string;
  readonly lines: readonly string[];
}

export const sectionsOf = <Row extends SectionRow>(rows: readonly Row[]) =>
  [...new Set(rows.map(({ section }) => section))].map((title) => ({
    title,
    rows: rows.filter(({ section }) => section === title),
  }));

/** `at` is the path of the page on which the answer is given, or of its entry; undefined if it was sent before. */
export function pageRows(
  form: OpenForm,
  pages: readonly FormPage[],
): (SectionRow & { readonly at: string | undefined })[] {
  const { today } = form.scope;
  return pages.flatMap((page) => {
    const rows = answerRows(form, page, (list, entry) => nameOfEntry(list, entry, today));
    const { title } = requirementWords(page);
    return (rows.length > 0 ? rows : [{ label: title, lines: [], path: '' }]).map(
      ({ label, lines, path, isSent }: AnswerRow) => ({
        section: sayText(en.sections[page.section]),
        label,
        lines: lines.length > 0 ? lines : [say('Not given')],
        at: isSent === true ? undefined : `${page.id}${path}`,
      }),
    );
  });
}

/** By section, what was sent before and what was added to the order rests on, as it is kept. */
export const sentSections = (form: OpenForm) =>
  sectionsOf(pageRows({ ...form, saved: new Map() }, keptPages(form.scope)));
