// How long reports took for a client, and how many orders of a client came to which result.

import type { Authority, Environment, OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { demand } from '../access/permissions.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { type Keyed, keys } from './team-queries.ts';
import { type DeskReader, within } from './work-queue-queries.ts';

export interface TurnaroundRow extends Keyed {
  readonly completed: number;
  /** In seconds, or in working days where the query says so. */
  readonly median: number;
  readonly p90: number;
  /** Without the time in which the report waited for the candidate. */
  readonly own_median: number;
  readonly own_p90: number;
  /** Of those completed, how many had a day by which they were due, and how many of these were complete on that day or before. */
  readonly due: number;
  readonly on_time: number;
}

/** With the open reports of the type that are past the day on which they were due, which are late. */
export interface ClientTurnaroundRow extends TurnaroundRow {
  readonly overdue: number;
  /** Of those completed, how many were opened again since. */
  readonly reopened: number;
}

/**
 * Open, past their day, and not waiting for the candidate or the client, for whom the day moves on. Work on the reports of a
 * restricted person stops by law.
 */
const isPastPromise = (today: IsoDate): Sql => sql`
  r.first_completed_at is null and r.requested_at is not null
    and r.status in ('awaiting_data', 'paused', 'awaiting_approval') and ${promised} < ${today}::date
    and coalesce(r.waiting_for, 'source') not in ('candidate', 'client')
    and not exists (
      select from checks c
      where (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id) and ${isCheckRestricted})`;

/** The same of live reports that the reader sees. */
export const isReadersPastPromise = (reader: DeskReader, today: IsoDate): Sql => sql`
  ${within(reader.accounts, 'r.account_id')} and r.environment = 'live' and ${isPastPromise(today)}`;

/** Who gave the outcome that was first delivered; null for a data provider. */
export const author = sql`(
  select case when o.author like 'user:%' then substr(o.author, 6) end from report_outcomes o
  where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
    and o.decided_at <= r.first_completed_at
  order by o.version desc limit 1)`;

/** Whether that is this person, by the index of what each gave. @param person their id as text */
export const isAuthoredBy = (reader: DeskReader, person: Sql): Sql => sql`(
  (r.account_id, r.environment, r.id) in (
    select o.account_id, o.environment, o.report_id from report_outcomes o
    where ${within(reader.accounts, 'o.account_id')} and o.author = 'user:' || ${person})
  and ${author} = ${person})`;

/**
 * The day on which the first result was due: one that somebody chose by hand later does not make a late report one that was on
 * time, nor does the day of the work after it was opened again.
 */
export const promised = sql`
  (case when r.reopened_at is null then coalesce(r.first_due_on, r.due_on) else r.first_result_due_on end)`;

/** In the UK. */
export const firstCompletedOn = sql`(r.first_completed_at at time zone 'Europe/London')::date`;

/** By its first result; null without a day due. */
export const wasOnTime = sql`(${firstCompletedOn} <= ${promised})`;

/** @param took how long each took, and @param own without the candidate */
export const percentiles = (took: Sql, own: Sql): Sql => sql`
  percentile_cont(0.5) within group (order by ${took}) as median, percentile_cont(0.9) within group (order by ${took}) as p90,
  percentile_cont(0.5) within group (order by ${own}) as own_median,
  percentile_cont(0.9) within group (order by ${own}) as own_p90`;

/** When the report waited for the candidate, in periods that do not overlap, as rows of `period`. @param begins when its time begins */
export const waitsForCandidate = (begins: Sql): Sql => sql`
  select unnest(range_agg(tstzrange(greatest(w.started_at, ${begins}),
    least(coalesce(w.ended_at, r.first_completed_at), r.first_completed_at)))) as period
  from report_waits w
  where w.account_id = r.account_id and w.environment = r.environment and w.report_id = r.id
    and w.waiting_for = 'candidate' and w.started_at < r.first_completed_at
    and coalesce(w.ended_at, r.first_completed_at) > ${begins}`;

/**
 * From the request of the report to its first result. Waits that overlap count once.
 * @param key what to group by @param wanted which reports, as a condition
 */
const turnaround = (key: Sql, wanted: Sql): Sql => sql`
    with done as (
      select ${key} as key, extract(epoch from r.first_completed_at - r.requested_at)::float8 as seconds, w.seconds as waited,
        ${wasOnTime} as on_time, r.reopened_at is not null as reopened
      from reports r
      cross join lateral (
        select coalesce(sum(extract(epoch from upper(p.period) - lower(p.period))), 0)::float8 as seconds
        from (${waitsForCandidate(sql`r.requested_at`)}) p
      ) w
      where ${wanted}
    )
    select key, count(*) as completed,
      ${percentiles(sql`seconds`, sql`seconds - waited`)},
      count(on_time) as due, count(*) filter (where on_time) as on_time, count(*) filter (where reopened) as reopened
    from done group by key order by completed desc, key`;

export const completedReports = (reader: DeskReader, environment: Environment, since: Date): Sql => sql`
  ${within(reader.accounts, 'r.account_id')} and r.environment = ${environment} and r.first_completed_at >= ${since}`;

/** Each report that was first completed since, with when, of which type and by whom; null for a data provider. */
export const firstCompletions = (reader: DeskReader, environment: Environment, since: Date): Sql => sql`
  select r.first_completed_at as at, r.report_type_id, ${author} as user_id
  from reports r where ${completedReports(reader, environment, since)}`;

/** Those of the account, or of the caller's subsidiaries. */
function ownReports(scope: OrderScope): Sql {
  const { accountId, environment, subsidiaryIds } = scope;
  const ofSubsidiary = sql`and exists (
          select from checks c
          where (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
            and ${isOfScope(scope, sql`c.subsidiary_id`)})`;
  return sql`r.account_id = ${accountId} and r.environment = ${environment} ${subsidiaryIds === null ? sql`` : ofSubsidiary}`;
}

export interface TurnaroundTime {
  readonly since: Date;
  /** Not included. */
  readonly until: Date;
  /** What is open and was due before it is late. */
  readonly today: IsoDate;
}

const completedIn = ({ since, until }: Omit<TurnaroundTime, 'today'>): Sql => sql`
  r.first_completed_at >= ${since} and r.first_completed_at < ${until}`;

/** The turnaround of a client's reports by type, and how many more are late. */
export function findClientTurnaround(
  db: Db,
  caller: Authority & OrderScope,
  { since, until, today }: TurnaroundTime,
): Promise<ClientTurnaroundRow[]> {
  demand(caller, 'read_checks', 'read_turnaround');
  const own = ownReports(caller);
  const overdue = sql`
    select ${keys.type} as key, count(*)::integer as overdue from reports r where ${own} and ${isPastPromise(today)} group by 1`;
  const completed = turnaround(keys.type, sql`${own} and ${completedIn({ since, until })}`);
  return db.rows<ClientTurnaroundRow>(sql`
    select coalesce(t.key, o.key) as key, coalesce(t.completed, 0)::integer as completed,
      coalesce(t.median, 0) as median, coalesce(t.p90, 0) as p90, coalesce(t.own_median, 0) as own_median,
      coalesce(t.own_p90, 0) as own_p90,
      coalesce(t.due, 0)::integer + coalesce(o.overdue, 0) as due,
      coalesce(t.on_time, 0)::integer as on_time, coalesce(o.overdue, 0) as overdue,
      coalesce(t.reopened, 0)::integer as reopened
    from (${completed}) t full join (${overdue}) o on o.key = t.key
    order by 2 desc, 1`);
}

export interface LateReportRow {
  readonly report_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly report_type_id: number;
  readonly first_due_on: IsoDate;
  /** In the UK; null while it is open. */
  readonly completed_on: IsoDate | null;
  /** Opened again since. */
  readonly is_reopened: boolean;
  /** Null where nobody moved the day by hand. */
  readonly delay_reason: DelayReason | null;
}

const isLate = ({ since, until, today }: TurnaroundTime): Sql => sql`
  ((${isPastPromise(today)}) or (${completedIn({ since, until })} and not ${wasOnTime}))`;

/** How many of `findLateReports` have each reason, the most first. */
export function findLateReasons(
  db: Db,
  caller: Authority & OrderScope,
  time: TurnaroundTime,
): Promise<{ readonly reason: DelayReason | null; readonly reports: number }[]> {
  demand(caller, 'read_checks', 'read_turnaround');
  return db.rows(sql`
    select r.delay_reason as reason, count(*)::integer as reports from reports r
    where ${ownReports(caller)} and ${isLate(time)} group by 1 order by 2 desc, 1`);
}

/** The open reports of the client, by whom they wait for, as they are now; null for the screening company. */
export function findOpenByWaiting(
  db: Db,
  caller: Authority & OrderScope,
  today: IsoDate,
): Promise<{ readonly waiting_for: WaitingFor | null; readonly reports: number; readonly late: number }[]> {
  demand(caller, 'read_checks', 'read_turnaround');
  return db.rows(sql`
    select r.waiting_for, count(*)::integer as reports, (count(*) filter (where ${isPastPromise(today)}))::integer as late
    from reports r
    where ${ownReports(caller)} and r.requested_at is not null
      and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
    group by 1 order by 2 desc, 1`);
}

/** What `findClientTurnaround` counts as not on time: first the open ones, then the others, each with the earliest day first. */
export function findLateReports(
  db: Db,
  caller: Authority & OrderScope,
  { since, until, today, limit }: TurnaroundTime & { readonly limit: number },
): Promise<LateReportRow[]> {
  demand(caller, 'read_checks', 'read_turnaround');
  return db.rows<LateReportRow>(sql`
    select r.id as report_id, r.check_id, c.order_id, r.report_type_id, ${promised} as first_due_on,
      ${firstCompletedOn} as completed_on, r.reopened_at is not null as is_reopened, r.delay_reason
    from reports r join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    where ${ownReports(caller)} and ${isLate({ since, until, today })}
    order by r.first_completed_at is not null, ${promised}, c.order_id, r.position
    limit ${limit}`);
}

export interface OrdersRow {
  /** `yyyy-mm`, in the UK. */
  readonly month: string;
  readonly ordered: number;
  readonly clear: number;
  readonly consider: number;
  /** Withdrawn, cancelled, or complete without a result. */
  readonly without_result: number;
  /** Was complete, and goes on because a report of it was opened again. */
  readonly reopened: number;
  /** From the order to its completion; null if none is complete. */
  readonly median_seconds: number | null;
}

/** A client's orders by the month in which they were placed, the newest first. */
export function findOrdersByMonth(
  db: Db,
  caller: Authority & OrderScope,
  { since, until }: Omit<TurnaroundTime, 'today'>,
): Promise<OrdersRow[]> {
  demand(caller, 'read_checks', 'read_turnaround');
  const { accountId, environment } = caller;
  return db.rows<OrdersRow>(sql`
    select to_char(c.created_at at time zone 'Europe/London', 'YYYY-MM') as month, count(*)::integer as ordered,
      count(*) filter (where c.status = 'complete' and c.result = 'clear')::integer as clear,
      count(*) filter (where c.status = 'complete' and c.result = 'consider')::integer as consider,
      count(*) filter (where c.status in ('withdrawn', 'cancelled') or (c.status = 'complete' and c.result is null))::integer
        as without_result,
      count(*) filter (where c.status in ('in_progress', 'on_hold') and c.reopened_at is not null)::integer as reopened,
      percentile_cont(0.5) within group (order by extract(epoch from c.completed_at - c.created_at)::float8)
        filter (where c.status = 'complete') as median_seconds
    from checks c
    where c.account_id = ${accountId} and c.environment = ${environment} and c.created_at >= ${since} and c.created_at < ${until}
      and ${isOfScope(caller, sql`c.subsidiary_id`)}
    group by 1 order by 1 desc`);
}
