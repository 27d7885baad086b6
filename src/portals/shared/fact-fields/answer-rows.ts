// Formats answers for the check-answers page: as they were typed, each by the kind of its fact.

import { prefilled } from '../../../features/candidate-form/answer-rules.ts';
import { consentText, statementsOf } from '../../../features/candidate-form/consent.ts';
import { isCurrent, readEntry } from '../../../features/candidate-form/entry-rules.ts';
import { type FactInput, isAsked, readInputs } from '../../../features/candidate-form/fact-input-rules.ts';
import type {
  Answer,
  Entry,
  EntryAnswer,
  FormPage,
  ListPage,
  QuestionPage,
  Typed,
} from '../../../features/candidate-form/form-page.ts';
import type { OpenForm } from '../../../features/candidate-form/open-form.ts';
import { isSentEntry } from '../../../features/candidate-form/sent-answer-rules.ts';
import { typedDateText } from '../../../features/candidate-form/typed-date-rules.ts';
import { valueText } from '../../../features/facts/fact-words-rules.ts';
import { between } from '../../../lib/dates.ts';
import { english, say, sayAnswer } from '../../../messages/say.ts';
import { choiceText, wordsOf } from '../../../messages/sentences.ts';
import { addressLines } from './address-lines.ts';

export interface AnswerRow {
  readonly label: string;
  /** One line each; an empty list is shown as not given. */
  readonly lines: readonly string[];
  /** The path of the entry below its page. */
  readonly path: string;
  /** An entry that was sent before, which stays as it is. */
  readonly isSent?: boolean;
}

export const answerOf = (form: OpenForm, page: FormPage): Answer =>
  form.saved.get(page.id)?.answer ?? prefilled(page, form.order.facts, form.scope.today);

/** The text as it was typed: a day that was left out is not shown. */
function textOf({ fact, name, key }: FactInput, value: unknown, typed: Typed): string {
  if (fact.kind === 'date') return typedDateText(typed, name);
  if (fact.kind === 'flag' && value !== null)
    return sayAnswer(wordsOf(key).question ?? '', value === true, wordsOf(key)[value === true ? 'yes' : 'no']);
  return (typeof value === 'string' ? choiceText(key, value) : undefined) ?? valueText(fact, value);
}

/** The answer Yes or No is only clear beside its question. */
function labelOf({ fact, key }: FactInput): string {
  const { label, question } = wordsOf(key);
  return fact.kind === 'flag' ? (question ?? label) : label;
}

function questionRows(page: QuestionPage, typed: Typed, today: string): AnswerRow[] {
  const { values } = readInputs(page.inputs, typed, today);
  return page.inputs
    .filter((input) => isAsked(input, page.inputs, typed))
    .map((input) => ({ input, text: textOf(input, values.get(input), typed) }))
    .filter(({ input, text }) => text !== '' || input.fact.isOptional !== true)
    .map(({ input, text }) => ({ label: labelOf(input), lines: text === '' ? [] : [text], path: '' }));
}

/** `March 2021 to now`; a single date stands alone, and one beside a period with what was asked. */
function timeTexts({ inputs }: ListPage, { typed }: { readonly typed: Typed }): string[] {
  const [from, to, ...others] = inputs.filter(({ fact }) => fact.kind === 'date');
  const textIn = ({ name }: FactInput) => typedDateText(typed, name);
  if (from === undefined || to === undefined) return from === undefined ? [] : [textIn(from)];
  const beside = others.filter((one) => textIn(one) !== '').map((one) => besideQuestion(one, textIn(one)));
  const [first, last] = [textIn(from), textIn(to)];
  // Of a period that may be left out, each date stands with what was asked.
  if (from.fact.isOptional === true && (first === '' || last === '')) {
    return [from, to]
      .filter((one) => textIn(one) !== '')
      .map((one) => besideQuestion(one, textIn(one)))
      .concat(beside);
  }
  return [first === '' ? say('We do not know yet when') : between(first, last === '' ? say('now') : last), ...beside];
}

/** `Straight away` is only clear beside what was asked. */
function besideQuestion({ key }: FactInput, text: string): string {
  const { question, label } = wordsOf(key);
  const asked = question ?? label;
  return `${asked}${asked.endsWith('?') ? '' : ':'} ${text}`;
}

/** The lines below the name of an entry: its answers and its period. */
export function entryLines(page: ListPage, entry: Entry, today: string): string[] {
  const { values } = readEntry(page, entry.typed, today);
  if (page.list === 'addresses') return [...addressLines(values), stayText(entry)];
  const said = page.inputs.filter(
    (input) =>
      input.fact.kind !== 'date' && !page.fact.named.includes(input.path) && isAsked(input, page.inputs, entry.typed),
  );
  const lines = said.flatMap((input) => {
    const text = values[input.path] === 'GBR' ? '' : textOf(input, values[input.path], entry.typed);
    return text === '' ? [] : [besideQuestion(input, text)];
  });
  return [...lines, ...timeTexts(page, entry)].filter((line) => line !== '');
}

export function stayText(entry: Entry): string {
  const from = typedDateText(entry.typed, 'start_date');
  if (from === '') return say('We do not know yet when you lived here');
  if (isCurrent(entry)) return say('Since {date}', { date: from });
  return between(from, typedDateText(entry.typed, 'end_date') || say('not known yet'));
}

function entryRows(page: ListPage, answer: EntryAnswer, nameOf: (entry: Entry) => string, today: string): AnswerRow[] {
  const { label, none = '' } = wordsOf(page.list);
  const rows = answer.entries.map((entry) => ({
    label: page.list === 'addresses' ? say(isCurrent(entry) ? 'Current address' : 'Previous address') : nameOf(entry),
    lines: entryLines(page, entry, today),
    path: `/${entry.key}`,
    isSent: isSentEntry(page, entry, today),
  }));
  const said = { label, lines: [none, ...(answer.why === undefined ? [] : [answer.why])], path: '' };
  return answer.isNone === true ? [...rows, said] : rows;
}

export function answerRows(
  form: OpenForm,
  page: FormPage,
  nameOf: (page: ListPage, entry: Entry) => string,
): AnswerRow[] {
  const answer = answerOf(form, page);
  if (page.kind === 'questions') return questionRows(page, answer as Typed, form.scope.today);
  if (page.kind === 'list') {
    return entryRows(page, answer as EntryAnswer, (entry) => nameOf(page, entry), form.scope.today);
  }
  // As it was agreed to: the words may have changed since.
  const { agreed } = answer as Typed;
  return [
    { label: say('Consent'), lines: (agreed?.split('\n') ?? statementsOf(consentText(form))).map(english), path: '' },
  ];
}
