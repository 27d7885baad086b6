// The complete reports that are due for renewal: their type is renewed after some months, and nothing newer is there.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';

export interface RenewalRow {
  readonly check_id: string;
  readonly order_id: number;
  readonly applicant_id: string;
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

/**
 * A report that is monitored is asked again by itself. Nobody is renewed who has left, was erased, or was found not
 * suitable. Months are counted from the first result: a correction is no new screening. The first condition on it reads
 * the index of complete reports; it is a few days wider, because months have different lengths.
 */
const dueReports = (scope: OrderScope, { until, applicantId, checkIds }: RenewalFilter): Sql => sql`
  select c.id as check_id, c.order_id, c.applicant_id, r.id as report_id, r.report_type_id, r.position,
    (r.first_completed_at at time zone 'Europe/London')::date as completed_on, due.renew_on
  from account_report_types t
  join reports r on r.account_id = t.account_id and r.environment = ${scope.environment}
    and r.report_type_id = t.report_type_id
    and r.first_completed_at < ${until}::date + 5 - make_interval(months => t.renew_after_months)
  cross join lateral (
    select ((r.first_completed_at at time zone 'Europe/London')::date + make_interval(months => t.renew_after_months))::date as renew_on
  ) due
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)
  join applicants a on (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id)
  where t.account_id = ${scope.accountId} and t.renew_after_months is not null
    and r.status = 'complete' and r.monitor is null and due.renew_on <= ${until}
    ${scope.subsidiaryId === null ? sql`` : sql`and c.subsidiary_id = ${scope.subsidiaryId}`}
    ${applicantId === undefined ? sql`` : sql`and c.applicant_id = ${applicantId}`}
    ${checkIds === undefined ? sql`` : sql`and c.id = any (${checkIds}::uuid[])`}
    and a.erased_at is null and a.renewals_ended_at is null
    and not exists (
      select from client_decisions d
      where (d.account_id, d.environment, d.check_id, d.decided_at) = (c.account_id, c.environment, c.id, c.decided_at)
        and d.decision = 'not_suitable')
    and not exists (
      select from checks newer
      join reports n on (n.account_id, n.environment, n.check_id) = (newer.account_id, newer.environment, newer.id)
      where (newer.account_id, newer.environment, newer.applicant_id) = (c.account_id, c.environment, c.applicant_id)
        and newer.order_id > c.order_id and n.report_type_id = r.report_type_id
        and n.status not in ('withdrawn', 'cancelled'))`;

/** By the day on which the first report of a check is due. @param after the last one of the page before */
export function findRenewals(
  db: Db,
  scope: OrderScope,
  filter: RenewalFilter,
  page: { readonly after?: Pick<RenewalRow, 'renew_on' | 'order_id'> | undefined; readonly limit: number },
): Promise<RenewalRow[]> {
  const { after } = page;
  return db.rows<RenewalRow>(sql`
    with due as (${dueReports(scope, filter)})
    select check_id, order_id, applicant_id, min(renew_on)::text as renew_on,
      json_agg(json_build_object('id', report_id, 'report_type_id', report_type_id, 'completed_on', completed_on,
        'renew_on', renew_on) order by position) as reports
    from due
    group by check_id, order_id, applicant_id
    ${after === undefined ? sql`` : sql`having (min(renew_on), order_id) > (${after.renew_on}::date, ${after.order_id}::bigint)`}
    order by min(renew_on), order_id limit ${rawSql(String(page.limit))}`);
}

/** How many checks have reports that are due, counted up to `atMost`. */
export async function countRenewals(db: Db, scope: OrderScope, filter: RenewalFilter, atMost: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*) as count from (
      select distinct check_id from (${dueReports(scope, filter)}) due limit ${atMost}
    ) counted`);
  return row!.count;
}

/** The accounts that have a report type renewed. */
export async function findRenewingAccounts(db: Db): Promise<string[]> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct account_id from account_report_types where renew_after_months is not null order by account_id`);
  return rows.map(({ account_id }) => account_id);
}
