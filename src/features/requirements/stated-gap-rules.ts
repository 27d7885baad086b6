// Says the gaps of a history as they follow from what was typed: a month where the day beside it was not typed; pure.
import type { Gap } from '../../lib/address-history.ts';
import { addDays, type DayOrMonth, type IsoDate } from '../../lib/dates.ts';
import type { DatesWithoutDay } from '../facts/fact.ts';

export interface StatedPeriod {
  readonly from: DayOrMonth;
  readonly to: DayOrMonth;
}

/** `from` and `to` are its days, for calculation and pictures. */
export interface StatedGap extends Gap {
  /** For people. */
  readonly stated: StatedPeriod;
}

type Entry = { readonly start_date: IsoDate | null; readonly end_date: IsoDate | null } & DatesWithoutDay;

/** An entry that ends or starts on `beside` decides: if no such entry has a day, neither has the gap. */
function statedDay(day: IsoDate, beside: IsoDate, field: 'start_date' | 'end_date', entries: readonly Entry[]) {
  const neighbours = entries.filter((entry) => entry[field] === beside);
  const isMonth =
    neighbours.length > 0 && neighbours.every(({ dates_without_day: months }) => months?.includes(field) === true);
  return isMonth ? day.slice(0, 7) : day;
}

export const statedGap = ({ from, to }: Gap, entries: readonly Entry[]): StatedGap => ({
  from,
  to,
  stated: {
    from: statedDay(from, addDays(from, -1), 'end_date', entries),
    to: statedDay(to, addDays(to, 1), 'start_date', entries),
  },
});
