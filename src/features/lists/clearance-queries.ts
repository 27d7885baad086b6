// What says of checks, beside their own rows, whether their candidates are cleared, and when and on which condition they start.
import type { Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { isDisputed } from '../checks/dispute-queries.ts';
import { lacksDecision } from '../client-decisions/undecided-queries.ts';
import { type Days, isGone, isNotCleared } from '../work-starts/work-start-queries.ts';

export interface ClearanceRow {
  readonly id: string;
  /** The newest; null if none was made. */
  readonly decision: ClientDecision | null;
  /** What came of its conditions, and by when they are to be met; null where no day was set. */
  readonly conditions: 'met' | 'not_met' | null;
  readonly conditions_by: IsoDate | null;
  readonly is_disputed: boolean;
  readonly starts_on: IsoDate | null;
  /** By when the screening must be complete of somebody who may start before it is; null for others. */
  readonly complete_by: IsoDate | null;
  readonly agreed_at: Date | null;
  readonly has_left: boolean;
}

/** Of a check `c`; null if none was made. */
const newest = (column: 'id' | 'decision') => sql`(
  select d.${rawSql(column)} from client_decisions d
  where (d.account_id, d.environment, d.check_id) = (c.account_id, c.environment, c.id)
  order by d.decided_at desc, d.id desc limit 1)`;
const newestDecision = newest('decision');

/** Of a check `c`, the conditions of its newest decision. */
const conditionsOf = (column: 'outcome' | 'due_on') => sql`(
  select f.${rawSql(column)} from decision_follow_ups f
  where (f.account_id, f.environment, f.check_id) = (c.account_id, c.environment, c.id) and f.kind = 'conditions'
    and f.decision_id = ${newest('id')})`;

export interface UnclearedDays extends Days {
  /** The checks of who works, or is to start, without a right to work, as the rule judged it. */
  readonly withoutRight: readonly string[];
}

/** Of a check `c` and its start `s`: the first day is one of these, and the rule `clearanceOf` clears nobody. */
export const isNotClearedStart = (tenant: Tenant, { from, until, withoutRight }: UnclearedDays): Sql => sql`(
  s.starts_on between ${from}::date and ${until}::date and not ${isCheckRestricted} and ${isNotClearedCheck(tenant, withoutRight)})`;

/** Of a check `c` that is neither withdrawn nor cancelled. */
export const isNotClearedCheck = (tenant: Tenant, withoutRight: readonly string[]): Sql => sql`(
  (${isNotCleared} or ${lacksDecision} or c.id = any (${withoutRight}::uuid[]) or (c.status = 'complete' and case
    when c.decided_at is null then c.result = 'clear' and ${isDisputed(tenant)}
    else ${newestDecision} = 'not_suitable' or coalesce(${conditionsOf('outcome')} = 'not_met', false) end))
  and (not ${isGone(tenant)} or ${newestDecision} = 'not_suitable'))`;

export function findClearances(db: Db, tenant: Tenant, checkIds: readonly string[]): Promise<ClearanceRow[]> {
  return db.rows<ClearanceRow>(sql`
    select c.id, ${isDisputed(tenant)} as is_disputed, w.starts_on::text as starts_on,
      w.complete_by::text as complete_by, w.agreed_at, ${isGone(tenant)} as has_left, ${newestDecision} as decision,
      ${conditionsOf('outcome')} as conditions, ${conditionsOf('due_on')}::text as conditions_by
    from checks c
    left join work_starts w on (w.account_id, w.environment, w.check_id) = (c.account_id, c.environment, c.id)
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = any (${checkIds}::uuid[])`);
}
