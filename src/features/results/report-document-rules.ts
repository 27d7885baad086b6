// Formats results, breakdowns and dates for the results PDF.
import { formatLongDate, parseDate } from '../../lib/dates.ts';
import { ukFormat } from '../../lib/uk-times.ts';

export type Result = 'clear' | 'consider' | 'unidentified';
export type TrafficLight = 'Green' | 'Amber' | 'Red';

/** A part of what a report examined, by its name in the interface; parts may be nested. */
export interface BreakdownEntry {
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

const longDate = ukFormat({ dateStyle: 'long' });
const time = ukFormat({ timeStyle: 'short' });

/** `4 March 2026`, the day in the United Kingdom. */
export function ukDate(instant: Date): string {
  return longDate(instant);
}

/** `14:05`, the time in the United Kingdom. */
export function ukTime(instant: Date): string {
  return time(instant);
}

export function birthDate(date: string): string {
  return formatLongDate(date);
}

/** By the decisions: clear is green, all else amber unless the screener marked it. */
const lightOfResult = { clear: 'Green', consider: 'Amber', unidentified: 'Amber' } as const;

const isResult = (text: string): text is Result => Object.hasOwn(lightOfResult, text);

/** `date_of_birth` → `Date of birth` */
export function words(name: string): string {
  const text = name.replaceAll('_', ' ').trim();
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

export function resultWords(result: Result, marked: TrafficLight | null): Outcome {
  const light = marked ?? lightOfResult[result];
  return { light, word: words(result), aside: light.toLowerCase() };
}

const openWords = {
  awaiting_data: 'In progress',
  paused: 'Paused',
  awaiting_approval: 'In review',
  complete: 'Complete',
  cancelled: 'Cancelled',
  withdrawn: 'Withdrawn',
} as const;

interface ReportFacts {
  readonly status: keyof typeof openWords;
  readonly result: Result | null;
  readonly subResult: string | null;
  readonly trafficLight: TrafficLight | null;
}

export function reportOutcome({ status, result, subResult, trafficLight }: ReportFacts): Outcome {
  if (status !== 'complete' || result === null) return { light: 'None', word: openWords[status], aside: '' };
  const outcome = resultWords(result, trafficLight);
  const repeats = subResult === null || subResult === result;
  return repeats ? outcome : { ...outcome, aside: `${outcome.aside} (${words(subResult).toLowerCase()})` };
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ') || 'none';
  if (typeof value === 'object') return propertyLines(value as Record<string, unknown>).join('; ') || 'none';
  if (typeof value !== 'string') return String(value);
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDate(value) !== undefined;
  return isDate ? formatLongDate(value) : value;
}

/** One line per property: `Date of issue: 4 March 2026`. */
export function propertyLines(properties: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(properties).map(([name, value]) => `${words(name)}: ${valueText(value)}`);
}

function entryOutcome(result: string | null | undefined): Outcome {
  if (result === null || result === undefined || result === '') return { light: '', word: '', aside: '' };
  return { light: isResult(result) ? lightOfResult[result] : '', word: words(result), aside: '' };
}

/** The tree as table rows, each part before its own parts. */
export function breakdownRows(breakdown: Breakdown, depth = 0): BreakdownRow[] {
  return Object.entries(breakdown).flatMap(([name, entry]) => [
    { depth, name: words(name), outcome: entryOutcome(entry.result), details: propertyLines(entry.properties ?? {}) },
    ...breakdownRows(entry.breakdown ?? {}, depth + 1),
  ]);
}
