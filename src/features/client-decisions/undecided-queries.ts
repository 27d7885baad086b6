// The condition by which lists find the checks that wait for the client's decision; `awaitsDecision` is the same of one.
import type { Tenant } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';

/** Of a check `c`: it has results that nobody has decided about, or signed off where the account asks for that. That of the index. */
export const lacksDecision: Sql = sql`
  c.status = 'complete' and (c.decided_at is null and (c.result = 'consider' or c.asks_decision) or c.decided_at < c.completed_at)`;

/** Of a check `c` whose candidate is neither erased nor restricted. The first part is that of the index, without parameters so that it is used. */
export const isUndecided = (tenant: Tenant): Sql => sql`
  ${lacksDecision}
  and not exists (
    select from applicants a
    where a.account_id = ${tenant.accountId} and a.environment = ${tenant.environment} and a.id = c.applicant_id
      and a.erased_at is not null)
  and not ${isCheckRestricted}`;
