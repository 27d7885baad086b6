// The bars of a timeline, which are the covered parts of a period and its gaps, and the length of a gap in words; pure.

import type { Gap } from '../../lib/address-history.ts';
import { addDays, daysBetween, daysOf, type IsoDate, isMonth, monthsBetween } from '../../lib/dates.ts';
import { say } from '../../messages/say.ts';
import type { StatedPeriod } from '../requirements/stated-gap-rules.ts';

export interface TimelineBar {
  readonly kind: 'stay' | 'gap';
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** As parts of the whole period, from 0 to 1. */
  readonly start: number;
  readonly width: number;
}

interface Covered {
  readonly start_date: IsoDate | null;
  /** null for an ongoing entry. */
  readonly end_date: IsoDate | null;
}

/** Leaves out entries outside the period and entries without a start. */
export function timelineBars(
  covered: readonly Covered[],
  gaps: readonly Gap[],
  { from, to }: { readonly from: IsoDate; readonly to: IsoDate },
): TimelineBar[] {
  const days = daysBetween(from, to) + 1;
  const bar = (kind: TimelineBar['kind'], first: IsoDate, last: IsoDate): TimelineBar => {
    const [begin, end] = [first < from ? from : first, last > to ? to : last];
    return {
      kind,
      from: begin,
      to: end,
      start: daysBetween(from, begin) / days,
      width: (daysBetween(begin, end) + 1) / days,
    };
  };
  const stays = covered.flatMap(({ start_date, end_date }) => {
    const last = end_date ?? to;
    return !start_date || last < from || start_date > to ? [] : [bar('stay', start_date, last)];
  });
  return [...stays, ...gaps.map((gap) => bar('gap', gap.from, gap.to))].sort((a, b) => a.start - b.start);
}

const count = (number: number, unit: 'day' | 'month' | 'year') =>
  number === 1 ? say(`1 ${unit}`) : say(`{count} ${unit}s`, { count: number });

/**
 * `12 days`, `5 months`, `2 years 4 months`; includes the first and the last day. Days are not counted where one of the
 * two was not typed.
 */
export function lengthText({ from, to }: StatedPeriod): string {
  const [[first], [, last]] = [daysOf(from), daysOf(to)];
  const end = addDays(last, 1);
  const months = monthsBetween(first, end);
  if (months < 2 && !isMonth(from) && !isMonth(to)) return count(daysBetween(first, end), 'day');
  if (months < 1) return say('less than a month');
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 ? count(years, 'year') : '', rest > 0 ? count(rest, 'month') : ''].join(' ').trim();
}
