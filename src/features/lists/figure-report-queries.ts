// How long the reports of all clients took, and how many were complete on the day on which they were due, by the same rule as the
// turnaround of each client: in a time and in the one before it.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, earlierOf, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type FigureDays, type FigureTimes, workingDaysUntil } from './figure-rules.ts';
import { firstCompletedOn, isReadersPastPromise, promised, wasOnTime } from './turnaround-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

/** Reports of one account and type that took as long as each other. */
export interface ReportFigureRow {
  readonly period: 'now' | 'before';
  readonly account_id: string;
  readonly report_type_id: number;
  /** Working days from the request to the first result; null if it is open at the end of the time. */
  readonly days: number | null;
  readonly completed: number;
  /** Of those, how many were opened again since. */
  readonly reopened: number;
  /** Those completed that had a day on which they were due, and those that were open and past it at the end of the time. */
  readonly due: number;
  readonly on_time: number;
}

/** When it begins and ends, and the day on which its open reports are judged. */
const timeRow = (period: 'now' | 'before', days: FigureDays, today: IsoDate) => {
  const end = addDays(days.to, 1);
  return sql`(${period}, ${startOfUkDay(days.from)}::timestamptz, ${startOfUkDay(end)}::timestamptz, ${earlierOf(end, today)}::date)`;
};

export function findReportFigures(
  db: Db,
  reader: DeskReader,
  { now, before }: FigureTimes,
  today: IsoDate,
  calendar: Calendar,
): Promise<ReportFigureRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const mine = sql`${within(reader.accounts, 'r.account_id')} and r.environment = 'live'`;
  const requestedOn = sql`(r.requested_at at time zone 'Europe/London')::date`;
  return db.rows<ReportFigureRow>(sql`
    with times (period, begins, ends, judged_on) as (
      values ${timeRow('now', now, today)}, ${timeRow('before', before, today)}
    ), rated as (
      select t.period, r.account_id, r.report_type_id, true as is_done, ${wasOnTime} as on_time,
        r.reopened_at is not null as is_reopened,
        width_bucket(${firstCompletedOn}, w.days) - width_bucket(${requestedOn}, w.days) as days
      from reports r cross join times t cross join (select ${workingDaysUntil(now.to, calendar)}::date[] as days) w
      where ${mine} and r.first_completed_at >= ${startOfUkDay(before.from)}
        and r.first_completed_at >= t.begins and r.first_completed_at < t.ends
      union all
      select t.period, r.account_id, r.report_type_id, false, false, false, null
      from reports r cross join times t
      where ${mine} and r.first_completed_at >= ${startOfUkDay(addDays(before.to, 1))}
        and r.first_completed_at >= t.ends and ${promised} < t.judged_on
      union all
      select t.period, r.account_id, r.report_type_id, false, false, false, null
      from reports r cross join times t
      where ${isReadersPastPromise(reader, today)} and ${promised} < t.judged_on
    )
    select period, account_id, report_type_id, days, count(*) filter (where is_done)::integer as completed,
      count(*) filter (where is_reopened)::integer as reopened, count(on_time)::integer as due,
      count(*) filter (where on_time)::integer as on_time
    from rated group by period, account_id, report_type_id, days`);
}
