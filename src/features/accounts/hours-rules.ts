// On which days of the week somebody of the desk works, and how much of a full day; pure.
import { daysBetween, type IsoDate, mondayOf } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Absent, awayOn } from './absence-rules.ts';

/** The days from Monday, as they are stored. */
export const weekdays = {
  1: 'Monday',
  2: 'Tuesday',
  3: 'Wednesday',
  4: 'Thursday',
  5: 'Friday',
  6: 'Saturday',
  7: 'Sunday',
} as const;

const FULL_WEEK = 5;

/** As the row of a person has them. */
export interface Hours {
  /** null for somebody who works when everybody does. */
  readonly works_on: readonly number[] | null;
  readonly work_percent: number;
}

const weekdayOf = (day: IsoDate): number => daysBetween(mondayOf(day), day) + 1;

export const worksOn = ({ works_on: days }: Pick<Hours, 'works_on'>, day: IsoDate): boolean =>
  days === null || days.includes(weekdayOf(day));

/** Whether they can be given work: they have signed in once, are not away, and it is a day on which they work. */
export const isHereOn = (
  person: Absent & Pick<Hours, 'works_on'> & { readonly is_invited: boolean },
  day: IsoDate,
): boolean => !person.is_invited && awayOn(person, day) === undefined && worksOn(person, day);

/** Of the work of a full week: above 0, and 1 at most. */
export const workShare = ({ works_on: days, work_percent: percent }: Hours): number =>
  (Math.min(FULL_WEEK, days?.length ?? FULL_WEEK) / FULL_WEEK) * (percent / 100);

export const isPartTime = (hours: Hours): boolean => hours.works_on !== null || hours.work_percent < 100;

/** As they are typed. Empty days are those of everybody. */
export interface GivenHours {
  readonly days: readonly string[];
  readonly percent: string;
}

/** Refused are `days` and `percent`. */
export function readHours({ days, percent }: GivenHours): { readonly hours: Hours; readonly problems: Problems } {
  const problems = new Problems();
  if (!days.every((day) => Object.hasOwn(weekdays, day))) problems.add('days', 'is not included in the list');
  if (!(/^\d{1,3}$/.test(percent) && Number(percent) > 0 && Number(percent) <= 100))
    problems.add('percent', 'must be from 1 to 100');
  const chosen = [...new Set(days.map(Number))].toSorted((one, other) => one - other);
  const isUsual = chosen.length === 0 || chosen.join() === '1,2,3,4,5';
  return { hours: { works_on: isUsual ? null : chosen, work_percent: Number(percent) }, problems };
}
