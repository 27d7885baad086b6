// Reads the findings of a report for the conditions of result rules: parts that call for attention, and entries of lists; pure.
import { type DayOrMonth, daysOf, formatDate, type IsoDate } from '../../lib/dates.ts';
import type { Breakdown } from '../report-types/breakdown.ts';
import type { BreakdownEntry } from '../report-types/findings-rules.ts';
import { isExcluded } from '../report-types/found-lists.ts';
import { meaning } from '../report-types/meaning-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import type { Hit, JudgedReport } from './result-rule.ts';

export type Entry = Readonly<Record<string, unknown>>;

const isEntry = (one: unknown): one is Entry => typeof one === 'object' && one !== null && !Array.isArray(one);

/** Null where nothing is typed. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

const isDay = (value: unknown): value is DayOrMonth => /^\d{4}-\d{2}(-\d{2})?$/.test(String(value ?? ''));

/** The last day that a date or a month can mean: it counts as recent as it can be. */
export const lastDayOf = (value: unknown): IsoDate | null => (isDay(value) ? daysOf(value)[1] : null);
export const firstDayOf = (value: unknown): IsoDate | null => (isDay(value) ? daysOf(value)[0] : null);

/** ` of March 2024`; empty where the day is not known. */
export const ofDay = (value: unknown): string => (isDay(value) ? ` of ${formatDate(value)}` : '');

/** A list of the whole report, or of a part at any depth. */
export function entriesOf({ breakdown, properties }: Pick<JudgedReport, 'breakdown' | 'properties'>, list: string) {
  const inParts = (entries: Readonly<Record<string, BreakdownEntry>>): Entry[] =>
    Object.values(entries).flatMap((entry): Entry[] => [
      ...listIn(entry.properties ?? {}, list),
      ...inParts(entry.breakdown ?? {}),
    ]);
  return [...listIn(properties, list), ...inParts(breakdown)];
}

const listIn = (properties: Entry, list: string): Entry[] => {
  const entries = properties[list];
  return Array.isArray(entries) ? entries.filter((one) => isEntry(one) && !isExcluded(one)) : [];
};

/** What calls for attention in parts of these names, at any depth. */
export const partsFound = ({ type, breakdown }: JudgedReport, names: readonly string[]): readonly Hit[] =>
  meaning(type, { breakdown, properties: {} }, 'consider')
    .filter(({ path }) => names.includes(path.split('.').at(-1)!))
    .map(({ label, value }) => ({ words: `${label}: ${value}` }));

/** What was answered in parts of this name, at any depth. */
export const answersOf = (breakdown: Readonly<Record<string, BreakdownEntry>>, name: string): readonly string[] =>
  Object.entries(breakdown).flatMap(([key, { result, breakdown: inner = {} }]) => [
    ...(key === name && result !== '' ? [result] : []),
    ...answersOf(inner, name),
  ]);

/** Those of the list, which says what the part is about; where it is empty, what the part says alone. */
export const listedOrPart = (
  report: JudgedReport,
  listed: readonly Hit[],
  part: string,
  unknown: Omit<Hit, 'words'>,
) => (listed.length > 0 ? listed : partsFound(report, [part]).map((hit) => ({ ...hit, ...unknown })));

/** Those of the list, beside what the part says: an entry that a rule lets pass does not answer for the part. */
export const listedAndPart = (
  report: JudgedReport,
  listed: readonly Hit[],
  part: string,
  unknown: Omit<Hit, 'words'>,
): readonly Hit[] => [
  ...listed,
  ...partsFound(report, [part]).map((hit): Hit => ({ ...hit, ...unknown, isOfPart: true })),
];

const partNames = (known: Breakdown): string[] =>
  Object.entries(known).flatMap(([name, { parts }]) => [name, ...partNames(parts)]);

export const hasPart =
  (...names: readonly string[]) =>
  ({ breakdown }: ReportType): boolean =>
    partNames(breakdown).some((name) => names.includes(name));

export const hasProperty =
  (...names: readonly string[]) =>
  ({ properties }: ReportType): boolean =>
    names.some((name) => name in properties);

export const isNamed =
  (...names: readonly string[]) =>
  ({ name }: ReportType): boolean =>
    names.includes(name);
