// What an entry of a list says in words: its lines, and the one line by which people tell it from others.
import {
  type Entries,
  isFoundEntry,
  isOfPence,
  type Properties,
  type PropertyKind,
  words,
} from '../../../features/report-types/breakdown.ts';
import { inPounds } from '../../../lib/money.ts';
import { shownDate } from './typed-values.ts';

export type Values = Readonly<Record<string, unknown>>;

interface FilledField {
  readonly value: string;
  readonly shown?: string;
  readonly choices: readonly { readonly value: string; readonly text: string }[];
}

export const isDated = (kind: PropertyKind | undefined) => kind === 'date_or_month' || kind === 'end_date';
export const typedValue = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value);

export const isRecord = (entry: unknown): entry is Values => typeof entry === 'object' && entry !== null;

export const textOf = (value: unknown): string =>
  isRecord(value) ? Object.values(value).map(textOf).join(', ') : String(value ?? '');

/** As people read it: the words of a choice, and of a date. */
export function shownValue(kind: PropertyKind | undefined, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => shownValue(kind, one)).join(', ');
  if (typeof kind === 'object' && 'choice' in kind) return kind.choice[String(value)] ?? textOf(value);
  if (kind === 'pence' && typeof value === 'number') return inPounds(value);
  return isDated(kind) ? shownDate(String(value)) : textOf(value);
}

/** What an entry of a provider or a reference says besides the fields that complete it. */
export function linesOf(
  { entries, found = {}, hidden = [] }: Entries,
  entry: Values,
  isOwn: (key: string) => boolean,
): string[] {
  const known: Properties = { ...entries, ...found };
  return Object.entries(entry)
    .filter(([key, value]) => !isOwn(key) && !hidden.includes(key) && value !== null && textOf(value) !== '')
    .map(([key, value]) => `${words(key)}: ${shownValue(known[key] ?? (isOfPence(key) ? 'pence' : undefined), value)}`);
}

/** What the candidate stated of an entry, which no source changes. */
export const statedKeys = ({ entries, completes }: Entries): string[] =>
  Object.keys(entries).filter((key) => !completes.includes(key));

/** What the candidate stated, in the words of the form or of people; tells entries apart in a choice. */
export const statedText = (kind: Entries, entry: Values, textOfKey: (key: string) => string): string =>
  statedKeys(kind)
    .filter((key) => typedValue(entry[key]) !== '')
    .map(textOfKey)
    .join(', ');

/** How many values of an entry that a person typed its line shows. */
const ABOUT_VALUES = 3;

/** The line of an entry: what was stated or found, else the first values that somebody typed. */
export function entryLine(kind: Entries, entry: unknown, fields: readonly FilledField[]) {
  const given = fields.filter(({ value }) => value !== '');
  const wordsOf = ({ shown, choices, value }: FilledField) =>
    shown ?? choices.find((choice) => choice.value === value)?.text ?? value;
  const own = given.slice(0, ABOUT_VALUES).map(wordsOf).join(', ');
  if (isRecord(entry) && isFoundEntry(kind, entry)) {
    const stated = statedText(kind, entry, (key) => shownValue(kind.entries[key], entry[key]));
    return { about: stated || own, state: `${given.length} of ${fields.length} filled in` };
  }
  if (entry !== undefined && !isRecord(entry)) return { about: textOf(entry), state: '' };
  return given.length === 0 ? { about: 'add it here', state: '' } : { about: own, state: '' };
}
