// What waits at the desk: open reports of the accounts that a screener works for; nothing here is personal data.
import type { Environment } from '../../context.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import type { ReportState } from '../reports/report-states.ts';

/** Which accounts a screener may see: a finder's first argument here. */
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
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

const columns = sql`
  r.account_id, a.name as account_name, r.environment, r.id as report_id, r.check_id, c.order_id, r.report_type_id,
  r.status, r.requested_at,
  case r.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds`;

const source = sql`
  from reports r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join accounts a on a.id = r.account_id`;

const open = sql`r.requested_at is not null and r.status in ('awaiting_data', 'paused', 'awaiting_approval')`;

export interface QueueFilter {
  readonly environment: Environment;
  readonly status?: ReportState | undefined;
  readonly orderId?: number | undefined;
}

/** Oldest first; what is paused waits for somebody else and comes last. */
export function findQueuedReports(
  db: Db,
  accounts: DeskAccounts,
  filter: QueueFilter,
  page: { readonly offset: number; readonly limit: number },
): Promise<QueuedReport[]> {
  return db.rows<QueuedReport>(sql`
    select ${columns} ${source}
    where ${within(accounts, 'r.account_id')} and r.environment = ${filter.environment} and ${open}
      and (${filter.status ?? null}::text is null or r.status = ${filter.status ?? null})
      and (${filter.orderId ?? null}::bigint is null or c.order_id = ${filter.orderId ?? null})
    order by r.status = 'paused', r.requested_at, r.id
    offset ${page.offset} limit ${page.limit}`);
}

export interface QueueCount {
  readonly environment: Environment;
  readonly status: ReportState;
  readonly count: number;
}

export function countQueuedReports(db: Db, accounts: DeskAccounts): Promise<QueueCount[]> {
  return db.rows<QueueCount>(sql`
    select r.environment, r.status, count(*) as count from reports r
    where ${within(accounts, 'r.account_id')} and ${open}
    group by r.environment, r.status`);
}

/** Also reports that are closed by now: their page still tells how they ended. */
export function findDeskReport(db: Db, accounts: DeskAccounts, reportId: string): Promise<QueuedReport | undefined> {
  return db.row<QueuedReport>(sql`
    select ${columns} ${source}
    where ${within(accounts, 'r.account_id')} and r.id = ${reportId} and r.requested_at is not null`);
}

/** The report that has waited longest, after the one that was just dealt with. */
export function findNextReport(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
): Promise<{ readonly report_id: string } | undefined> {
  return db.row(sql`
    select r.id as report_id from reports r
    where ${within(accounts, 'r.account_id')} and r.environment = ${environment} and ${open} and r.status <> 'paused'
    order by r.requested_at, r.id limit 1`);
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
