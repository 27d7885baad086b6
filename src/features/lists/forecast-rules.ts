// What the next working days bring, and whether the desk keeps its days: from what used to arrive and what people complete; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addWorkingDays, daysBetween, type IsoDate, mondayOf, workingDaysBetween } from '../../lib/dates.ts';
import { type FigureDays, forecastOf, LEAST_OF_AREA, type Paced } from './figure-rules.ts';

export const FORECAST_DAYS = 10;
const ARRIVAL_WEEKS = 8;

/** The weeks before today, as many of each day of the week. */
export const arrivalDays = (today: IsoDate): FigureDays => ({
  from: addDays(today, -7 * ARRIVAL_WEEKS),
  to: addDays(today, -1),
});

interface Time {
  readonly today: IsoDate;
  readonly calendar: Calendar;
}

/** Today counts as the first, if it is worked. */
export const lastForecastDay = ({ today, calendar }: Time): IsoDate =>
  addWorkingDays(addDays(today, -1), FORECAST_DAYS, calendar.england_and_wales);

export interface Arrived {
  /** 1 for Monday. */
  readonly weekday: number;
  readonly count: number;
  readonly working_days: number | null;
}

export interface Arrivals {
  /** Reports that are expected until the last of the days. */
  readonly expected: number;
  /** Of those, how many are due until then. */
  readonly due: number;
}

const weekdayOf = (day: IsoDate): number => daysBetween(mondayOf(day), day) + 1;

/** Each day brings what its day of the week brought on average. */
export function arrivalsOf(rows: readonly Arrived[], time: Time): Arrivals {
  const last = lastForecastDay(time);
  let [expected, due] = [0, 0];
  for (let day = time.today; day <= last; day = addDays(day, 1)) {
    const left = workingDaysBetween(day, last, time.calendar.england_and_wales);
    for (const row of rows.filter(({ weekday }) => weekday === weekdayOf(day))) {
      expected += row.count / ARRIVAL_WEEKS;
      if (row.working_days !== null && row.working_days <= left) due += row.count / ARRIVAL_WEEKS;
    }
  }
  return { expected: Math.round(expected), due: Math.round(due) };
}

/** Of what is due in the days, how many are not done by then at the pace; undefined if too few were completed to say so. */
export function shortfallOf(paced: Paced, due: number, time: Time): number | undefined {
  const { takes } = forecastOf(paced, due, time, LEAST_OF_AREA);
  if (takes === undefined) return due === 0 ? 0 : undefined;
  return takes <= FORECAST_DAYS ? 0 : Math.ceil(due * (1 - FORECAST_DAYS / takes));
}
