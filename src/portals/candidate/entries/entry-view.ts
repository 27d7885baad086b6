// How a page that gathers a list is shown: the list, one entry of it, and the lists to choose from.
import type { Typed } from '../../../features/candidate-form/form-page.ts';
import type { ValueSetId } from '../../../features/value-sets/value-set.ts';
import { valueSetById } from '../../../features/value-sets/value-set-rules.ts';
import type { Choice } from '../country-choices.ts';
import type { PageView } from '../page-view.ts';

export interface EntryView extends PageView {
  /** Above the list: what is wanted. */
  readonly wanted: string;
  readonly addText: string;
  readonly entryTemplate: string;
  readonly entryQuestion: string;
  /** What the entry's template needs beside what was typed. */
  entryMore?(typed: Typed): object;
  /** One entry where the list is shown, below its name. */
  lines(typed: Typed): readonly string[];
}

export const listTemplate = 'candidate/entries/entries.njk';

export function choicesOf(set: ValueSetId, selected: string): Choice[] {
  const values = valueSetById(set)?.values ?? [];
  const choices = values.map(({ value, name }) => ({ value, text: name, selected: value === selected }));
  return [{ value: '', text: 'Choose one', selected: selected === '' }, ...choices];
}
