// What clients state of their staff's screening elsewhere, as far as no complete report of ours replaces it.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isOfScopeOrPlace } from '../applicants/person-place-queries.ts';
import { isRestrictedSql } from '../applicants/restriction-queries.ts';
import type { RecordKind } from '../stated-staff/record-kind-rules.ts';
import { fromReports, kindOfReport, standsForStated } from './record-person-queries.ts';

/** The people `s` who were brought in, and whom the reader sees. */
export const fromStatedPeople = (scope: OrderScope): Sql => sql`
  from stated_people s
  join applicants a on (a.account_id, a.environment, a.id) = (s.account_id, s.environment, s.applicant_id)
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and a.erased_at is null
    and ${isOfScope(scope, sql`s.subsidiary_id`)}
    and not ${isRestrictedSql(sql`s.account_id, s.environment, s.applicant_id`)}`;

/** Who was brought in, has no order and has not left, by id. @param personKeys they have all of these; undefined for everybody */
export async function findStatedOnly(
  db: Db,
  scope: OrderScope,
  { personKeys, limit }: { readonly personKeys: readonly string[] | undefined; readonly limit: number },
): Promise<string[]> {
  const isNamed =
    personKeys === undefined
      ? sql`true`
      : sql`cardinality(${personKeys}::bigint[]) > 0 and s.applicant_id in (
          select applicants_with_keys(${scope.accountId}, ${scope.environment}, ${personKeys}::bigint[]))`;
  const rows = await db.rows<{ readonly applicant_id: string }>(sql`
    select s.applicant_id ${fromStatedPeople(scope)} and s.left_at is null and ${isNamed} and not exists (
      select from checks c
      where (c.account_id, c.environment, c.applicant_id) = (s.account_id, s.environment, s.applicant_id))
    order by s.stated_at desc, s.applicant_id limit ${limit}`);
  return rows.map(({ applicant_id }) => applicant_id);
}

/** The shortest time of the report types of its kind: of who has the job role, else of the account. */
const statedMonths = (scope: OrderScope): Sql => sql`coalesce((
  select min(nullif(t.months, 0))::integer from renewal_plans t
  where t.account_id = ${scope.accountId} and t.job_keys && sp.job_keys and ${kindOfReport('t')} = s.kind
), (
  select min(t.renew_after_months)::integer from account_report_types t
  where t.account_id = ${scope.accountId} and ${kindOfReport('t')} = s.kind))`;

/** When it must be renewed: when it expires, or after those months. */
const statedRenewOn = (scope: OrderScope): Sql => sql`coalesce(s.expires_on, (s.completed_on + make_interval(
  months => ${statedMonths(scope)}))::date)`;

/** Of a person `p`, as `s`, with the day of the renewal as `d.renew_on`. */
export const fromStated = (scope: OrderScope): Sql => sql`
  from stated_reports s
  join stated_people sp on (sp.account_id, sp.environment, sp.applicant_id) = (s.account_id, s.environment, s.applicant_id)
  cross join lateral (select ${statedRenewOn(scope)} as renew_on) d
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and s.applicant_id = p.applicant_id
    and ${isOfScopeOrPlace(scope, sql`sp.subsidiary_id`, sql`sp.account_id, sp.environment, sp.applicant_id`)}
    and not exists (
      select ${fromReports(scope)} and r.status = 'complete' and ${standsForStated('r')})`;

export interface StatedHeldRow {
  readonly applicant_id: string;
  readonly kind: RecordKind;
  /** null if it is not renewed. */
  readonly renew_on: IsoDate | null;
}

export function findStatedHeld(db: Db, scope: OrderScope, applicantIds: readonly string[]): Promise<StatedHeldRow[]> {
  return db.rows<StatedHeldRow>(sql`
    select h.applicant_id, h.kind, h.renew_on
    from (select unnest(${applicantIds}::uuid[]) as applicant_id) p
    cross join lateral (select s.applicant_id, s.kind, d.renew_on::text as renew_on ${fromStated(scope)}) h`);
}
