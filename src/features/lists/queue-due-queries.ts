// When reports of the queue are due, and how long nobody has worked on them, as conditions on the reports `r`.
import type { Environment } from '../../context.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addWorkingDays, daysBetween, type IsoDate, mondayOf } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { lookEvents } from '../events/event-types.ts';
import { postponingWaits } from '../reports/wait-rules.ts';

/** The time of a report's data: the accounts' clocks count for test data. */
export const clockOf = (environment: Environment, now: Date): Sql =>
  environment === 'live'
    ? sql`${now}::timestamptz`
    : sql`(select ${now}::timestamptz + a.test_clock_offset_seconds * interval '1 second' from accounts a where a.id = r.account_id)`;

/** The UK day of a report's data. */
const todayOf = (environment: Environment, now: Date): Sql =>
  environment === 'live'
    ? sql`${ukDateOf(now)}::date`
    : sql`(${clockOf(environment, now)} at time zone 'Europe/London')::date`;

/** While the candidate or the client is waited for, the due date moves on. */
const isOurs = sql`coalesce(r.waiting_for, '') <> all (${postponingWaits}::text[])`;

export const isOverdue = (environment: Environment, now: Date): Sql =>
  sql`r.due_on < ${todayOf(environment, now)} and ${isOurs}`;

/** When the open work began: with the request, or when the complete report was opened again. */
export const workBeganAt = sql`coalesce(r.reopened_at, r.requested_at)`;

/** What says only whose it is, or that somebody looked. */
const idleEvents = [...lookEvents, 'report.claimed', 'report.released', 'report.assigned'];

/** By somebody of the desk or the client, of the events named otherwise than these. */
const wasTouchedSince = (since: Sql, besides: readonly string[]): Sql => sql`exists (
    select from events e
    where (e.account_id, e.environment, e.check_id) = (r.account_id, r.environment, r.check_id) and e.report_id = r.id
      and e.actor like 'user:%' and e.type <> all (${besides}::text[]) and e.occurred_at >= ${since})`;

/** Somebody did more with it than look at it or give it to somebody. */
export const isBegun = wasTouchedSince(workBeganAt, idleEvents);

const SOON_WORKING_DAYS = 3;

/** Overdue by so many working days, each from the least to the next. */
export const lateBands = { late_1: [1, 2], late_3: [3, 5], late_6: [6, 10], late_11: [11, null] } as const;
export type LateBand = keyof typeof lateBands;
export const lateBandNames = Object.keys(lateBands) as readonly LateBand[];

export const queueDues = ['today', 'next_day', 'week', 'soon', 'after_start', 'back', ...lateBandNames] as const;
export type QueueDue = (typeof queueDues)[number];

/** The days for which a list of work that nobody touched is offered. */
export const idleDays = [3, 5, 10] as const;

/** Now, and which days are worked. */
export interface DueTimes {
  readonly now: Date;
  readonly calendar: Calendar;
}

/** Conditions that the time decides. */
export interface QueueTimes extends DueTimes {
  readonly due: QueueDue | undefined;
  readonly idleDays: number | undefined;
  readonly dueOn?: IsoDate | undefined;
  readonly arrived?: QueueArrival | undefined;
  /** A UK day. */
  readonly since?: IsoDate | undefined;
}

/** Since the last working day before today began, such as Friday on a Monday. */
export const queueArrivals = ['today', 'last_day', 'week'] as const;
export type QueueArrival = (typeof queueArrivals)[number];

function firstDayOf(arrived: QueueArrival, today: IsoDate, calendar: Calendar): IsoDate {
  if (arrived === 'today') return today;
  return arrived === 'week' ? addDays(today, -6) : addWorkingDays(today, -1, calendar.england_and_wales);
}

/** The working day before which it was due if it is overdue by so many working days at least. */
const dueBefore = (days: number, today: IsoDate, calendar: Calendar): IsoDate =>
  addWorkingDays(addDays(today, 1), -days, calendar.england_and_wales);

/** So many days from today; the day of the week is that of the real day, also under a test clock. */
const dayFrom = (environment: Environment, now: Date, day: IsoDate): Sql =>
  sql`${todayOf(environment, now)} + ${daysBetween(ukDateOf(now), day)}::integer`;

function isDue(environment: Environment, { now, calendar }: DueTimes, due: QueueDue): Sql {
  const today = todayOf(environment, now);
  const on = (day: IsoDate) => dayFrom(environment, now, day);
  const soon = addWorkingDays(ukDateOf(now), SOON_WORKING_DAYS, calendar.england_and_wales);
  if (due === 'today') return sql`r.due_on = ${today} and ${isOurs}`;
  if (due === 'next_day')
    return sql`r.due_on = ${on(addWorkingDays(ukDateOf(now), 1, calendar.england_and_wales))} and ${isOurs}`;
  if (due === 'week')
    return sql`r.due_on between ${today} and ${on(addDays(mondayOf(ukDateOf(now)), 6))} and ${isOurs}`;
  if (due === 'soon') return sql`r.due_on between ${today} and ${on(soon)} and ${isOurs}`;
  if (due === 'back') return sql`r.paused_until = ${today} and r.status = 'awaiting_data'`;
  if (due === 'after_start')
    return sql`exists (select from work_starts w
      where (w.account_id, w.environment, w.check_id) = (r.account_id, r.environment, r.check_id)
        and not w.has_started and r.due_on > w.starts_on)`;
  const [least, most] = lateBands[due];
  // What fell due on a day off is overdue by no working day yet, and stands in the first band.
  const isLate =
    least === 1
      ? isOverdue(environment, now)
      : sql`r.due_on < ${on(dueBefore(least, ukDateOf(now), calendar))} and ${isOurs}`;
  return most === null ? isLate : sql`${isLate} and r.due_on >= ${on(dueBefore(most + 1, ukDateOf(now), calendar))}`;
}

/** Nobody of the desk or the client did anything but look at it, and it is no newer itself. */
const isIdle = (environment: Environment, now: Date, days: number): Sql => {
  const since = sql`${clockOf(environment, now)} - ${days} * interval '1 day'`;
  return sql`${workBeganAt} < ${since} and not ${wasTouchedSince(since, lookEvents)}`;
};

/** Ready for the desk, or opened again, on that day or later. */
const hasArrivedSince = (day: IsoDate): Sql => sql`${workBeganAt} >= ${startOfUkDay(day)}`;

export const isInTimes = (environment: Environment, times: QueueTimes): Sql => {
  const { now, calendar, due, dueOn, idleDays: days, arrived, since } = times;
  const first = since ?? (arrived && firstDayOf(arrived, ukDateOf(now), calendar));
  return sql`
  ${dueOn === undefined ? sql`` : sql`and r.due_on = ${dueOn}::date and ${isOurs}`}
  ${first === undefined ? sql`` : sql`and ${hasArrivedSince(first)}`}
  ${due === undefined ? sql`` : sql`and ${isDue(environment, { now, calendar }, due)}`}
  ${days === undefined ? sql`` : sql`and ${isIdle(environment, now, days)}`}`;
};

/** How many are due today, and from today to Sunday, beside what is counted of them. */
export const dueCounts = (environment: Environment, times: DueTimes): Readonly<Record<'today' | 'week', Sql>> => ({
  today: sql`count(*) filter (where ${isDue(environment, times, 'today')})`,
  week: sql`count(*) filter (where ${isDue(environment, times, 'week')})`,
});

/** How many are overdue by each band, beside what is counted of them. */
export const bandCounts = (environment: Environment, times: DueTimes): Readonly<Record<LateBand, Sql>> =>
  Object.fromEntries(
    lateBandNames.map((band) => [band, sql`(count(*) filter (where ${isDue(environment, times, band)}))::int`]),
  ) as Record<LateBand, Sql>;
