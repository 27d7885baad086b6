// Converts between facts and answers: the answer that a page shows, and the facts with an answer applied; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { Fact } from '../facts/fact.ts';
import { readFact, withFact } from '../facts/fact-paths.ts';
import { statedValue } from '../facts/fact-words-rules.ts';
import { type ApplicantFacts, facts as allFacts } from '../facts/facts.ts';
import { isBlank } from '../facts/finding.ts';
import { withPreviousLastName, withPreviousNames } from '../facts/previous-name-rules.ts';
import { CONSENT_WORDING } from './consent.ts';
import { type EntryValues, entriesOf, inOrder, typedAddress, typedEntry } from './entry-rules.ts';
import { type ReadInputs, readInputs, typedValue } from './fact-input-rules.ts';
import type { Answer, Entry, EntryAnswer, FormPage, ListPage, QuestionPage, Typed } from './form-page.ts';

/** The answer of somebody who has nothing to add to a list. */
export const saysNone: EntryAnswer = { entries: [], isNone: true };

/** Whether somebody has nothing to add, if the list lets them say so. */
const noneOf = ({ fact }: ListPage, { isNone, why }: EntryAnswer) => ({
  ...(fact.none === undefined ? {} : { [fact.none]: isNone === true ? false : null }),
  ...(fact.whyNone === undefined ? {} : { [fact.whyNone]: isNone === true ? (why ?? null) : null }),
});

/** The answer that a page shows before its first save, from the facts that the client gave. */
export function prefilled(page: FormPage, client: ApplicantFacts, today: IsoDate): Answer {
  const facts = withPreviousNames(client);
  if (page.kind === 'consent') return { agrees: '', criminal_record: '', wording: CONSENT_WORDING };
  if (page.kind === 'questions') {
    const valueAt = (path: string) =>
      path in facts ? statedValue(facts, path as keyof ApplicantFacts) : readFact(facts, path);
    const values = new Map(page.inputs.map((input) => [input.path, valueAt(input.path)]));
    // A known number implies the answer yes to having one.
    for (const { path, onlyWhere } of page.inputs) {
      if (onlyWhere !== undefined && !isBlank(values.get(path)) && isBlank(values.get(onlyWhere.fact))) {
        values.set(onlyWhere.fact, onlyWhere.is[0]);
      }
    }
    return Object.assign({}, ...page.inputs.map((input) => typedValue(input, values.get(input.path)))) as Typed;
  }
  const given = readFact(facts, page.list) as readonly EntryValues[];
  const { none, whyNone } = page.fact;
  const why = whyNone === undefined ? null : (readFact(facts, whyNone) as string | null);
  const isNone = none !== undefined && readFact(facts, none) === false;
  if (isNone && given.length === 0) return { ...saysNone, ...(why ? { why } : {}) };
  // If several addresses have no end, the first is the current one.
  const current = given.findIndex(({ end_date }) => end_date === null);
  // The country that an order means where it names none.
  const meant: Readonly<Record<string, string>> = { addresses: facts.country, qualifications: 'GBR' };
  const entries = given.map((one, index): Entry => {
    const entry = { ...one, country: one.country ?? meant[page.list] ?? null };
    const isNow = index === current;
    return {
      key: index + 1,
      typed: page.list === 'addresses' ? typedAddress(page, entry, isNow) : typedEntry(page, entry),
    };
  });
  return { ...inOrder(page, entries, today), ...(isNone && why ? { isNone, why } : {}) };
}

const marks = ['dates_without_day', 'dates_without_month'] as const;

/** Marks the dates of this page whose day, or month, was not typed; the marks of other pages stay. */
function withMarks(
  facts: ApplicantFacts,
  { inputs }: QuestionPage,
  { withoutDay, withoutMonth }: Pick<ReadInputs, 'withoutDay' | 'withoutMonth'>,
): ApplicantFacts {
  const marked = { dates_without_day: withoutDay, dates_without_month: withoutMonth };
  const { dates_without_day: _, dates_without_month: __, ...others } = facts;
  const kept = marks.flatMap((mark) => {
    const before = (facts[mark] ?? []).filter((name) => inputs.every(({ path }) => path !== name));
    const names = [...before, ...marked[mark].map(({ path }) => path)];
    return names.length === 0 ? [] : [[mark, names] as const];
  });
  return { ...others, ...Object.fromEntries(kept) };
}

/** Taking back the Yes that led to what was declared takes that back: nobody is shown what does not count any more. */
function withoutUndeclared({ inputs }: QuestionPage, stated: ApplicantFacts): ApplicantFacts {
  const isUndeclared = ({ kind, group, onlyWhere }: Fact) =>
    kind === 'list' &&
    group === 'declarations' &&
    inputs.some(({ path }) => path === onlyWhere?.fact) &&
    !onlyWhere!.is.includes(readFact(stated, onlyWhere!.fact) as string | boolean);
  const emptied = Object.entries<Fact>(allFacts).flatMap(([name, fact]) => (isUndeclared(fact) ? [[name, []]] : []));
  return { ...stated, ...Object.fromEntries(emptied) };
}

/** The facts with this answer applied. */
export function applied(page: FormPage, facts: ApplicantFacts, answer: Answer, today: IsoDate): ApplicantFacts {
  if (page.kind === 'consent') return facts;
  if (page.kind === 'list') {
    const list = answer as EntryAnswer;
    const changed = { ...facts, [page.list]: entriesOf(page, list, today), ...noneOf(page, list) };
    return page.list === 'previous_names' ? withPreviousLastName(changed) : changed;
  }
  const { values, ...read } = readInputs(page.inputs, answer as Typed, today);
  const stated = [...values].reduce((before, [{ path }, value]) => withFact(before, path, value), facts);
  const changed = withMarks(stated, page, read);
  // Answering that there never was another name removes earlier names.
  const hasNone = changed.name_is_from_birth === true && facts.name_is_from_birth !== true;
  return withoutUndeclared(page, hasNone ? { ...changed, previous_names: [], previous_last_name: null } : changed);
}
