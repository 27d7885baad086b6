// The queue of the desk: open reports of the accounts that a screener works for; contains no personal data.
import type { Actor, Environment } from '../../context.ts';
import type { Jurisdiction } from '../../lib/bank-holidays.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { authorityOf, demand, mayDo, type Permitted } from '../access/permissions.ts';
import type { Pause } from '../reports/report.ts';
import { durations, type TypeDurations } from '../reports/report-history-queries.ts';
import type { ReportState } from '../reports/report-states.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';
import { isInTeam } from '../teams/team-queries.ts';
import { handOverColumns, handOverNoteOf, type SealedHandOver } from './hand-over-note-queries.ts';
import { isBegun, isInTimes, isOverdue, type QueueTimes } from './queue-due-queries.ts';
import { type Mark, plansCheckedAnew } from './queue-mark-rules.ts';

/** The accounts that a screener may see. */
export type DeskAccounts = 'all' | readonly string[];

/** Somebody of the desk: the first argument of finders across accounts. */
export interface DeskReader extends Permitted {
  readonly userId: string;
  readonly accounts: DeskAccounts;
}

export function within(accounts: DeskAccounts, column: string): Sql {
  if (accounts === 'all') return sql`true`;
  // PostgreSQL expects ten accounts of any array, and would plan a statement for one account again at each call.
  return accounts.length === 1
    ? sql`${rawSql(column)} = ${accounts[0]}`
    : sql`${rawSql(column)} = any (${accounts}::uuid[])`;
}

export interface DeskReport {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly report_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly report_type_id: number;
  readonly status: ReportState;
  readonly waiting_for: WaitingFor | null;
  readonly is_priority: boolean;
  /** By the client: of the whole order. */
  readonly is_ordered_urgent: boolean;
  /** Its client had standing priority at the desk when it was ordered. */
  readonly stands_first: boolean;
  /** null until the candidate has submitted the form. */
  readonly requested_at: Date | null;
  /** null if the report was never opened again. */
  readonly reopened_at: Date | null;
  /** `yyyy-mm-dd`; null if the type's usual duration is unknown. */
  readonly due_on: string | null;
  /** By a person, instead of the working days of the type. */
  readonly due_on_is_set: boolean;
  readonly assignee_id: string | null;
  readonly assignee_name: string | null;
  /** When they are away, as last said. */
  readonly assignee_away_from: string | null;
  readonly assignee_away_until: string | null;
  /** Who gave the outcome that awaits approval; null unless one does. */
  readonly proposed_by: Actor | null;
  readonly mark: Mark | null;
  /** Of a report that is paused. */
  readonly pause: Pause | null;
  /** The planned first day of work of the candidate; null where none is, or they have started. */
  readonly starts_on: string | null;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

export interface QueuedReport extends DeskReport {
  readonly requested_at: Date;
}

export interface FoundReport extends QueuedReport {
  /** When it was due before a person chose another day; null where nobody did, or where it had none. */
  readonly first_due_on: string | null;
}

/** The candidate's name as it is stored. */
export interface SealedName {
  readonly applicant_id: string;
  readonly sealed_order: Buffer;
  /** null if the applicant was erased. */
  readonly sealed_key: Buffer | null;
}

/** With the durations of the complete reports of its account and type. */
export interface QueueRow extends QueuedReport, TypeDurations, SealedName, SealedHandOver {}

/** The author of the newest version of the outcome that awaits approval. */
const proposedBy = sql`case when r.status = 'awaiting_approval' then (
  select o.author from report_outcomes o
  where (o.account_id, o.environment, o.report_id) = (r.account_id, r.environment, r.id)
  order by o.version desc limit 1) end`;

/** Not read with the list: the index that it is filtered on does not have the columns. */
const mark = sql`case when r.status = 'awaiting_data' then (
  select case when 'sent_back' = any (b.approval_reasons) then 'sent_back' when b.found_change then case when b.monitor = any (${plansCheckedAnew}::text[]) then 'check_again' else 'change_found' end
    when b.source_answered_at is not null then 'source_answered'
    -- Until the answer is overdue, the report waits for it.
    when r.waiting_for is null and exists (
      select from supplier_requests s
      where (s.account_id, s.environment, s.report_id) = (r.account_id, r.environment, r.id) and s.status = 'sent'
    ) then 'chase_due' when b.answered_at is not null then 'answered' end
  from reports b where (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.id)) end`;

const startsOn = sql`(select w.starts_on from work_starts w where not w.has_started
  and (w.account_id, w.environment, w.check_id) = (r.account_id, r.environment, r.check_id))`;

/** `select … from … where …`; add conditions to it. @param source reports as `r` @param more columns */
export const deskReports = (accounts: DeskAccounts, source: Sql, more = sql``): Sql => sql`
  select r.account_id, a.name as account_name, r.environment, r.id as report_id, r.check_id, r.report_type_id, r.status,
    r.waiting_for, r.priority = 1 as is_priority, c.is_urgent as is_ordered_urgent, r.stands_first, r.requested_at,
    r.reopened_at, r.due_on, r.due_on_is_set,
    r.assignee_id, d.name as assignee_name,
    d.away_from as assignee_away_from, d.away_until as assignee_away_until, ${proposedBy} as proposed_by, ${mark} as mark,
    case when r.status = 'paused' then (select jsonb_build_object('because', b.pause_reason, 'until', b.paused_until) from reports b
      where (b.account_id, b.environment, b.id) = (r.account_id, r.environment, r.id)) end as pause,
    ${startsOn} as starts_on,
    case r.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds, c.order_id ${more}
  from ${source}
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join accounts a on a.id = r.account_id
  left join desk_users d on d.id = r.assignee_id
  where ${within(accounts, 'r.account_id')}`;

export const isQueued = sql`r.requested_at is not null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')`;

export const waits = sql`(r.status = 'paused' or r.waiting_for is not null)`;

export const queueSorts = ['due', 'waiting', 'start'] as const;
export type QueueSort = (typeof queueSorts)[number];

/** The first order is that of the index `reports_in_queue`. */
export const queueOrders: Readonly<Record<QueueSort, Sql>> = {
  due: sql`${waits}, r.priority desc, r.stands_first desc, r.due_on, r.requested_at, r.id`,
  waiting: sql`r.requested_at, r.id`,
  start: sql`${startsOn}, r.due_on, r.id`,
};

export const queueViews = ['all', 'mine', 'unassigned', 'overdue', 'for_me'] as const;
export type QueueView = (typeof queueViews)[number];

/** Whose queue it is: some views depend on it. */
export interface QueueReader {
  readonly userId: string;
  readonly mayApprove: boolean;
}

export const queueReaderOf = ({ userId, permissions }: Pick<DeskReader, 'userId' | 'permissions'>): QueueReader => ({
  userId,
  mayApprove: mayDo({ permissions }, 'approve_outcomes'),
});

/** `mayWorkOn` in SQL. */
export const isOpenTo = ({ userId, mayApprove }: QueueReader): Sql =>
  mayApprove
    ? sql`(r.status <> 'awaiting_approval' or ${proposedBy} is distinct from ${`user:${userId}`})`
    : sql`r.status <> 'awaiting_approval'`;

/** All that the views `mine` and `for_me` show: what the reader has, and approvals that nobody has. */
const mayBeOwn = ({ userId }: QueueReader): Sql =>
  sql`(r.assignee_id = ${userId} or r.assignee_id is null and r.status = 'awaiting_approval')`;

/** For the reader wait their own reports that wait for nobody else, and what others sent to approval and nobody else reviews. */
const viewConditions = (reader: QueueReader, environment: Environment, now: Date) =>
  ({
    all: sql`true`,
    mine: sql`r.assignee_id = ${reader.userId}`,
    unassigned: sql`r.assignee_id is null`,
    overdue: isOverdue(environment, now),
    for_me: sql`${mayBeOwn(reader)} and (
      r.status = 'awaiting_data' and r.waiting_for is null or r.status = 'awaiting_approval' and ${isOpenTo(reader)})`,
  }) as const satisfies Readonly<Record<QueueView, Sql>>;

const waitingConditions = {
  nobody: sql`r.waiting_for is null and r.status = 'awaiting_data'`,
  // By whoever has it.
  not_begun: sql`r.assignee_id is not null and r.waiting_for is null and r.status = 'awaiting_data' and not ${isBegun}`,
  // The few that an index of answered reports has.
  answered: sql`r.answered_at is not null and r.waiting_for is null and r.status = 'awaiting_data'`,
  source_answered: sql`r.source_answered_at is not null and r.status = 'awaiting_data'`,
  candidate: sql`r.waiting_for = 'candidate'`,
  client: sql`r.waiting_for = 'client'`,
  source: sql`r.waiting_for = 'source'`,
  approval: sql`r.status = 'awaiting_approval'`,
} as const satisfies Readonly<Record<string, Sql>>;

export type QueueWaiting = keyof typeof waitingConditions;
export const queueWaitings = Object.keys(waitingConditions) as readonly QueueWaiting[];

export interface QueueFilter {
  readonly environment: Environment;
  readonly accountIds?: readonly string[] | undefined;
  readonly assigneeId?: string | undefined;
  /** Who had them last before. */
  readonly previousId?: string | undefined;
  readonly nation?: Jurisdiction | undefined;
  readonly teamId?: string | undefined;
  readonly reportTypeIds?: readonly number[] | undefined;
  readonly reportIds?: readonly string[] | undefined;
  readonly status?: ReportState | undefined;
  readonly waiting?: QueueWaiting | undefined;
  readonly isUrgent?: true | undefined;
  readonly times?: QueueTimes | undefined;
}

const inQueue = (accounts: DeskAccounts, environment: Environment): Sql =>
  sql`${within(accounts, 'r.account_id')} and r.environment = ${environment} and ${isQueued}`;

/** Its working days are those of this nation. */
const isInNation = (nation: Jurisdiction): Sql => sql`and exists (
  select from checks c where (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    and c.jurisdiction = ${nation})`;

/** Only the requested conditions: each combination has a plan of its own. */
export const isInFilter = (given: QueueFilter): Sql => sql`true
    ${given.accountIds === undefined ? sql`` : sql`and ${within(given.accountIds, 'r.account_id')}`}
    ${given.assigneeId === undefined ? sql`` : sql`and r.assignee_id = ${given.assigneeId}`}
    ${given.previousId === undefined ? sql`` : sql`and r.previous_assignee_id = ${given.previousId}`}
    ${given.nation === undefined ? sql`` : isInNation(given.nation)}
    ${given.teamId === undefined ? sql`` : sql`and ${isInTeam(given.teamId, sql`r.assignee_id`)}`}
    ${given.reportTypeIds === undefined ? sql`` : sql`and r.report_type_id = any (${given.reportTypeIds}::integer[])`}
    ${given.reportIds === undefined ? sql`` : sql`and r.id = any (${given.reportIds}::uuid[])`}
    ${given.status === undefined ? sql`` : sql`and r.status = ${given.status}`}
    ${given.isUrgent === undefined ? sql`` : sql`and r.priority = 1`}
    ${given.waiting === undefined ? sql`` : sql`and ${waitingConditions[given.waiting]}`}
    ${given.times === undefined ? sql`` : isInTimes(given.environment, given.times)}`;

export interface QueuePage {
  readonly view: QueueView;
  readonly now: Date;
  readonly sort: QueueSort;
  readonly offset: number;
  readonly limit: number;
}

// Literals: with a bound limit or offset PostgreSQL would plan the statement again at each call.
export const listed = (
  reader: DeskReader,
  filter: QueueFilter,
  { view, now, sort, offset, limit }: QueuePage,
): Sql => sql`
  listed as (
    select r.account_id, r.environment, r.id, r.check_id, r.report_type_id, r.status, r.waiting_for, r.priority,
      r.stands_first, r.requested_at, r.reopened_at, r.due_on, r.due_on_is_set, r.assignee_id
    from reports r
    where ${inQueue(reader.accounts, filter.environment)} and ${isInFilter(filter)}
      and ${viewConditions(queueReaderOf(reader), filter.environment, now)[view]}
    order by ${queueOrders[sort]}
    ${offset === 0 ? sql`` : sql`offset ${offset}`} limit ${rawSql(String(limit))}
  )`;

export function findQueuedReports(
  db: Db,
  reader: DeskReader,
  filter: QueueFilter,
  page: QueuePage,
): Promise<QueuedReport[]> {
  demand(authorityOf(reader), 'read_reports');
  return db.rows<QueuedReport>(sql`
    with ${listed(reader, filter, page)} ${deskReports(reader.accounts, sql`listed r`)}
    order by ${queueOrders[page.sort]}`);
}

/** As `findQueuedReports`, with all that the rows of its page show. */
export function findQueueRows(db: Db, reader: DeskReader, filter: QueueFilter, page: QueuePage): Promise<QueueRow[]> {
  demand(authorityOf(reader), 'read_reports');
  const columns = sql`, h.completed, h.median_days, h.p90_days, c.applicant_id, c.sealed_order, (
    select p.sealed_key from applicants p
    where (p.account_id, p.environment, p.id) = (c.account_id, c.environment, c.applicant_id)) as sealed_key ${handOverColumns}`;
  const source = sql`
    listed r join histories h
      on (h.account_id, h.environment, h.report_type_id) = (r.account_id, r.environment, r.report_type_id)
    ${handOverNoteOf(reader)}`;
  return db.rows<QueueRow>(sql`
    with ${listed(reader, filter, page)},
    types as (select distinct account_id, environment, report_type_id from listed),
    histories as (select k.*, d.* from types k cross join lateral (${durations}) d)
    ${deskReports(reader.accounts, source, columns)}
    order by ${queueOrders[page.sort]}`);
}

export type QueueCounts = Readonly<Record<QueueView, number>>;

/** The open reports of one type in one account. */
export interface QueueGroup extends QueueCounts {
  readonly account_id: string;
  readonly account_name: string;
  readonly report_type_id: number;
}

/**
 * How many reports each view has, without those that the filter leaves out; but every account and type has its group, so
 * that it can be chosen. Counts on the index `reports_in_queue_by_group` alone, and what may be the reader's own apart:
 * those are few, and their conditions take longest.
 */
export function countQueuedReports(db: Db, reader: DeskReader, filter: QueueFilter, now: Date): Promise<QueueGroup[]> {
  demand(authorityOf(reader), 'read_reports');
  const queueReader = queueReaderOf(reader);
  const of = viewConditions(queueReader, filter.environment, now);
  const [isQueuedHere, isChosen] = [inQueue(reader.accounts, filter.environment), isInFilter(filter)];
  return db.rows<QueueGroup>(sql`
    select q.*, coalesce(own.mine, 0) as mine, coalesce(own.for_me, 0) as for_me, a.name as account_name
    from (
      select r.account_id, r.report_type_id, count(*) filter (where ${isChosen}) as all,
        count(*) filter (where ${isChosen} and ${of.unassigned}) as unassigned,
        count(*) filter (where ${isChosen} and ${of.overdue}) as overdue
      from reports r where ${isQueuedHere} group by r.account_id, r.report_type_id
    ) q
    left join (
      select r.account_id, r.report_type_id, count(*) filter (where ${of.mine}) as mine,
        count(*) filter (where ${of.for_me}) as for_me
      from reports r where ${isQueuedHere} and ${isChosen} and ${mayBeOwn(queueReader)}
      group by r.account_id, r.report_type_id
    ) own using (account_id, report_type_id)
    join accounts a on a.id = q.account_id`);
}

export function totalOf(groups: readonly QueueGroup[]): QueueCounts {
  const sum = (view: QueueView) => groups.reduce((total, group) => total + group[view], 0);
  return Object.fromEntries(queueViews.map((view) => [view, sum(view)])) as QueueCounts;
}

/** Includes closed reports, whose page shows how they ended. */
export function findDeskReport(db: Db, accounts: DeskAccounts, reportId: string): Promise<FoundReport | undefined> {
  return db.row<FoundReport>(sql`
    ${deskReports(accounts, sql`reports r`, sql`, r.first_due_on`)} and r.id = ${reportId} and r.requested_at is not null`);
}

/** A report whose candidate has not submitted the form. */
export function findAwaitedReport(db: Db, accounts: DeskAccounts, reportId: string): Promise<DeskReport | undefined> {
  return db.row<DeskReport>(sql`
    ${deskReports(accounts, sql`reports r`)} and r.id = ${reportId} and r.requested_at is null`);
}
