// Finds the days of a required period that no address or other stay covers.
import { addDays, daysBetween, type IsoDate } from './dates.ts';

export interface Stay {
  readonly startDate: IsoDate | null;
  /** Null for the current residence. */
  readonly endDate: IsoDate | null;
}

/** Both days are included. */
export interface Gap {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/**
 * The gaps from a day up to and including the day `until`, earliest first. Gaps of at most `tolerated` days are ignored. A stay
 * covers its first and its last day, so moving on the next day leaves no gap; a stay without a start covers nothing.
 */
export function gapsSince(stays: readonly Stay[], from: IsoDate, until: IsoDate, tolerated = 0): Gap[] {
  return allGaps(stays, from, until).filter((gap) => daysBetween(gap.from, gap.to) + 1 > tolerated);
}

function allGaps(stays: readonly Stay[], from: IsoDate, until: IsoDate): Gap[] {
  const gaps: Gap[] = [];
  /** The earliest day that is not covered yet. */
  let open = from;
  for (const { startDate, endDate } of stays.toSorted((a, b) => compare(a.startDate, b.startDate))) {
    const last = endDate ?? until;
    if (startDate === null || last < startDate || last < open) continue;
    if (startDate > until) break;
    if (startDate > open) gaps.push({ from: open, to: addDays(startDate, -1) });
    if (last >= until) return gaps;
    open = addDays(last, 1);
  }
  gaps.push({ from: open, to: until });
  return gaps;
}

function compare(a: IsoDate | null, b: IsoDate | null): number {
  if (a === b) return 0;
  return (a ?? '') < (b ?? '') ? -1 : 1;
}
