// The complete reports that are due for renewal: their type is renewed after some months, and no newer one is complete.

import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
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
  readonly applicantId?: string | undefined;
  readonly checkIds?: readonly string[] | undefined;
}

/** Of a report `r` of a type `t` of the account. */
const completedOn = sql`(r.first_completed_at at time zone 'Europe/London')::date`;
export const renewOn = sql`(${completedOn} + make_interval(months => t.renew_after_months))::date`;

/** Of a report `r`: it is to be done again. One that is monitored is asked again by itself. */
export const isRenewed = sql`
  r.status = 'complete' and r.renewed_by is null and r.renewals_ended_at is null and r.monitor is null`;

/** Of each report type the first that are due; more than a page or a count shows of people. */
const ofEachType = 500;

/**
 * Nobody is screened again while they are being screened. Months are counted from the first result: a correction is no new screening. The condition on `first_completed_at` reads the
 * index; it is a few days wider, because months have different lengths.
 */
const dueReports = (scope: OrderScope, { until, applicantId, checkIds }: RenewalFilter): Sql => sql`
  select r.*
  from account_report_types t
  cross join lateral (
    select c.id as check_id, c.order_id, c.applicant_id, c.subsidiary_id, r.id as report_id, r.report_type_id,
      r.position,
      ${completedOn} as completed_on, ${renewOn} as renew_on
    from reports r
    join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
    where r.account_id = t.account_id and r.environment = ${scope.environment} and r.report_type_id = t.report_type_id
      and r.first_completed_at < ${until}::date + 5 - make_interval(months => t.renew_after_months)
      and ${isRenewed} and c.status = 'complete' and not ${isCheckRestricted}
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      ${applicantId === undefined ? sql`` : sql`and c.applicant_id = ${applicantId}`}
      ${checkIds === undefined ? sql`` : sql`and c.id = any (${checkIds}::uuid[])`}
      and not exists (
        select from checks open
        where (open.account_id, open.environment, open.applicant_id) = (c.account_id, c.environment, c.applicant_id)
          and open.status in ('awaiting_applicant', 'in_progress', 'on_hold'))
    order by r.first_completed_at limit ${rawSql(String(ofEachType))}
  ) r
  where t.account_id = ${scope.accountId} and t.renew_after_months is not null and r.renew_on <= ${until}`;

/** By the day on which the first report of a check is due. */
export function findRenewals(db: Db, scope: OrderScope, filter: RenewalFilter, limit: number): Promise<RenewalRow[]> {
  return db.rows<RenewalRow>(sql`
    select check_id, order_id, applicant_id, subsidiary_id, min(renew_on)::text as renew_on,
      json_agg(json_build_object('id', report_id, 'report_type_id', report_type_id, 'completed_on', completed_on,
        'renew_on', renew_on) order by position) as reports
    from (${dueReports(scope, filter)}) due
    group by check_id, order_id, applicant_id, subsidiary_id
    order by min(renew_on), order_id limit ${rawSql(String(limit))}`);
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
      select applicant_id from (${dueReports(scope, filter)}) due
      union select p.applicant_id ${dueStated(scope, filter)} limit ${atMost}
    ) counted`);
  return row!.count;
}

/** The accounts that have a report type renewed. */
export async function findRenewingAccounts(db: Db): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select account_id from account_report_types where renew_after_months is not null
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
      case when r.monitor is null and r.renewals_ended_at is null then ${renewOn}::text end as renew_on,
      case when r.renewals_ended_at is not null then 'ended' when r.monitor is not null then 'monitored' end as renewal
    from checks c
    join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
    join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
    left join account_report_types t on (t.account_id, t.report_type_id) = (r.account_id, r.report_type_id)
    where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and a.erased_at is null
      and ${isOfScope(scope, sql`c.subsidiary_id`)}
      and c.status = 'complete' and not ${isCheckRestricted} and r.status = 'complete' and r.renewed_by is null
      ${'applicantIds' in page ? sql`and c.applicant_id = any (${page.applicantIds}::uuid[])` : sql``}
      ${'after' in page && page.after !== undefined ? sql`and (c.order_id, r.position) > (${page.after.order_id}, ${page.after.position})` : sql``}
    order by c.order_id, r.position ${'limit' in page ? sql`limit ${rawSql(String(page.limit))}` : sql``}`);
}
