// The picture of a period: what is covered of it, and the gaps; pure.
import type { Gap } from '../../lib/address-history.ts';
import { daysBetween, type IsoDate } from '../../lib/dates.ts';

export interface TimelineBar {
  readonly kind: 'stay' | 'gap';
  readonly from: IsoDate;
  readonly to: IsoDate;
  /** Parts of the whole period, 0 to 1. */
  readonly start: number;
  readonly width: number;
}

interface Covered {
  readonly start_date: IsoDate | null;
  /** null while it lasts. */
  readonly end_date: IsoDate | null;
}

/** What lies outside the period, or whose beginning is not known, is not in it. */
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
