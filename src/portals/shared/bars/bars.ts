// Tables with bars: segments of one length scale, told apart by their pattern and not by colour alone.
import type { TurnaroundRow } from '../../../features/lists/turnaround-queries.ts';

export type Pattern = 'solid' | 'striped' | 'outlined';

export interface Segment {
  readonly value: number;
  readonly pattern: Pattern;
}

export interface Bar {
  readonly x: number;
  readonly width: number;
  readonly pattern: Pattern;
}

/** In the units of the drawing in bar-tables.njk. */
const BAR_WIDTH = 200;

/** Segments of one bar, one after the other. @param most the value that fills the whole width */
export function barOf(segments: readonly Segment[], most: number): readonly Bar[] {
  const scale = most > 0 ? BAR_WIDTH / most : 0;
  let x = 0;
  return segments.flatMap(({ value, pattern }) => {
    const width = Math.round(value * scale * 10) / 10;
    const bar = { x: Math.round(x * 10) / 10, width, pattern };
    x += width;
    return width > 0 ? [bar] : [];
  });
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** `40 minutes`, `5 hours`, `2.5 days`. */
export function durationText(seconds: number): string {
  const of = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
  if (seconds < HOUR) return of(Math.round(seconds / 60), 'minute');
  if (seconds < DAY) return of(Math.round(seconds / HOUR), 'hour');
  return of(Math.round((seconds / DAY) * 10) / 10, 'day');
}

export const mostOf = (values: readonly number[]): number => Math.max(0, ...values);

/** `1 working day`; a whole number, or half of one. */
export function workingDaysText(days: number): string {
  const count = Math.round(days * 10) / 10;
  return count === 0 ? 'The same day' : `${count} working ${count === 1 ? 'day' : 'days'}`;
}

const turnaroundLegend = [
  { pattern: 'solid', text: 'median' },
  { pattern: 'striped', text: 'up to the 90th percentile' },
] as const;

type OnTime = Pick<TurnaroundRow, 'due' | 'on_time'> & { readonly overdue?: number; readonly reopened?: number };

/** `92% (11 of 12)` */
const onTimeText = ({ due, on_time }: OnTime): string =>
  due === 0 ? 'None was due' : `${Math.floor((100 * on_time) / due)}% (${on_time} of ${due})`;

/** Of all report types together; undefined if none was due. */
function onTimeNote(rows: readonly OnTime[]): string | undefined {
  const sum = (of: (row: OnTime) => number) => rows.reduce((so, row) => so + of(row), 0);
  const all = { due: sum(({ due }) => due), on_time: sum(({ on_time }) => on_time) };
  const overdue = sum((row) => row.overdue ?? 0);
  const reopened = sum((row) => row.reopened ?? 0);
  const open = overdue === 0 ? '' : ` ${overdue} of them ${overdue === 1 ? 'is' : 'are'} open and past that day.`;
  if (all.due === 0) return undefined;
  const again = reopened === 0 ? '' : ` ${reopened} ${reopened === 1 ? 'was' : 'were'} opened again since.`;
  return `${onTimeText(all)} were complete on the day on which they were due, or before.${open}${again} A day that the desk moved by hand counts as it was first, and a report that was opened again by its first result. Reports without such a day do not count there.`;
}

/** Of what came to people before its day; undefined if nothing did. */
function ownNote(rows: readonly OnTime[]): string {
  const sum = (of: (row: OnTime) => number) => rows.reduce((so, row) => so + of(row), 0);
  const all = { due: sum(({ due }) => due), on_time: sum(({ on_time }) => on_time) };
  const counted = 'Counted in working days from when the report was claimed by or assigned to whoever completed it.';
  return all.due === 0
    ? `${counted} On time counts what came to them before the day on which it was due; nothing did.`
    : `${counted} On time counts what came to them before the day on which it was due: ${onTimeText(all)}.`;
}

const notes = { reports: onTimeNote, people: ownNote, none: () => undefined } as const;

/** For `bar-tables.njk`. @param onTimeOf of what the rows say how many were complete on the day due @param hrefOf where a row leads */
export function turnaroundTable(
  title: string,
  rows: readonly (TurnaroundRow & { readonly overdue?: number; readonly reopened?: number })[],
  nameOf: (key: TurnaroundRow['key']) => string,
  {
    onTimeOf = 'none',
    textOf = durationText,
    hrefOf = () => undefined,
  }: {
    readonly onTimeOf?: keyof typeof notes;
    readonly textOf?: (took: number) => string;
    readonly hrefOf?: (key: TurnaroundRow['key']) => string | undefined;
  } = {},
) {
  const longest = mostOf(rows.map(({ p90 }) => p90));
  return {
    title,
    empty: 'No report was completed in this time.',
    legend: turnaroundLegend,
    note: notes[onTimeOf](rows),
    heads: [
      ...['Completed', 'Median', '90th percentile', 'Median without the candidate', '90th without the candidate'],
      ...(onTimeOf === 'none' ? [] : ['On time']),
    ],
    rows: rows.map((row) => ({
      name: nameOf(row.key),
      href: hrefOf(row.key),
      bar: barOf(
        [
          { value: row.median, pattern: 'solid' },
          { value: row.p90 - row.median, pattern: 'striped' },
        ],
        longest,
      ),
      cells: [
        row.reopened ? `${row.completed}, of them ${row.reopened} reopened` : row.completed,
        ...[row.median, row.p90, row.own_median, row.own_p90].map((took) =>
          row.completed === 0 ? 'None is complete' : textOf(took),
        ),
        ...(onTimeOf === 'none' ? [] : [onTimeOf === 'people' && row.due === 0 ? 'None counts' : onTimeText(row)]),
      ],
    })),
  };
}
