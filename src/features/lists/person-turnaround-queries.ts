// How long the people of the desk took, in working days as the figures count them: each from when the report came to them, so that
// whoever clears a backlog does not answer for the time before.

import type { Environment } from '../../context.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { workingDaysUntil } from './figure-rules.ts';
import { isNarrowedTo, keys, type TeamKey, type TeamNarrow } from './team-queries.ts';
import {
  author,
  completedReports,
  firstCompletedOn,
  isAuthoredBy,
  percentiles,
  promised,
  type TurnaroundRow,
  waitsForCandidate,
  wasOnTime,
} from './turnaround-queries.ts';
import type { DeskReader } from './work-queue-queries.ts';

/** The time of completed reports, and the calendar by which it is counted. */
export interface PersonTime {
  readonly since: Date;
  readonly now: Date;
  readonly calendar: Calendar;
}

/**
 * When the report first came to whoever gave its first result: claimed, or assigned to them. Who gave it without either had it
 * only then.
 */
const cameAt: Sql = sql`greatest(r.requested_at, coalesce((
  select min(e.occurred_at) from events e
  where (e.account_id, e.environment, e.report_id) = (r.account_id, r.environment, r.id)
    and e.type in ('report.claimed', 'report.assigned') and e.occurred_at <= r.first_completed_at
    and case e.type when 'report.claimed' then e.actor = 'user:' || a.id else e.detail ->> 'assigneeId' = a.id end
), r.first_completed_at))`;

const ukDay = (moment: Sql): Sql => sql`(${moment} at time zone 'Europe/London')::date`;

/** @param begins when the time of a report begins @param onTime null where it is not judged */
function turnaround(
  wanted: Sql,
  { key, begins, onTime }: { readonly key: Sql; readonly begins: Sql; readonly onTime: Sql },
  { now, calendar }: PersonTime,
): Sql {
  const place = (day: Sql) => sql`width_bucket(${day}, w.days)`;
  const ends = ukDay(sql`least(upper(p.period), r.first_completed_at)`);
  return sql`
    with done as (
      select ${key} as key, ${place(firstCompletedOn)} - ${place(ukDay(sql`b.at`))} as days, p.waited, ${onTime} as on_time
      from reports r
      cross join (select ${workingDaysUntil(ukDateOf(now), calendar)}::date[] as days) w
      cross join lateral (select ${author} as id) a
      cross join lateral (select ${begins} as at) b
      cross join lateral (
        select coalesce(sum(${place(ends)} - ${place(ukDay(sql`lower(p.period)`))}), 0) as waited
        from (${waitsForCandidate(sql`b.at`)}) p) p
      where ${wanted}
    )
    select key, count(*) as completed, ${percentiles(sql`days`, sql`days - waited`)},
      count(on_time) as due, count(*) filter (where on_time) as on_time
    from done group by key order by completed desc, key`;
}

/** On time counts only where the report came to them before the day on which it was due. */
const ofPerson = (key: Sql) => ({
  ...{ key, begins: cameAt },
  onTime: sql`case when ${ukDay(sql`b.at`)} < ${promised} then ${wasOnTime} end`,
});

/** By person from when each report came to them, by type from its request; in working days. */
export function findTurnaround(
  db: Db,
  reader: DeskReader,
  { environment, by, ...narrow }: TeamNarrow & { readonly environment: Environment; readonly by: TeamKey },
  time: PersonTime,
): Promise<TurnaroundRow[]> {
  demand(authorityOf(reader), 'read_team');
  const wanted = sql`${completedReports(reader, environment, time.since)} and ${isNarrowedTo(narrow, sql`${author}::uuid`)}`;
  const ofType = { key: keys.type, begins: sql`r.requested_at`, onTime: wasOnTime };
  return db.rows<TurnaroundRow>(turnaround(wanted, by === 'person' ? ofPerson(sql`a.id`) : ofType, time));
}

/** Of what the reader completed themselves, by type; in working days from when it came to them. */
export function findOwnTurnaround(
  db: Db,
  reader: DeskReader,
  environment: Environment,
  time: PersonTime,
): Promise<TurnaroundRow[]> {
  demand(authorityOf(reader), 'record_outcomes');
  const wanted = sql`${completedReports(reader, environment, time.since)} and ${isAuthoredBy(reader, sql`${reader.userId}::text`)}`;
  return db.rows<TurnaroundRow>(turnaround(wanted, ofPerson(keys.type), time));
}
