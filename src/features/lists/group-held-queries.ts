// What the other subsidiaries of a client checked of somebody who works at one: one check counts at each place.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { fromPlacesOf } from '../applicants/person-place-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { type CriminalLevel, levels, type RecordKind } from '../stated-staff/record-kind-rules.ts';
import { isReportOfKind, kindOfReport } from './record-person-queries.ts';
import { renewOnElsewhere } from './renewal-queries.ts';

/**
 * The complete, clear reports `r` of checks `c` of a person `p` that the reader does not see, and that no newer one replaced:
 * who works where the reader sees them. What was found otherwise is not said there, and counts as missing.
 */
export const fromGroup = (scope: OrderScope): Sql =>
  scope.subsidiaryIds === null
    ? sql`from checks c, reports r where false`
    : sql`
  from checks c join reports r on (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
  where c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.applicant_id = p.applicant_id
    and not coalesce(${isOfScope(scope, sql`c.subsidiary_id`)}, false) and c.status not in ('withdrawn', 'cancelled')
    and not ${isCheckRestricted} and r.status = 'complete' and r.result = 'clear' and r.renewed_by is null
    and r.unconfirmed = '{}' and r.excuse is distinct from 'none'
    and exists (select ${fromPlacesOf(scope, sql`c.account_id, c.environment, c.applicant_id`)})`;

export const isHeldInGroup = (scope: OrderScope, kind: RecordKind, level: CriminalLevel | null): Sql =>
  sql`exists (select ${fromGroup(scope)} and ${isReportOfKind('r', kind, level ?? undefined)})`;

export interface GroupHeldRow {
  readonly applicant_id: string;
  readonly kind: RecordKind;
  readonly level: CriminalLevel | null;
  readonly completed_on: IsoDate;
  /** Of a right to work. */
  readonly permission_ends_on: IsoDate | null;
  readonly renew_on: IsoDate | null;
}

const levelOf: Sql = levels
  .toReversed()
  .reduce((all, level) => sql`${all} when ${isReportOfKind('r', 'criminal_record', level)} then ${level}::text`, sql``);

/** Of the kinds of the record, the newest first; nothing else of the orders. */
export function findGroupHeld(db: Db, scope: OrderScope, applicantIds: readonly string[]): Promise<GroupHeldRow[]> {
  if (scope.subsidiaryIds === null) return Promise.resolve([]);
  return db.rows<GroupHeldRow>(sql`
    select h.* from (select unnest(${applicantIds}::uuid[]) as applicant_id) p
    cross join lateral (
      select distinct on (k.kind) p.applicant_id, k.kind,
        case when k.kind = 'criminal_record' then case ${levelOf} end end as level,
        (r.first_completed_at at time zone 'Europe/London')::date::text as completed_on,
        r.permission_ends_on::text as permission_ends_on, ${renewOnElsewhere(scope.accountId)}::text as renew_on
      from (select c.id as check_id, r.id as report_id ${fromGroup(scope)}) g
      join checks c on c.account_id = ${scope.accountId} and c.environment = ${scope.environment} and c.id = g.check_id
      join reports r on r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and r.id = g.report_id
      cross join lateral (
        select ${kindOfReport('r')} as kind
        union select 'barred_list' where ${isReportOfKind('r', 'barred_list')}
      ) k
      where k.kind is not null
      order by k.kind, c.order_id desc, r.position desc
    ) h`);
}
