// Rows of monitored reports.
import type { Environment, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOfPlace, type Place } from '../access/place-queries.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { MonitorPlanName } from '../report-types/monitoring.ts';

export interface MonitorRow {
  readonly monitor: MonitorPlanName;
  readonly answer_mac: Buffer | null;
  readonly checked_at: Date | null;
  readonly follow_up_since: Date | null;
  readonly recheck_since: Date | null;
}

/** Undefined if the report is not monitored. */
export function findMonitor(db: Db, tenant: Tenant, reportId: string): Promise<MonitorRow | undefined> {
  return db.row<MonitorRow>(sql`
    select r.monitor, m.answer_mac, m.checked_at, m.follow_up_since, m.recheck_since from reports r
    left join report_monitors m on (m.account_id, m.environment, m.report_id) = (r.account_id, r.environment, r.id)
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.id = ${reportId}
      and r.monitor is not null`);
}

export interface MonitorChange {
  readonly reportId: string;
  /** Undefined keeps what is stored. */
  readonly answerMac?: Buffer | null;
  readonly checkedAt?: Date;
  /** As given: the other changes end a follow-up. */
  readonly followUpSince: Date | null;
  readonly recheckSince?: Date;
}

export async function upsertMonitor(db: Db, tenant: Tenant, change: MonitorChange): Promise<void> {
  const { reportId, answerMac, checkedAt, followUpSince, recheckSince } = change;
  await db.run(sql`
    insert into report_monitors as m
      (account_id, environment, report_id, answer_mac, checked_at, follow_up_since, recheck_since)
    values (${tenant.accountId}, ${tenant.environment}, ${reportId}, ${answerMac ?? null}, ${checkedAt ?? null},
      ${followUpSince}, ${recheckSince ?? null})
    on conflict (account_id, environment, report_id) do update set
      answer_mac = case when ${answerMac !== undefined}::boolean then excluded.answer_mac else m.answer_mac end,
      checked_at = coalesce(excluded.checked_at, m.checked_at),
      follow_up_since = excluded.follow_up_since,
      recheck_since = coalesce(excluded.recheck_since, m.recheck_since)`);
}

/** The monitored reports of a person that the scope sees, also those that are not complete yet. */
export function findMonitoredOf(
  db: Db,
  scope: OrderScope,
  applicantId: string,
  at?: Place['at'],
): Promise<{ readonly checkId: string; readonly reportId: string }[]> {
  return db.rows(sql`
    select c.id as "checkId", r.id as "reportId"
    from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = ${applicantId}
      and ${isOfPlace({ subsidiaryIds: scope.subsidiaryIds, at })}
      and r.monitor is not null and r.status not in ('withdrawn', 'cancelled')
    order by c.order_id, r.position`);
}

export async function stopMonitor(db: Db, tenant: Tenant, reportId: string): Promise<void> {
  await db.run(sql`
    update reports set monitor = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}`);
  await db.run(sql`
    update report_monitors set follow_up_since = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}`);
}

export interface ListedReport extends Tenant {
  readonly reportId: string;
  readonly checkId: string;
}

/** The live reports of all accounts that each new list concerns: those in work and those that are complete. */
export function findReportsOnLists(db: Db): Promise<ListedReport[]> {
  return db.rows<ListedReport>(sql`
    select account_id as "accountId", environment, id as "reportId", check_id as "checkId" from reports
    where monitor = 'each_list' and status not in ('withdrawn', 'cancelled') and requested_at is not null
      and environment = 'live'
    order by account_id, id`);
}

export interface FollowUpRow {
  readonly account_id: string;
  readonly account_name: string;
  readonly environment: Environment;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly check_id: string;
  readonly order_id: number;
  readonly monitor: MonitorPlanName;
  readonly follow_up_since: Date;
  /** Of a right to work; null if none ends. */
  readonly permission_ends_on: IsoDate | null;
  /** How far the account's test clock is ahead; 0 for live. */
  readonly clock_offset_seconds: number;
}

/** The complete reports that a person must look at again, longest waiting first. */
export function findFollowUps(
  db: Db,
  accounts: DeskAccounts,
  environment: Environment,
  limit: number,
): Promise<FollowUpRow[]> {
  return db.rows<FollowUpRow>(sql`
    select r.account_id, a.name as account_name, r.environment, r.id as report_id, r.report_type_id, r.check_id,
      c.order_id, r.monitor, m.follow_up_since, r.permission_ends_on::text as permission_ends_on,
      case r.environment when 'test' then a.test_clock_offset_seconds else 0 end as clock_offset_seconds
    from report_monitors m
    join reports r on (r.account_id, r.environment, r.id) = (m.account_id, m.environment, m.report_id)
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    join accounts a on a.id = r.account_id
    where ${accounts === 'all' ? sql`true` : sql`m.account_id = any (${accounts}::uuid[])`}
      and m.environment = ${environment} and m.follow_up_since is not null and r.status = 'complete'
      and r.monitor is not null
    order by m.follow_up_since, m.report_id limit ${limit}`);
}

export interface RecheckRow {
  readonly type: string;
  readonly occurred_at: Date;
  readonly change: boolean | null;
  readonly anew: boolean | null;
}

/** What monitoring found of a report, newest first. */
export function findRechecks(db: Db, tenant: Tenant, checkId: string, reportId: string): Promise<RecheckRow[]> {
  return db.rows<RecheckRow>(sql`
    select type, occurred_at, (detail ->> 'change')::boolean as change, (detail ->> 'anew')::boolean as anew from events
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}
      and report_id = ${reportId} and type = 'report.rechecked'
    order by id desc limit 20`);
}
