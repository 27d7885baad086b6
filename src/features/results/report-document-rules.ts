// Formats results, breakdowns and dates for the results PDF.
import { formatDate, parseDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { ukFormat } from '../../lib/uk-times.ts';
import { isOfPence, type ReportResult, reportResults, words } from '../report-types/breakdown.ts';
import { comparedNames, isConfirmed as isJobConfirmed } from '../report-types/listed-properties.ts';
import { type TrafficLight, trafficLightOf } from '../reports/report-rules.ts';
import { type ReportState, reportStateWords } from '../reports/report-states.ts';

/** A part of what a report examined, by its name in the interface; parts may be nested. */
export interface BreakdownEntry {
  /** By default the name in words. */
  readonly label?: string;
  readonly result?: string | null;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly breakdown?: Breakdown;
}
export type Breakdown = Readonly<Record<string, BreakdownEntry>>;

export interface Outcome {
  /** `None` marks an open report; empty shows no mark. */
  readonly light: TrafficLight | 'None' | '';
  readonly word: string;
  /** Lighter text after the word, which says in words what the mark shows in colour. */
  readonly aside: string;
}

export interface BreakdownRow {
  readonly depth: number;
  readonly name: string;
  readonly outcome: Outcome;
  readonly details: readonly string[];
}

/** `4 March 2026`, the day in the United Kingdom. */
export const ukDate = ukFormat({ dateStyle: 'long' });

const isResult = (text: string): text is ReportResult => (reportResults as readonly string[]).includes(text);

export function resultWords(result: ReportResult, marked: TrafficLight | null): Outcome {
  const light = marked ?? trafficLightOf(result, undefined);
  return { light, word: words(result), aside: light.toLowerCase() };
}

interface ReportFacts {
  readonly status: ReportState;
  /** Why nobody could confirm what was stated; undefined if somebody did. */
  readonly unable?: string | undefined;
  readonly result: ReportResult | null;
  readonly subResult: string | null;
  readonly trafficLight: TrafficLight | null;
}

/** As one text: `Consider, amber`. */
export const outcomeText = ({ word, aside }: Outcome): string => (aside === '' ? word : `${word}, ${aside}`);

export function reportOutcome({ status, unable, result, subResult, trafficLight }: ReportFacts): Outcome {
  if (status !== 'complete' || result === null) return { light: 'None', word: reportStateWords[status], aside: '' };
  const outcome = resultWords(result, trafficLight);
  if (unable !== undefined) return { ...outcome, word: 'Unable to verify' };
  const repeats = subResult === null || subResult === result;
  return repeats ? outcome : { ...outcome, aside: `${outcome.aside} (${words(subResult).toLowerCase()})` };
}

/** An entry says nothing of what its source leaves open. */
const withoutNulls = (entry: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(entry).filter(([, value]) => value !== null));

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  if (typeof value === 'object') return propertyLines(withoutNulls(value)).join('; ') || 'none';
  if (typeof value !== 'string') return String(value);
  const isDate = /^\d{4}-\d{2}(?:-\d{2})?$/.test(value) && parseDate(`${value}-01`.slice(0, 10)) !== undefined;
  return isDate ? formatDate(value) : value;
}

/** Amounts in pounds. */
const shownText = (name: string, value: unknown): string =>
  isOfPence(name) && typeof value === 'number' ? inPounds(value) : valueText(value);

/** One line per property: `Date of issue: 4 March 2026`, and per entry of a list; particulars speak for themselves. */
export function propertyLines(properties: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(properties).flatMap(([name, value]) => {
    if (name === 'particulars') return valueText(value).split('\n');
    const values = isEntryList(value) ? value : [value];
    return values.map((one) => `${words(name)}: ${shownText(name, one)}`);
  });
}

type Entry = Readonly<Record<string, unknown>>;

/** One entry of a list, such as an employment: each row with what was stated and, if a source was asked, its answer. */
export interface EntryTable {
  readonly title: string;
  readonly isConfirmed: boolean;
  readonly rows: readonly EntryRow[];
}

interface EntryRow {
  readonly name: string;
  readonly stated: string;
  /** null where no source was asked. */
  readonly confirmed: string | null;
  /** The source says otherwise than the candidate. */
  readonly differs: boolean;
}

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isEntryList = (value: unknown): value is readonly Entry[] =>
  Array.isArray(value) && value.length > 0 && value.every(isEntry);

/** What the properties hold besides lists of entries. */
export const plainProperties = (properties: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => !isEntryList(value)));

const CONFIRMED = 'confirmed_';
const namingKeys = [
  'employer',
  'full_name',
  'name',
  'company_name',
  'title',
  'address',
  'full_address',
  'document',
  'profile',
];
const isEmptyValue = (value: unknown) => valueText(value) === 'none';

/** A job about which no source has answered is listed with the others. */
const unconfirmedRow: EntryRow = { name: 'Confirmation', stated: 'Not confirmed', confirmed: null, differs: false };

const differenceNames: Readonly<Record<string, string>> = comparedNames;

function entryTable(list: string, entry: Entry, at: number): EntryTable {
  const naming = namingKeys.find((key) => typeof entry[key] === 'string' && entry[key] !== '');
  const keys = Object.keys(entry).map((key) => (key.startsWith(CONFIRMED) ? key.slice(CONFIRMED.length) : key));
  // Once a source has answered, what was said before of why none has is over.
  const isOver = (key: string) => key === 'not_confirmed_because' && isJobConfirmed(entry);
  const known = [...new Set(keys)].filter((key) => key !== naming && !isOver(key));
  const shown = (key: string, value: unknown) => (isEmptyValue(value) ? '' : shownText(key, value));
  const isConfirmed = Object.entries(entry).some(([key, value]) => key.startsWith(CONFIRMED) && !isEmptyValue(value));
  const differing = Array.isArray(entry.differs) ? entry.differs : [];
  const rows = known.map((key) => ({
    differs: differing.includes(differenceNames[key]),
    name: words(key),
    stated: shown(key, entry[key]),
    confirmed: isConfirmed && `${CONFIRMED}${key}` in entry ? shown(key, entry[`${CONFIRMED}${key}`]) : null,
  }));
  return {
    title: naming === undefined ? `${words(list)}, entry ${at + 1}` : String(entry[naming]),
    isConfirmed,
    rows: [
      ...(list === 'employments' && !isJobConfirmed(entry) ? [unconfirmedRow] : []),
      ...rows.filter(({ stated, confirmed }) => stated !== '' || (confirmed ?? '') !== ''),
    ],
  };
}

/** A table for each entry of the lists among the properties. */
export const entryTables = (properties: Readonly<Record<string, unknown>>): EntryTable[] =>
  Object.entries(properties).flatMap(([name, list]) =>
    isEntryList(list) ? list.map((entry, at) => entryTable(name, entry, at)) : [],
  );

function entryOutcome(result: string | null | undefined): Outcome {
  if (result === null || result === undefined || result === '') return { light: '', word: '', aside: '' };
  return { light: isResult(result) ? trafficLightOf(result, undefined) : '', word: words(result), aside: '' };
}

/** The tree as table rows, each part before its own parts. */
export function breakdownRows(breakdown: Breakdown, depth = 0): BreakdownRow[] {
  return Object.entries(breakdown).flatMap(([name, entry]) => [
    {
      depth,
      name: entry.label ?? words(name),
      outcome: entryOutcome(entry.result),
      details: propertyLines(entry.properties ?? {}),
    },
    ...breakdownRows(entry.breakdown ?? {}, depth + 1),
  ]);
}
