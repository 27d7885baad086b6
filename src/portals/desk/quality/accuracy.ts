// How accurate somebody is in each month, as a line and in words: the share of reviewed reports without an error.
import type { AccuracyRow } from '../../../features/quality/quality-figure-queries.ts';
import { addMonths, formatMonth } from '../../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../../lib/uk-times.ts';
import { percentText } from './quality-words.ts';

export const accuracyMonths = { 3: 'The last 3 months', 6: 'The last 6 months', 12: 'The last 12 months' } as const;

/** The months until this one, the oldest first, as `yyyy-mm`. */
function monthsUntil(now: Date, count: number): string[] {
  const first = `${ukDateOf(now).slice(0, 7)}-01`;
  return Array.from({ length: count }, (_, index) => addMonths(first, index + 1 - count).slice(0, 7));
}

/** The months that are asked for, by `months` in the address; whole ones, but for the one that is going on. */
export function monthsAsked(query: Readonly<Record<string, unknown>>, now: Date, usual: keyof typeof accuracyMonths) {
  const count = Object.hasOwn(accuracyMonths, Number(query.months)) ? Number(query.months) : usual;
  const months = monthsUntil(now, count);
  return {
    months,
    since: startOfUkDay(`${months[0]}-01`),
    choices: Object.entries(accuracyMonths).map(([value, text]) => ({
      value,
      text,
      selected: Number(value) === count,
    })),
  };
}

const percentOf = ({ reviewed, without_error: right }: AccuracyRow): number => (right / reviewed) * 100;

/** In the units of the drawing in accuracy.njk. */
const [WIDTH, HEIGHT, MARGIN] = [120, 28, 3];

/** The lowest value to which the lines go down: the same for all that are compared. */
const baseOf = (rows: readonly AccuracyRow[]): number =>
  Math.min(80, Math.floor(Math.min(100, ...rows.map(percentOf)) / 10) * 10);

/** @param rows of one person */
function trendOf(rows: readonly AccuracyRow[], months: readonly string[], base: number) {
  const step = (WIDTH - 2 * MARGIN) / Math.max(1, months.length - 1);
  const points = months.flatMap((month, index) => {
    const row = rows.find((one) => one.month === month);
    if (row === undefined) return [];
    const y = MARGIN + ((100 - percentOf(row)) / (100 - base)) * (HEIGHT - 2 * MARGIN);
    return [{ x: Math.round((MARGIN + index * step) * 10) / 10, y: Math.round(y * 10) / 10 }];
  });
  return { points, line: points.map(({ x, y }) => `${x},${y}`).join(' ') };
}

/** For `accuracy.njk`: a row for each person, and under it each month. */
export function accuracyModel(rows: readonly AccuracyRow[], months: readonly string[]) {
  const base = baseOf(rows);
  const people = [...Map.groupBy(rows, (one) => one.user_id).values()];
  return {
    base,
    first: formatMonth(`${months[0]}-01`),
    last: formatMonth(`${months.at(-1)}-01`),
    rows: people.map((own) => {
      const sum = (of: (row: AccuracyRow) => number) => own.reduce((total, row) => total + of(row), 0);
      const [reviewed, right] = [sum((row) => row.reviewed), sum((row) => row.without_error)];
      return {
        ...{ name: own[0]!.name, trend: trendOf(own, months, base), reviewed },
        accuracy: percentText(right, reviewed),
        ...{ minor: sum((row) => row.minor), major: sum((row) => row.major), critical: sum((row) => row.critical) },
        praised: sum((row) => row.praised),
      };
    }),
    months: rows.toReversed().map((row) => ({
      ...row,
      month: formatMonth(`${row.month}-01`),
      accuracy: percentText(row.without_error, row.reviewed),
    })),
  };
}
