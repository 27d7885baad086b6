// What a form of added reports leaves as it was sent, because complete reports rest on it: answers, and entries of lists; pure.
import { isDeepStrictEqual } from 'node:util';
import type { IsoDate } from '../../lib/dates.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { prefilled } from './answer-rules.ts';
import { type EntryValues, entriesOf, inOrder, readEntry } from './entry-rules.ts';
import { type FactInput, firstNameOf, sentNames } from './fact-input-rules.ts';
import type { Answer, Entry, EntryAnswer, FormPage, ListPage, QuestionPage, Typed } from './form-page.ts';

/** A code is used once: another is asked for where the one that was sent does not serve. */
function sentTexts({ inputs }: QuestionPage, typed: Typed): Typed {
  const kept = inputs.filter(({ fact }) => fact.lapses !== true);
  const answered = kept.filter((input) => sentNames(input).some((name) => (typed[name] ?? '') !== ''));
  return Object.fromEntries(answered.flatMap(sentNames).map((name) => [name, typed[name] ?? '']));
}

/** The page with what was sent of it. */
export function withSent(page: FormPage, facts: ApplicantFacts, today: IsoDate): FormPage {
  if (page.kind === 'consent') return page;
  const answer = prefilled(page, facts, today);
  return page.kind === 'questions'
    ? { ...page, sent: sentTexts(page, answer as Typed) }
    : { ...page, sent: entriesOf(page, answer as EntryAnswer, today) };
}

export const isSentInput = (page: QuestionPage | ListPage, input: FactInput): boolean =>
  page.kind === 'questions' && page.sent !== undefined && firstNameOf(input) in page.sent;

export const isSentEntry = (page: ListPage, { typed }: Entry, today: IsoDate): boolean =>
  page.sent?.some((one) => isDeepStrictEqual(one, readEntry(page, typed, today).values)) === true;

/** Whether an answer leaves as it is what was sent. */
export function keepsSent(page: FormPage, answer: Answer, today: IsoDate): boolean {
  if (page.kind === 'consent' || page.sent === undefined) return true;
  if (page.kind === 'questions')
    return Object.entries(page.sent).every(([name, text]) => (answer as Typed)[name] === text);
  const entries = entriesOf(page, answer as EntryAnswer, today);
  return page.sent.every((one) => entries.some((entry) => isDeepStrictEqual(one, entry)));
}

/** An entry that was corrected is recognised by its name, or by its dates. */
function isOne(page: ListPage, one: EntryValues, other: EntryValues): boolean {
  const dates = page.inputs.filter(({ fact }) => fact.kind === 'date').map(({ path }) => path);
  const isSame = (paths: readonly string[]) =>
    paths.length > 0 && paths.every((path) => isDeepStrictEqual(one[path] ?? null, other[path] ?? null));
  return isSame(page.fact.named) || isSame(dates);
}

/** What was sent, as it is stated now, with the entries that the candidate has added to it since. */
function withOwn(page: ListPage, { entries }: EntryAnswer, sent: EntryAnswer, today: IsoDate): EntryAnswer {
  const valuesOf = ({ typed }: Entry) => readEntry(page, typed, today).values;
  const stated = sent.entries.map(valuesOf);
  // The entries that were sent are numbered first.
  const isOwn = (entry: Entry) => entry.key > stated.length || !stated.some((one) => isOne(page, one, valuesOf(entry)));
  const own = entries.filter(isOwn);
  const added = own.map((entry, at) => ({ ...entry, key: sent.entries.length + at + 1 }));
  return inOrder(page, [...sent.entries, ...added], today);
}

/** An answer that was saved, with what was sent in its place. */
export function sentInto(page: FormPage, answer: Answer, facts: ApplicantFacts, today: IsoDate): Answer {
  if (page.kind === 'questions') return { ...(answer as Typed), ...page.sent };
  if (page.kind === 'consent' || keepsSent(page, answer, today)) return answer;
  return withOwn(page, answer as EntryAnswer, prefilled(page, facts, today) as EntryAnswer, today);
}
