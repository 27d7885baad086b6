// Who is restricted: the one condition that every rule, list and job asks.
import type { Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';

/** Whether somebody who is not erased has a restriction in one of these states. @param person the columns of account, environment and applicant */
export const hasRestriction = (person: Sql, states: Sql): Sql => sql`exists (
  select from restrictions x
  join applicants restricted
    on (restricted.account_id, restricted.environment, restricted.id) = (x.account_id, x.environment, x.applicant_id)
  where (x.account_id, x.environment, x.applicant_id) = (${person}) and x.status in (${states})
    and restricted.erased_at is null)`;

export const isRestrictedSql = (person: Sql): Sql => hasRestriction(person, sql`'in_force'`);

/** Of a check `c`. */
export const isCheckRestricted: Sql = isRestrictedSql(sql`c.account_id, c.environment, c.applicant_id`);

/** In a transaction that holds the applicant or one of their checks, nobody restricts them or lifts it meanwhile. */
export async function isRestricted(db: Db, tenant: Tenant, applicantId: string): Promise<boolean> {
  const row = await db.row<{ restricted: boolean }>(sql`
    select ${isRestrictedSql(sql`${tenant.accountId}::uuid, ${tenant.environment}::environment, ${applicantId}::uuid`)} as restricted`);
  return row!.restricted;
}
