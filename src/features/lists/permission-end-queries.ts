// The people whose permission to work ends, by the newest clear report on their right to work, or whose licence or registration
// ends, by the newest complete report on it.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { isOfSameRight } from '../work-starts/right-to-work-queries.ts';

export interface PermissionEndRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
  readonly report_id: string;
  readonly report_type_id: number;
  readonly ends_on: IsoDate;
  readonly is_monitored: boolean;
  /** Another report on the same right is open. */
  readonly is_checked_again: boolean;
}

/** What ends. */
export type EndKind = 'permission' | 'licence';

/** The first and the last day, and of one person; each undefined for any. */
export interface PermissionEndPeriod {
  /** A permission to work, unless it is said. */
  readonly kind?: EndKind | undefined;
  /** Of licences: of this report type alone. */
  readonly reportTypeId?: number | undefined;
  readonly applicantId?: string | undefined;
  readonly from?: IsoDate | undefined;
  readonly until?: IsoDate | undefined;
  /** Only those of whom a notice so many days before their last was due since they are known, and not given. */
  readonly days?: number | undefined;
}

/** UK days. One that was corrected to an earlier day is told although the usual day may have passed: see `updateReport`. */
const isToNotice = (ends: Sql, days: number): Sql => sql`(
  (${ends} - ${days}::integer >= (r.completed_at at time zone 'Europe/London')::date or r.permission_noticed_on = '-infinity')
  and ${ends} - ${days}::integer > coalesce(r.permission_noticed_on, '-infinity'))`;

const endsOf = (kind: EndKind = 'permission'): Sql =>
  rawSql(kind === 'licence' ? 'r.licence_ends_on' : 'r.permission_ends_on');

/** Whether the report `later` establishes the same as `r`. */
const isOfSame = (kind: EndKind = 'permission'): Sql =>
  kind === 'licence' ? sql`later.report_type_id = r.report_type_id` : isOfSameRight(rawSql('later'), rawSql('r'));

const isCheckedAgain = (kind?: EndKind): Sql => sql`exists (
  select from checks n
  join reports later on (later.account_id, later.environment, later.check_id) = (n.account_id, n.environment, n.id)
  where (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
    and (n.order_id, later.position) > (c.order_id, r.position) and ${isOfSame(kind)}
    and later.status in ('awaiting_data', 'paused', 'awaiting_approval'))`;

/** As `ending`, without those that still last and are checked again. */
export const fromPermissionEnds = (scope: OrderScope, until: IsoDate, today: IsoDate): Sql =>
  sql`${ending(scope, { until })} and (r.permission_ends_on < ${today} or not ${isCheckedAgain()})`;

/** A licence ends whatever else was found of it. */
const isClear = (kind: EndKind | undefined, report: string): Sql =>
  kind === 'licence' ? sql`` : sql`and ${rawSql(report)}.result = 'clear'`;

/** A later clear report on the same right replaces it, also one of the same order: a follow-up. Nobody who has left. */
const ending = (
  scope: OrderScope,
  { kind, reportTypeId, from, until, applicantId, days }: PermissionEndPeriod,
): Sql => sql`
  from reports r
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
  where r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and ${endsOf(kind)} is not null
    ${applicantId === undefined ? sql`` : sql`and c.applicant_id = ${applicantId}`}
    ${from === undefined ? sql`` : sql`and ${endsOf(kind)} >= ${from}`}
    ${until === undefined ? sql`` : sql`and ${endsOf(kind)} <= ${until}`}
    ${days === undefined ? sql`` : sql`and ${isToNotice(endsOf(kind), days)}`}
    ${reportTypeId === undefined ? sql`` : sql`and r.report_type_id = ${reportTypeId}`}
    and r.status = 'complete' ${isClear(kind, 'r')} and r.renewals_ended_at is null and a.erased_at is null
    and c.status not in ('withdrawn', 'cancelled') and not ${isCheckRestricted}
    and ${isOfScope(scope, sql`c.subsidiary_id`)}
    and not exists (
      select from checks n
      join reports later on (later.account_id, later.environment, later.check_id) = (n.account_id, n.environment, n.id)
      where (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
        and (n.order_id, later.position) > (c.order_id, r.position) and ${isOfSame(kind)}
        and later.status = 'complete' ${isClear(kind, 'later')})`;

/** Of these checks, those whose person stands among the ends that the reader sees, perhaps by another order. */
export async function findChecksWithEnd(
  db: Db,
  scope: OrderScope,
  { checkIds, until }: { readonly checkIds: readonly string[]; readonly until: IsoDate },
): Promise<string[]> {
  if (checkIds.length === 0) return [];
  const rows = await db.rows<{ id: string }>(sql`
    select own.id from checks own
    where own.account_id = ${scope.accountId} and own.environment = ${scope.environment}
      and own.id = any (${checkIds}::uuid[])
      and exists (select ${ending(scope, { until })} and c.applicant_id = own.applicant_id)`);
  return rows.map(({ id }) => id);
}

/** What ends first comes first. @param page undefined for all */
export function findPermissionEnds(
  db: Db,
  scope: OrderScope,
  period: PermissionEndPeriod,
  page?: { readonly offset?: number; readonly limit: number },
): Promise<PermissionEndRow[]> {
  return db.rows<PermissionEndRow>(sql`
    select r.check_id, c.order_id, c.applicant_id, c.subsidiary_id, r.id as report_id, r.report_type_id,
      ${endsOf(period.kind)}::text as ends_on, r.monitor is not null as is_monitored,
      ${isCheckedAgain(period.kind)} as is_checked_again
    ${ending(scope, period)}
    order by ${endsOf(period.kind)}, c.order_id, r.position
    limit ${page?.limit ?? null} offset ${page?.offset ?? 0}`);
}

/** Counted up to `atMost`. */
export async function countPermissionEnds(
  db: Db,
  scope: OrderScope,
  period: PermissionEndPeriod,
  atMost: number,
): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (select ${ending(scope, period)} limit ${atMost}) counted`);
  return row!.count;
}

/** The accounts with live permissions, or licences, that end in these days. */
export async function findEndingAccounts(
  db: Db,
  { from, until }: Required<Pick<PermissionEndPeriod, 'from' | 'until'>>,
) {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct account_id from reports
    where environment = 'live' and (permission_ends_on between ${from}::date and ${until}::date
      or licence_ends_on between ${from}::date and ${until}::date) order by account_id`);
  return rows.map(({ account_id }) => account_id);
}

/** That the client was told today. */
export const markNoticed = (db: Db, scope: OrderScope, ids: readonly string[], today: IsoDate) =>
  db.run(sql`
    update reports set permission_noticed_on = ${today}::date
    where account_id = ${scope.accountId} and environment = ${scope.environment} and id = any (${ids}::uuid[])`);

/** Of these checks, those whose person has licences that have ended, with their report types. */
export async function findEndedLicences(
  db: Db,
  scope: OrderScope,
  { checkIds, today }: { readonly checkIds: readonly string[]; readonly today: IsoDate },
): Promise<readonly { readonly check_id: string; readonly report_type_id: number; readonly ends_on: IsoDate }[]> {
  if (checkIds.length === 0) return [];
  return db.rows(sql`
    select own.id as check_id, e.report_type_id, e.ends_on::text as ends_on
    from checks own
    cross join lateral (
      select r.report_type_id, r.licence_ends_on as ends_on
      ${ending(scope, { kind: 'licence' })} and c.applicant_id = own.applicant_id and r.licence_ends_on < ${today}
    ) e
    where own.account_id = ${scope.accountId} and own.environment = ${scope.environment}
      and own.id = any (${checkIds}::uuid[])
    order by e.ends_on`);
}

/** The report types of licences that end, of people whom the reader sees. */
export async function findEndingTypes(db: Db, scope: OrderScope): Promise<number[]> {
  const rows = await db.rows<{ report_type_id: number }>(sql`
    select distinct r.report_type_id ${ending(scope, { kind: 'licence' })} order by r.report_type_id`);
  return rows.map(({ report_type_id }) => report_type_id);
}
