// The bars of a timeline: the covered parts of a period and its gaps; pure.
import type { Gap } from '../../lib/address-history.ts';
import { daysBetween, type IsoDate } from '../../lib/dates.ts';

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
