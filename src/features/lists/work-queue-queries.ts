// The queue of the desk: open reports of the accounts that a screener works for; contains no personal data.
import type { Environment } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { ReportState } from '../reports/report-states.ts';
import { type AccountSearch, foundChecks } from './search-queries.ts';

/** The accounts that a screener may see: the first argument of the finders here. */
export type DeskAccounts = 'all' | readonly string[];

const within = (accounts: DeskAccounts, column: string): Sql =>
  accounts === 'all' ? sql`true` : sql`${rawSql(column)} = any (${accounts}::uuid[])`;

export interface QueuedReport {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly report_id: string;
  readonly check_id: string;
  readonly order_id: number;
  readonly report_type_id: number;
  readonly status: ReportState;
  readonly requested_at: Date;
  /** `yyyy-mm-dd`; null if the type's usual duration is unknown. */
  readonly due_on: string | null;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

const clockOffset = sql`case r.environment when 'test' then a.test_clock_offset_seconds else 0 end`;

const columns = sql`
  r.account_id, a.name as account_name, r.environment, r.id as report_id, r.check_id, r.report_type_id, r.status,
  r.requested_at, r.due_on, ${clockOffset} as clock_offset_seconds, c.order_id`;

const joined = sql`
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join accounts a on a.id = r.account_id`;

const open = sql`r.requested_at is not null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')`;

/** Compares with the UK date by the account's clock. */
const isOverdue = (now: Date): Sql =>
  sql`r.due_on < ((${now}::timestamptz + ${clockOffset} * interval '1 second') at time zone 'Europe/London')::date`;

export const queueSorts = ['due', 'waiting'] as const;
export type QueueSort = (typeof queueSorts)[number];

/** Paused reports wait for somebody else and come last. The first order is that of the index `reports_in_queue`. */
const orders: Readonly<Record<QueueSort, Sql>> = {
  due: sql`(r.status = 'paused'), r.due_on, r.requested_at, r.id`,
  waiting: sql`(r.status = 'paused'), r.requested_at, r.id`,
};

export interface QueueFilter {
  readonly environment: Environment;
  readonly status?: ReportState | undefined;
  readonly reportTypeId?: number | undefined;
  readonly isOverdue?: boolean;
  /** Only checks that one of the searches finds; undefined for all. */
  readonly searches?: readonly AccountSearch[] | undefined;
}

export interface QueuePage {
  readonly now: Date;
  readonly sort: QueueSort;
  readonly offset: number;
  readonly limit: number;
}

export function findQueuedReports(
  db: Db,
  accounts: DeskAccounts,
  filter: QueueFilter,
  { now, sort, offset, limit }: QueuePage,
): Promise<QueuedReport[]> {
  const { environment, status, reportTypeId, searches } = filter;
  // Contains only the requested conditions, so that each combination has a plan of its own.
  return db.rows<QueuedReport>(sql`
    with ${searches === undefined ? sql`` : sql`${foundChecks(searches)}, `} listed as (
      select r.account_id, r.environment, r.id, r.check_id, r.report_type_id, r.status, r.requested_at, r.due_on
      from reports r ${filter.isOverdue ? sql`join accounts a on a.id = r.account_id` : sql``}
      where ${within(accounts, 'r.account_id')} and r.environment = ${environment} and ${open}
        ${status === undefined ? sql`` : sql`and r.status = ${status}`}
        ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}
        ${filter.isOverdue ? sql`and ${isOverdue(now)}` : sql``}
        ${searches === undefined ? sql`` : sql`and (r.account_id, r.check_id) in (select account_id, id from found)`}
      order by ${orders[sort]}
      offset ${offset} limit ${limit}
    )
    select ${columns} from listed r ${joined}
    order by ${orders[sort]}`);
}

export interface QueueCount {
  readonly environment: Environment;
  readonly status: ReportState;
  readonly report_type_id: number;
  readonly count: number;
  readonly overdue: number;
}

export function countQueuedReports(db: Db, accounts: DeskAccounts, now: Date): Promise<QueueCount[]> {
  // Group by day first, so that the account's clock is read for few rows.
  return db.rows<QueueCount>(sql`
    select r.environment, r.status, r.report_type_id, sum(r.count)::bigint as count,
      coalesce(sum(r.count) filter (where ${isOverdue(now)}), 0)::bigint as overdue
    from (
      select r.account_id, r.environment, r.status, r.report_type_id, r.due_on, count(*) as count from reports r
      where ${within(accounts, 'r.account_id')} and ${open}
      group by r.account_id, r.environment, r.status, r.report_type_id, r.due_on
    ) r
    join accounts a on a.id = r.account_id
    group by r.environment, r.status, r.report_type_id`);
}

/** The accounts with reports in the queue. */
export async function findQueuedAccounts(db: Db, accounts: DeskAccounts, environment: Environment): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct r.account_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = ${environment} and ${open}`);
  return rows.map((row) => row.account_id);
}

/** Includes closed reports, whose page shows how they ended. */
export function findDeskReport(db: Db, accounts: DeskAccounts, reportId: string): Promise<QueuedReport | undefined> {
  return db.row<QueuedReport>(sql`
    select ${columns} from reports r ${joined}
    where ${within(accounts, 'r.account_id')} and r.id = ${reportId} and r.requested_at is not null`);
}

/** The first report in the queue that waits for nobody else. */
export function findNextReport(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
): Promise<{ readonly report_id: string } | undefined> {
  return db.row(sql`
    select r.id as report_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = ${environment} and ${open} and r.status <> 'paused'
    order by ${orders.due} limit 1`);
}

export interface DeskAccount {
  readonly id: string;
  readonly name: string;
  readonly is_demo: boolean;
  readonly clock_offset_seconds: number;
}

export function findDeskAccounts(db: Db, accounts: DeskAccounts): Promise<DeskAccount[]> {
  return db.rows<DeskAccount>(sql`
    select a.id, a.name, a.is_demo, a.test_clock_offset_seconds as clock_offset_seconds from accounts a
    where ${within(accounts, 'a.id')} order by a.name, a.id`);
}
