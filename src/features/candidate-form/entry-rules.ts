// Reads, sorts, adds and removes the entries of a list in the form; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { Said } from '../../messages/sentences.ts';
import type { DatesWithoutDay } from '../facts/fact.ts';
import { entryName, statedValue } from '../facts/fact-words-rules.ts';
import { isBlank } from '../facts/finding.ts';
import { type FactInput, firstNameOf, readInputs, tidyPlace, typedValue } from './fact-input-rules.ts';
import type { Entry, EntryAnswer, ListPage, Typed } from './form-page.ts';

/** The maximum number of entries in a list. */
export const MOST_ENTRIES = 40;

/** The input that says an address is the current one; stored as the missing end date, not as a fact. */
const currentInput = 'is_current';
export const isCurrent = ({ typed }: Entry): boolean => typed[currentInput] === 'yes';
export const hasCurrent = (answer: EntryAnswer): boolean => answer.entries.some(isCurrent);

type Fault = Said & { readonly input: string };
export type EntryValues = Readonly<Record<string, unknown>> & DatesWithoutDay;
export interface ReadEntry {
  readonly values: EntryValues;
  readonly faults: ReadonlyMap<FactInput, Fault>;
}

const missing = (input: FactInput): Fault => ({ input: firstNameOf(input), code: 'missing' });

/** Reads the inputs. A country that is left out would count as the United Kingdom, so that one is asked for. */
function readFields({ inputs }: ListPage, typed: Typed, today: IsoDate) {
  const { faults, ...read } = readInputs(inputs, typed, today);
  const left = inputs.filter(
    (input) => input.fact.kind === 'country' && input.fact.isOptional !== true && isBlank(read.values.get(input)),
  );
  return { ...read, faults: new Map([...left.map((input) => [input, missing(input)] as const), ...faults]) };
}

/** Whoever has a telephone and no email address is rung. */
const withReach = (entry: Readonly<Record<string, unknown>>) =>
  isBlank(entry.email) && isBlank(entry.reached_by) && !isBlank(entry.telephone)
    ? { ...entry, reached_by: entry.telephone }
    : entry;

export function readEntry(page: ListPage, typed: Typed, today: IsoDate): ReadEntry {
  const { values, withoutDay, withoutMonth, faults } = readFields(page, typed, today);
  const isEnded = page.list !== 'addresses' || typed[currentInput] !== 'yes';
  const months = withoutDay.map(({ path }) => path).filter((path) => isEnded || path !== 'end_date');
  const entry: Readonly<Record<string, unknown>> = {
    ...Object.fromEntries([...values].map(([{ path }, value]) => [path, value])),
    ...(months.length > 0 && { dates_without_day: months }),
    ...(withoutMonth.length > 0 && { dates_without_month: withoutMonth.map(({ path }) => path) }),
  };
  if (page.list === 'references') return { values: withReach(entry), faults };
  if (page.list !== 'addresses') return { values: entry, faults };
  const place = tidyPlace(entry);
  if (typed[currentInput] === 'yes') {
    const others = [...faults].filter(([{ path }]) => path !== 'end_date');
    return { values: { ...place, end_date: null }, faults: new Map(others) };
  }
  // Without an end date it would count as the current address.
  const end = page.inputs.find(({ path }) => path === 'end_date')!;
  const isOpen = (entry.end_date ?? null) === null && !faults.has(end);
  return { values: place, faults: isOpen ? new Map([...faults, [end, missing(end)] as const]) : faults };
}

export const entriesOf = (page: ListPage, answer: EntryAnswer, today: IsoDate): EntryValues[] =>
  answer.entries.map(({ typed }) => readEntry(page, typed, today).values);

/** The values that the client gave, in the form in which a candidate types them. */
export const typedEntry = (page: ListPage, values: EntryValues): Typed =>
  Object.assign({}, ...page.inputs.map((input) => typedValue(input, statedValue(values, input.path))));

export const typedAddress = (page: ListPage, values: EntryValues, isNow: boolean): Typed => ({
  ...typedEntry(page, values),
  [currentInput]: isNow ? 'yes' : '',
});

export const nameOfEntry = (page: ListPage, { typed }: Entry, today: IsoDate): string =>
  entryName(page.fact, readEntry(page, typed, today).values);

/** Sorts newest first: ongoing entries, then by end date, then by start date. */
function rankOf(page: ListPage, entry: Entry, today: IsoDate): string {
  const { values } = readEntry(page, entry.typed, today);
  const dates = page.inputs.filter(({ fact }) => fact.kind === 'date').map(({ path }) => String(values[path] ?? ''));
  // What was studied may have ended without an award.
  const end = String(values.end_date ?? '') || (dates.at(-1) ?? '');
  return `${isCurrent(entry) ? '~' : ''}${end === '' ? '9999' : end} ${dates[0] ?? ''}`;
}

export function inOrder(page: ListPage, entries: readonly Entry[], today: IsoDate): EntryAnswer {
  const ranked = entries.map((entry) => ({ entry, rank: rankOf(page, entry, today) }));
  ranked.sort((a, b) => (a.rank < b.rank ? 1 : a.rank > b.rank ? -1 : a.entry.key - b.entry.key));
  return { entries: ranked.map(({ entry }) => entry) };
}

export const findEntry = (answer: EntryAnswer, key: number): Entry | undefined =>
  answer.entries.find((entry) => entry.key === key);

/** Replaces the typed fields of the entry with the key, or adds a new entry. */
export function withEntry(
  page: ListPage,
  answer: EntryAnswer,
  key: number | undefined,
  typed: Typed,
  today: IsoDate,
): { readonly answer: EntryAnswer; readonly key: number } {
  const known = key === undefined ? undefined : findEntry(answer, key);
  const given = known?.key ?? Math.max(0, ...answer.entries.map((entry) => entry.key)) + 1;
  // The first address that is entered is the current one.
  const isFirstAddress = page.list === 'addresses' && known === undefined && !hasCurrent(answer);
  const entry = {
    key: given,
    typed: { ...known?.typed, ...typed, ...(isFirstAddress ? { [currentInput]: 'yes' } : {}) },
  };
  const others = answer.entries.filter((one) => one.key !== given);
  return { answer: inOrder(page, [...others, entry], today), key: given };
}

export const withoutEntry = (answer: EntryAnswer, key: number): EntryAnswer => ({
  entries: answer.entries.filter((entry) => entry.key !== key),
});
