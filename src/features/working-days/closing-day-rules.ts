// Which days are worked: weekends and bank holidays are not, nor the operator's own closing days; and what becomes of due dates
// when those change; pure.
import { bankHolidays, bankHolidaysSource, type Calendar, type Jurisdiction } from '../../lib/bank-holidays.ts';
import {
  addDays,
  addMonths,
  addWorkingDays,
  addYears,
  daysBetween,
  earlierOf,
  type IsoDate,
  laterOf,
  nextWorkingDay,
  parseDate,
  workingDaysBetween,
} from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

export const jurisdictionLabels: Readonly<Record<Jurisdiction, string>> = {
  england_and_wales: 'England and Wales',
  scotland: 'Scotland',
  northern_ireland: 'Northern Ireland',
};
export const jurisdictions = Object.keys(jurisdictionLabels) as readonly Jurisdiction[];

export interface ClosingDays {
  readonly name: string;
  readonly from: IsoDate;
  /** The last of them. */
  readonly to: IsoDate;
  readonly jurisdictions: readonly Jurisdiction[];
}

const eachDay = ({ from, to }: Pick<ClosingDays, 'from' | 'to'>): IsoDate[] =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at));

/** The bank holidays and these days. */
export function calendarWith(own: readonly ClosingDays[]): Calendar {
  const offIn = (jurisdiction: Jurisdiction) => {
    const closed = own.filter((one) => one.jurisdictions.includes(jurisdiction)).flatMap(eachDay);
    return new Set([...bankHolidays[jurisdiction], ...closed]);
  };
  return {
    england_and_wales: offIn('england_and_wales'),
    scotland: offIn('scotland'),
    northern_ireland: offIn('northern_ireland'),
  };
}

/** What was removed on a day: the days before it were closed, and those from it on are worked. */
export const untilRemoval = (days: ClosingDays, removedOn: IsoDate): ClosingDays => ({
  ...days,
  to: earlierOf(days.to, addDays(removedOn, -1)),
});

const LONGEST_NAME = 100;
/** A firm that closes for longer has other worries than its calendar. */
const MOST_DAYS = 31;
const YEARS_AHEAD = 3;

/** As typed: a single day has no last one, and no part means all. */
export interface TypedClosingDays {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  readonly jurisdictions: readonly string[];
}

/** By the names of the inputs. What has passed stays as it was: what was late is late. */
export function readClosingDays(
  typed: TypedClosingDays,
  today: IsoDate,
): { readonly days: ClosingDays; readonly problems: Problems } {
  const problems = new Problems();
  const name = typed.name.trim();
  const [from, to] = [typed.from, typed.to === '' ? typed.from : typed.to];
  const isDay = (text: string) => parseDate(text) === text;
  if (name === '') problems.add('name', 'Enter a name, such as Closed over Christmas');
  if (isLongerThan(name, LONGEST_NAME)) problems.add('name', `The name must be ${LONGEST_NAME} characters or fewer`);
  if (!isDay(from)) problems.add('from', 'Enter the day, or the first day');
  else if (from < today) problems.add('from', 'The day must be today or later');
  else if (from > addYears(today, YEARS_AHEAD)) problems.add('from', `The day must be within ${YEARS_AHEAD} years`);
  if (!isDay(to) && typed.to !== '') problems.add('to', 'Enter the last day');
  else if (isDay(from) && to < from) problems.add('to', 'The last day must not be before the first');
  else if (isDay(from) && daysBetween(from, to) >= MOST_DAYS) problems.add('to', `Enter ${MOST_DAYS} days or fewer`);
  const known = jurisdictions.filter((one) => typed.jurisdictions.includes(one));
  if (known.length < new Set(typed.jurisdictions).size)
    problems.add('part', `Choose among: ${jurisdictions.join(', ')}`);
  return { days: { name, from, to, jurisdictions: known.length === 0 ? jurisdictions : known }, problems };
}

export interface Due {
  readonly dueOn: IsoDate;
  /** Work on it began. */
  readonly beganOn: IsoDate;
  readonly today: IsoDate;
}

/**
 * The due date by as many working days as before, of which those up to yesterday are over. It stays where no day changed since,
 * and where it is no working day, so that it was never counted.
 */
export function recounted(
  { dueOn, beganOn, today }: Due,
  before: ReadonlySet<IsoDate>,
  now: ReadonlySet<IsoDate>,
): IsoDate {
  const from = laterOf(beganOn, addDays(today, -1));
  if (nextWorkingDay(dueOn, before) !== dueOn) return dueOn;
  const missing = workingDaysBetween(from, dueOn, before) - workingDaysBetween(from, dueOn, now);
  return missing === 0 ? dueOn : addWorkingDays(dueOn, missing, now);
}

const MONTHS_BEFORE_END = 6;

/** Whether somebody should think of new bank holidays: half a year before those that are known end. */
export const endsSoon = (today: IsoDate): boolean => addMonths(today, MONTHS_BEFORE_END) > bankHolidaysSource.endsOn;
