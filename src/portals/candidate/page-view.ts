// How a page of the form is shown: its template, and its rows on the page with all answers.

import type { Typed } from '../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../features/candidate-form/open-form.ts';
import type { ApplicantFacts } from '../../features/facts/facts.ts';

export interface AnswerRow {
  readonly label: string;
  /** One line each; none is shown as not given. */
  readonly lines: readonly string[];
}

export interface PageView {
  /** Below src/portals. */
  readonly template: string;
  /** The heading, which is the question. */
  readonly question: string;
  /** What the template needs beside what was typed. */
  more?(form: OpenForm, typed: Typed): object;
  rows(facts: ApplicantFacts, form: OpenForm): readonly AnswerRow[];
}
