// Reads who works, or is to start, and the reports by which their right to work is judged.
import type { OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { lacksComparison } from '../checks/comparison-queries.ts';
import { type RightToWorkReport, rightToWorkNames } from '../reports/right-to-work-rules.ts';
import { fromStarts, isGone, isOfEarlierWork, isRecordedStart, isStopped } from './work-start-queries.ts';

/**
 * Of a report `r` of a check `n`, and a check `c` whose order has none on the right to work in the UK: what is known of the person
 * counts, unless they had left since.
 */
const isOfEarlierOrder = (
  tenant: Tenant,
): Sql => sql`(r.name = 'right_to_work' and r.status = 'complete' and not ${isOfEarlierWork(tenant, 'r', 'n')} and not exists (
  select from reports own
  where (own.account_id, own.environment, own.check_id) = (c.account_id, c.environment, c.id)
    and own.name = 'right_to_work' and own.status not in ('cancelled', 'withdrawn')))`;

export interface JudgedStart {
  readonly check_id: string;
  readonly starts_on: IsoDate;
}

/**
 * Also of those whose screening is complete; nobody who left or was found not suitable, or stopped until they are cleared. Who starts only once the screening
 * is complete is judged from then on. Leaves out whose rights are all clear and last, so that years of starts are not judged.
 */
export function findStartsInDoubt(
  db: Db,
  scope: OrderScope,
  { today, asksComparison }: Asked & { readonly today: IsoDate },
): Promise<JudgedStart[]> {
  const names = sql`any (${[...rightToWorkNames]}::text[])`;
  return db.rows<JudgedStart>(sql`
    select s.check_id, s.starts_on ${fromStarts(scope)} and c.status not in ('withdrawn', 'cancelled')
      and (${isRecordedStart(rawSql('s'))} or c.status = 'complete')
      and not ${isGone(scope)} and not ${isStopped}
      and exists (
        select from checks n
        join reports r on (r.account_id, r.environment, r.check_id) = (n.account_id, n.environment, n.id) and r.name = ${names}
        where (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
          and (n.order_id >= c.order_id or ${isOfEarlierOrder(scope)})
          and not coalesce(r.status = 'complete' and r.result = 'clear'
            and coalesce(r.permission_ends_on >= greatest(s.starts_on, ${today}::date), true)
            and r.excuse is distinct from 'none' and not ${lacksAskedComparison(asksComparison)}, false))`);
}

/** Whether the client is asked who compared the person with the photograph. */
interface Asked {
  readonly asksComparison: boolean;
}

/** Of a report `r` of a check `n`. */
const lacksAskedComparison = (asksComparison: boolean): Sql =>
  sql`(${asksComparison}::boolean and r.name = 'right_to_work' and ${lacksComparison('r', 'n')})`;

/** The checks of a person that have a report on the right to work in the UK, in the order in which they were placed. */
export async function findChecksOfRight(db: Db, tenant: Tenant, applicantId: string): Promise<string[]> {
  const rows = await db.rows<{ readonly id: string }>(sql`
    select c.id from checks c
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment} and c.applicant_id = ${applicantId}
      and exists (
        select from reports r
        where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and r.name = 'right_to_work')
    order by c.order_id`);
  return rows.map(({ id }) => id);
}

/** As `rightOf` of the rule. */
export const isOfSameRight = (one: Sql, other: Sql): Sql =>
  sql`(${one}.name = ${other}.name and (${one}.name = 'right_to_work' or ${one}.variant = ${other}.variant))`;

interface RightToWorkRow extends RightToWorkReport {
  readonly checkId: string;
}

/**
 * The reports on the right to work by which each of these checks is judged, the newest last: its own, and the complete ones
 * on the same rights in later orders of the same person, which follow them up; without one of its own, those of any order.
 */
export async function findRightToWork(
  db: Db,
  tenant: Tenant,
  checkIds: readonly string[],
  { asksComparison }: Asked,
): Promise<ReadonlyMap<string, readonly RightToWorkReport[]>> {
  const names = sql`any (${[...rightToWorkNames]}::text[])`;
  const rows = await db.rows<RightToWorkRow>(sql`
    select c.id as "checkId", r.name, r.variant, r.status, r.result, n.order_id as "orderId", r.permission_ends_on::text as "permissionEndsOn",
      r.excuse, ${lacksAskedComparison(asksComparison)} as "lacksComparison"
    from checks c
    join checks n on (n.account_id, n.environment, n.applicant_id) = (c.account_id, c.environment, c.applicant_id)
    join reports r on (r.account_id, r.environment, r.check_id) = (n.account_id, n.environment, n.id) and r.name = ${names}
    where c.account_id = ${tenant.accountId} and c.environment = ${tenant.environment}
      and c.id = any (${checkIds}::uuid[])
      and (n.id = c.id or ${isOfEarlierOrder(tenant)} or (n.order_id > c.order_id and r.status = 'complete' and exists (
        select from reports own
        where (own.account_id, own.environment, own.check_id) = (c.account_id, c.environment, c.id)
          and ${isOfSameRight(rawSql('own'), rawSql('r'))} and own.status not in ('cancelled', 'withdrawn'))))
    order by n.order_id, r.position`);
  return Map.groupBy(rows, ({ checkId }) => checkId);
}
