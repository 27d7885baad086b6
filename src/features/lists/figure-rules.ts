// The times that the figures of all clients are of, and how long the backlog takes at the pace of the last weeks; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  earlierOf,
  type IsoDate,
  laterOf,
  mondayOf,
  workingDaysBetween,
} from '../../lib/dates.ts';
import { type Absent, absenceOf } from '../accounts/absence-rules.ts';
import { type Hours, worksOn } from '../accounts/hours-rules.ts';

/** UK days, the last one included. */
export interface FigureDays {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** A time and the one before it, with which it is compared. */
export interface FigureTimes {
  readonly now: FigureDays;
  readonly before: FigureDays;
}

export const figurePeriods = {
  this_week: 'This week so far',
  week: 'Last week',
  four_weeks: 'Last 4 weeks',
  month: 'This month so far',
  last_month: 'Last month',
  quarter: 'This quarter so far',
  last_quarter: 'Last quarter',
  year: 'This year so far',
  last_year: 'Last year',
  financial_year: 'This financial year so far (from April)',
  last_financial_year: 'Last financial year (April to March)',
  days: 'Other days',
} as const;
export type FigurePeriod = keyof typeof figurePeriods;

const daysBefore = (now: FigureDays): FigureTimes => {
  const to = addDays(now.from, -1);
  return { now, before: { from: addDays(to, -daysBetween(now.from, now.to)), to } };
};

/** Whole weeks, the last one of which is over. */
const weeks = (count: number, today: IsoDate) =>
  daysBefore({ from: addDays(mondayOf(today), -7 * count), to: addDays(mondayOf(today), -1) });

/** Whole months, the last one of which is over. */
function monthsBefore(first: IsoDate, count: number): FigureTimes {
  const from = addMonths(first, -count);
  return {
    now: { from, to: addDays(first, -1) },
    before: { from: addMonths(from, -count), to: addDays(from, -1) },
  };
}

/** As far as they have come; compared with as many days of the months before, or with all of these if they are fewer. */
function monthsSoFar(from: IsoDate, count: number, today: IsoDate): FigureTimes {
  const begins = addMonths(from, -count);
  const to = earlierOf(addDays(begins, daysBetween(from, today)), addDays(from, -1));
  return { now: { from, to: today }, before: { from: begins, to } };
}

const monthOf = (day: IsoDate): IsoDate => `${day.slice(0, 7)}-01`;
const quarterOf = (day: IsoDate): IsoDate => addMonths(monthOf(day), -((Number(day.slice(5, 7)) - 1) % 3));

const yearOf = (day: IsoDate): IsoDate => `${day.slice(0, 4)}-01-01`;
/** As the government and most companies count it: from April. */
const financialYearOf = (day: IsoDate): IsoDate => addMonths(yearOf(addMonths(day, -3)), 3);

const isWholeMonth = ({ from, to }: FigureDays): boolean =>
  from === monthOf(from) && addDays(to, 1) === addMonths(from, 1);

/** @param days those that were chosen, for the period `days` */
export function figureTimes(period: FigurePeriod, today: IsoDate, days: FigureDays): FigureTimes {
  switch (period) {
    case 'this_week': {
      const from = mondayOf(today);
      return { now: { from, to: today }, before: { from: addDays(from, -7), to: addDays(today, -7) } };
    }
    case 'week':
      return weeks(1, today);
    case 'four_weeks':
      return weeks(4, today);
    case 'month':
      return monthsSoFar(monthOf(today), 1, today);
    case 'last_month':
      return monthsBefore(monthOf(today), 1);
    case 'quarter':
      return monthsSoFar(quarterOf(today), 3, today);
    case 'last_quarter':
      return monthsBefore(quarterOf(today), 3);
    case 'year':
      return monthsSoFar(yearOf(today), 12, today);
    case 'last_year':
      return monthsBefore(yearOf(today), 12);
    case 'financial_year':
      return monthsSoFar(financialYearOf(today), 12, today);
    case 'last_financial_year':
      return monthsBefore(financialYearOf(today), 12);
    case 'days':
      return isWholeMonth(days) ? monthsBefore(addDays(days.to, 1), 1) : daysBefore(days);
  }
}

export const comparisons = { before: 'The time before', year: 'The same time a year before' } as const;
export type Comparison = keyof typeof comparisons;

const inWeeks: ReadonlySet<FigurePeriod> = new Set(['this_week', 'week', 'four_weeks']);

/** Weeks are compared with the weeks that have the same days of the week. */
export function comparedWith(against: Comparison, period: FigurePeriod, { now, before }: FigureTimes): FigureTimes {
  if (against === 'before') return { now, before };
  const yearBefore = (day: IsoDate) => (inWeeks.has(period) ? addDays(day, -364) : addMonths(day, -12));
  return { now, before: { from: yearBefore(now.from), to: addDays(yearBefore(addDays(now.to, 1)), -1) } };
}

/**
 * The last four weeks; in the first days of a company, which has nothing in whole weeks yet, a time until today that begins with
 * its first order or before: the month, the quarter, or in the first days of a quarter the week. @param firstDay of its orders; undefined if there are none
 */
export function openingPeriod(today: IsoDate, firstDay: IsoDate | undefined): FigurePeriod {
  const usual = 'four_weeks';
  if (firstDay === undefined || firstDay <= figureTimes(usual, today, { from: '', to: '' }).now.to) return usual;
  return firstDay >= monthOf(today) ? 'month' : firstDay >= quarterOf(today) ? 'quarter' : 'this_week';
}

export const MOST_DAYS = 366;

/** The days of four weeks before today: their pace is what a forecast rests on. */
export const paceDays = (today: IsoDate): FigureDays => ({ from: addDays(today, -28), to: addDays(today, -1) });

export const workingDaysIn = ({ from, to }: FigureDays, calendar: Calendar): number =>
  workingDaysBetween(addDays(from, -1), to, calendar.england_and_wales);

/** The Sunday of next week. */
export const endOfNextWeek = (today: IsoDate): IsoDate => addDays(mondayOf(today), 13);

/** With fewer, nothing is said of the pace. */
export const LEAST_FOR_PACE = 20;

/** The same of one area of reports. */
export const LEAST_OF_AREA = 10;

/** From when a forecast looks ahead, and by which days. */
export interface ForecastTime {
  readonly today: IsoDate;
  readonly calendar: Calendar;
}

export interface Forecast {
  /** Of a working day. */
  readonly pace: number;
  /** Working days that what is due takes; undefined if too few were completed to say so, or everybody is away. */
  readonly takes: number | undefined;
}

/** What people completed in the days of the pace, and how much of that is of the days on which they are away in the time ahead. */
export interface Paced {
  readonly done: number;
  readonly away: number;
}

export const sumOfPaced = (parts: readonly Paced[]): Paced => ({
  done: parts.reduce((so, { done }) => so + done, 0),
  away: parts.reduce((so, { away }) => so + away, 0),
});

/** @param least completed, below which there is no forecast */
export function forecastOf(
  { done, away }: Paced,
  due: number,
  { today, calendar }: ForecastTime,
  least = LEAST_FOR_PACE,
): Forecast {
  const days = workingDaysIn(paceDays(today), calendar);
  const isTooFew = done < Math.max(1, least) || done <= away;
  return { pace: done / days, takes: isTooFew ? undefined : Math.ceil((due * days) / (done - away)) };
}

/** Today included, up to the end of next week. */
export const workingDaysLeft = ({ today, calendar }: ForecastTime): number =>
  workingDaysIn({ from: today, to: endOfNextWeek(today) }, calendar);

/** The part of their working days up to the end of next week on which somebody is away: 0 to 1. */
export function awayPart(person: Absent & Pick<Hours, 'works_on'>, time: ForecastTime): number {
  const absence = absenceOf(person, time.today);
  const ahead = { from: time.today, to: endOfNextWeek(time.today) };
  const days = ownDaysIn(person, ahead, time.calendar);
  if (absence === undefined || days === 0) return 0;
  const away = { from: laterOf(absence.from, ahead.from), to: earlierOf(absence.until, ahead.to) };
  return ownDaysIn(person, away, time.calendar) / days;
}

/** The working days of a time on which somebody works. */
const ownDaysIn = (person: Pick<Hours, 'works_on'>, { from, to }: FigureDays, calendar: Calendar): number =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at)).filter(
    (day) => worksOn(person, day) && workingDaysIn({ from: day, to: day }, calendar) === 1,
  ).length;

/**
 * The working days up to the last of a time, from three years before it: the place of a day among them, less the place of
 * another, is the number of working days between the two.
 */
export function workingDaysUntil(to: IsoDate, calendar: Calendar): IsoDate[] {
  const first = addMonths(to, -36);
  return Array.from({ length: daysBetween(first, to) + 1 }, (_, at) => addDays(first, at)).filter(
    (day) => workingDaysBetween(addDays(day, -1), day, calendar.england_and_wales) === 1,
  );
}

/** Reports that were completed in a time, and how long they took. */
export interface ReportCounts {
  readonly completed: number;
  /** Of those, how many were opened again since. */
  readonly reopened: number;
  /** Those completed that had a day on which they were due, and those that were open and past it at the end of the time. */
  readonly due: number;
  readonly on_time: number;
  /** Whole working days from the request to the first result; null if none was completed. */
  readonly median_days: number | null;
}

/** Rounded down, so that 100% is said of all alone. */
export const onTimePercent = ({ due, on_time }: ReportCounts): number | undefined =>
  due === 0 ? undefined : Math.floor((100 * on_time) / due);

/** The days within which half of them were completed; null if none was. @param rows how many took as many days */
export function medianOf(rows: readonly { readonly days: number | null; readonly completed: number }[]): number | null {
  const done = rows.filter(({ days }) => days !== null).toSorted((one, other) => one.days! - other.days!);
  const half = done.reduce((sum, { completed }) => sum + completed, 0) / 2;
  let before = 0;
  for (const { days, completed } of done) {
    before += completed;
    if (before >= half) return days;
  }
  return null;
}
