// What the page of figures counts over all clients that its reader sees, of live orders: what was ordered and completed, what is
// open, and what reviewers found. Nothing of it is encrypted.
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { Absent } from '../accounts/absence-rules.ts';
import { isClient } from '../accounts/closing-queries.ts';
import type { Hours } from '../accounts/hours-rules.ts';
import { postponingWaits } from '../reports/wait-rules.ts';
import { isInTeam } from '../teams/team-queries.ts';
import { endOfNextWeek, type FigureDays, type FigureTimes, paceDays } from './figure-rules.ts';
import { isOverdue } from './queue-due-queries.ts';
import { isNarrowedTo, keys } from './team-queries.ts';
import { firstCompletions } from './turnaround-queries.ts';
import { type DeskReader, isQueued, waits, within } from './work-queue-queries.ts';

const startOf = ({ from }: FigureDays) => startOfUkDay(from);
const endOf = ({ to }: FigureDays) => startOfUkDay(addDays(to, 1));

/** @param column a moment */
export const isIn = (column: string, days: FigureDays): Sql =>
  sql`${rawSql(column)} >= ${startOf(days)} and ${rawSql(column)} < ${endOf(days)}`;

/** In either of the times, or between them. */
const isInBoth = (column: string, { now, before }: FigureTimes): Sql => isIn(column, { from: before.from, to: now.to });

/** Of the time `now` or `before`; null between them. */
const periodOf = (column: string, { now, before }: FigureTimes): Sql =>
  sql`case when ${isIn(column, now)} then 'now' when ${isIn(column, before)} then 'before' end`;

export interface OrderCounts {
  readonly placed: number;
  readonly completed: number;
  readonly clear: number;
  readonly consider: number;
  /** Of those completed, how many were opened again since. */
  readonly reopened: number;
}

export interface OrderFigureRow extends OrderCounts {
  readonly account_id: string;
  readonly name: string;
  /** The percent that is agreed; 0 if none is. */
  readonly on_time_target: number;
  readonly period: 'now' | 'before';
}

const liveOf = (account: string): Sql => sql`(c.account_id, c.environment) = (${rawSql(account)}, 'live')`;

/** The UK day of the first order that the reader sees; undefined if there is none. */
export async function findFirstOrderDay(db: Db, reader: DeskReader): Promise<IsoDate | undefined> {
  demand(authorityOf(reader), 'read_figures');
  const row = await db.row<{ first: Date | null }>(sql`
    select min(c.created_at) as first
    from accounts a cross join lateral (
      select created_at from checks c where ${liveOf('a.id')} order by c.created_at limit 1
    ) c
    where ${within(reader.accounts, 'a.id')}`);
  return row?.first ? ukDateOf(row.first) : undefined;
}

/** Of every account that the reader sees: two rows each, so that all are known by name. */
export function findOrderFigures(db: Db, reader: DeskReader, times: FigureTimes): Promise<OrderFigureRow[]> {
  demand(authorityOf(reader), 'read_figures');
  return db.rows<OrderFigureRow>(sql`
    select a.id as account_id, a.name, coalesce((a.settings ->> 'onTimeTargetPercent')::integer, 0) as on_time_target,
      t.period, p.placed, d.*
    from accounts a
    cross join (values ('now', ${startOf(times.now)}::timestamptz, ${endOf(times.now)}::timestamptz),
      ('before', ${startOf(times.before)}::timestamptz, ${endOf(times.before)}::timestamptz)) as t(period, begins, ends)
    cross join lateral (
      select count(*)::integer as placed from checks c
      where ${liveOf('a.id')} and c.created_at >= t.begins and c.created_at < t.ends
    ) p
    cross join lateral (
      select count(*)::integer as completed,
        count(*) filter (where c.status = 'complete' and c.result = 'clear')::integer as clear,
        count(*) filter (where c.status = 'complete' and c.result = 'consider')::integer as consider,
        count(*) filter (where c.reopened_at is not null)::integer as reopened
      from checks c
      where ${liveOf('a.id')} and c.first_completed_at >= t.begins and c.first_completed_at < t.ends
    ) d
    where ${isClient('a')} and ${within(reader.accounts, 'a.id')}`);
}

export interface WeekRow {
  /** Its Monday. */
  readonly week: IsoDate;
  readonly placed: number;
  readonly completed: number;
}

/** Orders by week, the oldest first; weeks with none are left out. */
export function findWeekFigures(db: Db, reader: DeskReader, since: IsoDate): Promise<WeekRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const from = startOfUkDay(since);
  return db.rows<WeekRow>(sql`
    select date_trunc('week', e.at at time zone 'Europe/London')::date as week,
      count(*) filter (where e.is_placed)::integer as placed, count(*) filter (where not e.is_placed)::integer as completed
    from accounts a
    cross join lateral (
      select c.created_at as at, true as is_placed from checks c where ${liveOf('a.id')} and c.created_at >= ${from}
      union all
      select c.first_completed_at, false from checks c where ${liveOf('a.id')} and c.first_completed_at >= ${from}
    ) e
    where ${within(reader.accounts, 'a.id')}
    group by 1 order by 1`);
}

export interface TypeOrders {
  readonly report_type_id: number;
  readonly ordered: number;
}

/** How many reports of each type the orders of a time have. */
export function findOrderedReports(db: Db, reader: DeskReader, days: FigureDays): Promise<TypeOrders[]> {
  demand(authorityOf(reader), 'read_figures');
  return db.rows<TypeOrders>(sql`
    select r.report_type_id, count(*)::integer as ordered
    from accounts a
    cross join lateral (select c.id from checks c where ${liveOf('a.id')} and ${isIn('c.created_at', days)}) c
    join reports r on (r.account_id, r.environment, r.check_id) = (a.id, 'live', c.id)
    where ${within(reader.accounts, 'a.id')}
    group by 1`);
}

export interface OpenCounts {
  readonly open: number;
  /** For somebody else, of those. */
  readonly waiting: number;
  /** For the candidate or the client: the day on which they are due moves on. */
  readonly postponed: number;
  readonly overdue: number;
  readonly today: number;
  readonly this_week: number;
  readonly next_week: number;
}

export interface OpenRow extends OpenCounts {
  readonly account_id: string;
  readonly report_type_id: number;
}

/** The work queue by account and type, and when it is due; read from the index of the queue alone. @param teamId who has it */
export function findOpenFigures(db: Db, reader: DeskReader, now: Date, teamId?: string): Promise<OpenRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const today = ukDateOf(now);
  const isPostponed = sql`coalesce(r.waiting_for, '') = any (${postponingWaits}::text[])`;
  const sunday = addDays(endOfNextWeek(today), -7);
  const isDue = (after: IsoDate, to: IsoDate) =>
    sql`r.due_on > ${after}::date and r.due_on <= ${to}::date and not ${isPostponed}`;
  return db.rows<OpenRow>(sql`
    select r.account_id, r.report_type_id, count(*)::integer as open, count(*) filter (where ${waits})::integer as waiting,
      count(*) filter (where ${isPostponed})::integer as postponed,
      count(*) filter (where ${isOverdue('live', now)})::integer as overdue,
      count(*) filter (where ${isDue(addDays(today, -1), today)})::integer as today,
      count(*) filter (where ${isDue(today, sunday)})::integer as this_week,
      count(*) filter (where ${isDue(sunday, endOfNextWeek(today))})::integer as next_week
    from reports r
    where ${within(reader.accounts, 'r.account_id')} and r.environment = 'live' and ${isQueued}
      and ${isNarrowedTo({ teamId }, keys.person)}
    group by 1, 2`);
}

export interface PaceRow extends Absent, Pick<Hours, 'works_on'> {
  readonly report_type_id: number;
  /** By one person. */
  readonly done: number;
}

/** What people completed in the days of the pace: what providers answer by themselves says nothing of the backlog. */
export function findPace(db: Db, reader: DeskReader, today: IsoDate, teamId?: string): Promise<PaceRow[]> {
  demand(authorityOf(reader), 'read_figures');
  const days = paceDays(today);
  return db.rows<PaceRow>(sql`
    select d.report_type_id, count(*)::integer as done, u.away_from, u.away_until, u.works_on
    from (${firstCompletions(reader, 'live', startOf(days))}) d left join desk_users u on u.id::text = d.user_id
    where d.user_id is not null and d.at < ${endOf(days)}
      ${teamId === undefined ? sql`` : sql`and ${isInTeam(teamId, sql`d.user_id::uuid`)}`}
    group by d.report_type_id, d.user_id, u.away_from, u.away_until, u.works_on`);
}

export interface ReviewCounts {
  readonly reviewed: number;
  readonly sent_back: number;
  readonly reopened: number;
}

export interface ReviewRow extends ReviewCounts {
  readonly account_id: string;
  readonly period: 'now' | 'before';
}

/** What reviewers decided in a time, and what was opened again in it. */
export function findReviewFigures(db: Db, reader: DeskReader, times: FigureTimes): Promise<ReviewRow[]> {
  demand(authorityOf(reader), 'read_figures');
  return db.rows<ReviewRow>(sql`
    select v.account_id, ${periodOf('v.decided_at', times)} as period,
      count(*) filter (where v.decision <> 'reopened')::integer as reviewed,
      count(*) filter (where v.decision = 'sent_back')::integer as sent_back,
      count(*) filter (where v.decision = 'reopened')::integer as reopened
    from report_reviews v
    where ${within(reader.accounts, 'v.account_id')} and v.environment = 'live' and ${isInBoth('v.decided_at', times)}
      and ${periodOf('v.decided_at', times)} is not null
    group by 1, 2`);
}
