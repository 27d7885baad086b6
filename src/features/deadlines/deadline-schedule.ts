// Calculates when a deadline is due, on a working day of England and Wales, at the time of day at which it was set; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addWorkingDays, daysBetween, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf, ukOffset } from '../../lib/uk-times.ts';

const DAY_MS = 86_400_000;

/** That day, at the time of day of `from` by the clocks of the UK; an hour earlier if they skip that time. */
export function onDay(from: Date, day: IsoDate): Date {
  const sameInUtc = new Date(from.getTime() + daysBetween(ukDateOf(from), day) * DAY_MS);
  return new Date(sameInUtc.getTime() + ukOffset(from) - ukOffset(sameInUtc));
}

/** When that day is over in the UK. */
export const endOfDay = (day: IsoDate): Date => startOfUkDay(addDays(day, 1));

/** So many working days later; earlier if negative. */
export const afterWorkingDays = (from: Date, days: number, calendar: Calendar): Date =>
  onDay(from, addWorkingDays(ukDateOf(from), days, calendar.england_and_wales));

/** So many days later, or on the first working day after them. */
export const afterDays = (from: Date, days: number, calendar: Calendar): Date =>
  onDay(from, nextWorkingDay(addDays(ukDateOf(from), days), calendar.england_and_wales));
