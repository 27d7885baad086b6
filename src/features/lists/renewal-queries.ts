// The complete reports that are due for renewal: their type is renewed after some months, and no newer one is complete.

import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { renewalMonths, renewedFrom } from '../renewals/renewal-plan-queries.ts';
import { rightToWorkNames } from '../reports/right-to-work-rules.ts';
import { fromStated, fromStatedPeople } from './stated-held-queries.ts';

export interface RenewalRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
  /** The first of its reports. */
  readonly renew_on: IsoDate;
  readonly reports: readonly {
    readonly id: string;
    readonly report_type_id: number;
    readonly completed_on: IsoDate;
    readonly renew_on: IsoDate;
  }[];
}

export interface RenewalFilter {
  /** The last day on which they are due. */
  readonly until: IsoDate;
  /** The first day; undefined for any. */
  readonly from?: IsoDate | undefined;
  readonly applicantId?: string | undefined;
  readonly checkIds?: readonly string[] | undefined;
  readonly packageId?: number | undefined;
  /** Blind keys of a job role: the order has one of them. */
  readonly jobKeys?: readonly string[] | undefined;
}

const completedOn = sql`(r.first_completed_at at time zone 'Europe/London')::date`;

/** Of a report `r` of a check `c` that is renewed: when, by itself. */
export const renewOnAlone = (accountId: string): Sql =>
  sql`(${renewedFrom(accountId)} + make_interval(months => ${renewalMonths(accountId)}))::date`;

const isRenewable = (report: string): Sql => {
  const r = rawSql(report);
  return sql`(${r}.monitor is null
    and not (${r}.name = any (${[...rightToWorkNames]}::text[]) and ${r}.permission_ends_on is null))`;
};

const isRenewedOf = (report: string): Sql => {
  const r = rawSql(report);
  return sql`(${r}.status = 'complete' and ${r}.renewed_by is null and ${r}.renewals_ended_at is null and ${isRenewable(report)})`;
};

/** Of a report `r` that counts where its order is not: when it is to be done again, whether they have left the place of the order or not; null if never. */
export const renewOnElsewhere = (accountId: string): Sql =>
  sql`(case when ${isRenewable('r')} then ${renewOnAlone(accountId)} end)`;

/**
 * Of a report `r`: it is to be done again. One that is monitored is asked again by itself, and a right to work that never ends is
 * not asked again.
 */
export const isRenewed = isRenewedOf('r');

/**
 * Of a report `r` of a check `c` that is renewed: when. The reports of one order with the same months are due together, on the
 * earliest day.
 */
export const renewOn = (accountId: string): Sql => sql`(
  select (min(${renewedFrom(accountId, 's')}) + make_interval(months => m.months))::date
  from (select ${renewalMonths(accountId)} as months) m
  join reports s on (s.account_id, s.environment, s.check_id) = (c.account_id, c.environment, c.id)
  where m.months is not null and ${isRenewedOf('s')} and ${renewalMonths(accountId, 's')} = m.months
  group by m.months)`;

/** Counting ends there: of each report type the first that are due. */
const countedOfEachType = 500;

/** The shortest months that a type has anywhere. */
const shortest = (scope: OrderScope): Sql => sql`
  select t.report_type_id, min(t.months)::integer as months from (
    select report_type_id, renew_after_months as months from account_report_types where account_id = ${scope.accountId}
    union all
    select report_type_id, nullif(months, 0) from renewal_plans where account_id = ${scope.accountId}
  ) t where t.months is not null group by t.report_type_id`;

/**
 * The checks with reports that are due. Nobody is screened again while they are being screened. The condition on
 * `first_completed_at` reads the index; it is a few days wider, because months have different lengths.
 */
const dueChecks = (scope: OrderScope, filter: RenewalFilter, isCounted: boolean): Sql => sql`
  select r.check_id as id, r.applicant_id
  from (${shortest(scope)}) t
  cross join lateral (
    select r.check_id, c.applicant_id
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    where r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and r.report_type_id = t.report_type_id
      and r.first_completed_at < ${filter.until}::date + 5 - make_interval(months => t.months)
      and ${isRenewed} and c.status = 'complete' and not ${isCheckRestricted}
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      ${filter.applicantId === undefined ? sql`` : sql`and c.applicant_id = ${filter.applicantId}`}
      ${filter.checkIds === undefined ? sql`` : sql`and c.id = any (${filter.checkIds}::uuid[])`}
      ${filter.packageId === undefined ? sql`` : sql`and c.package_id = ${filter.packageId}`}
      ${filter.jobKeys === undefined ? sql`` : sql`and coalesce(c.reference_keys && ${filter.jobKeys}::bigint[], false)`}
      and not exists (
        select from checks open
        where (open.account_id, open.environment, open.applicant_id) = (c.account_id, c.environment, c.applicant_id)
          and open.status in ('awaiting_applicant', 'in_progress', 'on_hold'))
      and ${renewOnAlone(scope.accountId)} <= ${filter.until}
    ${isCounted ? sql`order by r.first_completed_at limit ${rawSql(String(countedOfEachType))}` : sql``}
  ) r`;

/** The reports that are due, with what is due of the same order on the same day. */
const dueReports = (scope: OrderScope, filter: RenewalFilter): Sql => sql`
  select * from (
    select c.id as check_id, c.order_id, c.applicant_id, c.subsidiary_id, r.id as report_id, r.report_type_id, r.position,
      ${completedOn} as completed_on,
      (min(${renewedFrom(scope.accountId)}) over (partition by c.id, m.months) + make_interval(months => m.months))::date as renew_on
    from checks c
    join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    cross join lateral (select ${renewalMonths(scope.accountId)} as months) m
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment}
      and c.id in (select id from (${dueChecks(scope, filter, false)}) one) and ${isRenewed} and m.months is not null
  ) d
  where d.renew_on <= ${filter.until}`;

interface RenewalPage {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Each person once, by the day on which the first report of a check is due, and with that check: they are screened by one order at
 * a time. With how many people there are of all pages.
 */
export function findRenewals(
  db: Db,
  scope: OrderScope,
  filter: RenewalFilter,
  { offset, limit }: RenewalPage,
): Promise<(RenewalRow & { readonly total: number })[]> {
  return db.rows(sql`
    select one.*, one.renew_on::text as renew_on, (count(*) over ())::integer as total from (
      select distinct on (applicant_id) check_id, order_id, applicant_id, subsidiary_id, min(renew_on) as renew_on,
        json_agg(json_build_object('id', report_id, 'report_type_id', report_type_id, 'completed_on', completed_on,
          'renew_on', renew_on) order by position) as reports
      from (${dueReports(scope, filter)}) due
      group by check_id, order_id, applicant_id, subsidiary_id
      order by applicant_id, min(renew_on), order_id
    ) one
    where true ${filter.from === undefined ? sql`` : sql`and one.renew_on >= ${filter.from}`}
    order by one.renew_on, one.order_id offset ${offset} limit ${limit}`);
}

/** Of one person: each of their checks with what is due of it, at any time; none while they are being screened. */
export function findRenewalsOf(db: Db, scope: OrderScope, applicantId: string): Promise<RenewalRow[]> {
  return db.rows<RenewalRow>(sql`
    select check_id, order_id, applicant_id, subsidiary_id, min(renew_on)::text as renew_on,
      json_agg(json_build_object('id', report_id, 'report_type_id', report_type_id, 'completed_on', completed_on,
        'renew_on', renew_on) order by position) as reports
    from (${dueReports(scope, { until: '9999-12-31', applicantId })}) due
    group by check_id, order_id, applicant_id, subsidiary_id
    order by min(renew_on), order_id`);
}

/** The people `p` of whom something that is stated is due, as `d.renew_on`; nobody who is being screened. */
const dueStated = (scope: OrderScope, { until }: Pick<RenewalFilter, 'until'>): Sql => sql`
  from (select s.applicant_id ${fromStatedPeople(scope)} and s.left_at is null) p
  cross join lateral (select min(d.renew_on) as renew_on ${fromStated(scope)}) d
  where d.renew_on <= ${until} and not exists (
    select from checks c
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = p.applicant_id
      and c.status in ('awaiting_applicant', 'in_progress', 'on_hold'))`;

/** The ids of those people, the first due first. */
export async function findStatedDue(db: Db, scope: OrderScope, until: IsoDate, limit: number): Promise<string[]> {
  const rows = await db.rows<{ applicant_id: string }>(sql`
    select p.applicant_id ${dueStated(scope, { until })} order by d.renew_on, p.applicant_id limit ${rawSql(String(limit))}`);
  return rows.map(({ applicant_id }) => applicant_id);
}

/** How many people have reports that are due, counted up to `atMost`. */
export async function countRenewals(db: Db, scope: OrderScope, filter: RenewalFilter, atMost: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from (
      select due.applicant_id from (${dueChecks(scope, filter, true)}) due
      union select p.applicant_id ${dueStated(scope, filter)} limit ${atMost}
    ) counted`);
  return row!.count;
}

/** The accounts that have a report type renewed. */
export async function findRenewingAccounts(db: Db): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select account_id from account_report_types where renew_after_months is not null
    union select account_id from renewal_plans
    union select account_id from stated_people order by account_id`);
  return rows.map(({ account_id }) => account_id);
}

/** The newest complete report of its type about a person. */
export interface HeldReportRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly position: number;
  readonly report_type_id: number;
  readonly completed_on: IsoDate;
  /** null if it is not renewed: its type never is, or as `renewal` says. */
  readonly renew_on: IsoDate | null;
  /** `ended`: the person has left, or was found not suitable. */
  readonly renewal: 'monitored' | 'ended' | null;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
  readonly report_id: string;
  /** Of a right to work: the last day of the permission that was found; null if none ends. */
  readonly permission_ends_on: IsoDate | null;
}

/**
 * Of everybody who is not erased, in the order of their orders. @param after the last row of the part before
 * @param applicantIds only of these
 */
export function findHeldReports(
  db: Db,
  scope: OrderScope,
  page:
    | { readonly after: HeldReportRow | undefined; readonly limit: number }
    | { readonly applicantIds: readonly string[] },
): Promise<HeldReportRow[]> {
  return db.rows<HeldReportRow>(sql`
    select c.id as check_id, c.order_id, c.applicant_id, c.subsidiary_id, r.id as report_id, r.position,
      r.report_type_id, ${completedOn}::text as completed_on, r.permission_ends_on::text as permission_ends_on,
      case when ${isRenewed} then ${renewOn(scope.accountId)}::text end as renew_on,
      case when r.renewals_ended_at is not null then 'ended' when r.monitor is not null then 'monitored' end as renewal
    from checks c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and a.erased_at is null
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      and c.status = 'complete' and not ${isCheckRestricted} and r.status = 'complete' and r.renewed_by is null
      ${'applicantIds' in page ? sql`and c.applicant_id = any (${page.applicantIds}::uuid[])` : sql``}
      ${'after' in page && page.after !== undefined ? sql`and (c.order_id, r.position) > (${page.after.order_id}, ${page.after.position})` : sql``}
    order by c.order_id, r.position ${'limit' in page ? sql`limit ${rawSql(String(page.limit))}` : sql``}`);
}
