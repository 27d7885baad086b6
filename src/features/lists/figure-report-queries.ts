// How long the reports of all clients took, and how many were complete on the day on which they were due, by the same rule as the
// turnaround of each client: in a time and in the one before it, of all, by account and by type.
import { addDays, earlierOf, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { isInBoth, periodOf } from './figure-queries.ts';
import { type FigureDays, type FigureTimes, workingDaysUntil } from './figure-rules.ts';
import { firstCompletedOn, isPastPromise, promised, wasOnTime } from './turnaround-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

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

export interface ReportFigureRow extends ReportCounts {
  readonly period: 'now' | 'before';
  readonly of: 'all' | 'account' | 'type';
  readonly account_id: string | null;
  readonly report_type_id: number | null;
}

/** Those that were past their day at the end of the time: completed later, or still open. */
function lateAtEnd(of: 'now' | 'before', days: FigureDays, mine: Sql, today: IsoDate): Sql {
  const end = addDays(days.to, 1);
  const late = sql`
    select ${of} as period, r.account_id, r.report_type_id, false as is_done, null::integer as days, false as on_time,
      false as is_reopened
    from reports r where ${mine} and ${promised} < ${earlierOf(end, today)}::date`;
  return sql`
    ${late} and r.first_completed_at >= ${startOfUkDay(end)}
    union all ${late} and ${isPastPromise(today)}`;
}

export function findReportFigures(
  db: Db,
  reader: DeskReader,
  times: FigureTimes,
  today: IsoDate,
): Promise<ReportFigureRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const mine = sql`${within(reader.accounts, 'r.account_id')} and r.environment = 'live'`;
  const at = (day: Sql) => sql`width_bucket(${day}, w.days)`;
  const requestedOn = sql`(r.requested_at at time zone 'Europe/London')::date`;
  return db.rows<ReportFigureRow>(sql`
    with rated as (
      select ${periodOf('r.first_completed_at', times)} as period, r.account_id, r.report_type_id, true as is_done,
        ${at(firstCompletedOn)} - ${at(requestedOn)} as days, ${wasOnTime} as on_time,
        r.reopened_at is not null as is_reopened
      from reports r cross join (select ${workingDaysUntil(times.now.to)}::date[] as days) w
      where ${mine} and ${isInBoth('r.first_completed_at', times)}
      union all ${lateAtEnd('now', times.now, mine, today)}
      union all ${lateAtEnd('before', times.before, mine, today)}
    )
    select period, account_id, report_type_id,
      case grouping(account_id, report_type_id) when 3 then 'all' when 1 then 'account' else 'type' end as of,
      count(*) filter (where is_done)::integer as completed, count(*) filter (where is_reopened)::integer as reopened,
      count(on_time)::integer as due, count(*) filter (where on_time)::integer as on_time,
      percentile_disc(0.5) within group (order by days) as median_days
    from rated where period is not null
    group by grouping sets ((period), (period, account_id), (period, report_type_id))`);
}
