// The part of a query that finds what a client is asked after its decisions: open, of people who are known and have not left.
import type { OrderScope } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';

/** Of a check `c` and a follow-up `f`: open, of somebody who has not left, is not restricted, and is known. */
const isAsked = sql`f.outcome is null and not ${isCheckRestricted} and c.status = 'complete'
  and not exists (
    select from reports r
    where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id) and r.renewals_ended_at is not null)
  and exists (
    select from applicants a
    where (a.account_id, a.environment, a.id) = (c.account_id, c.environment, c.applicant_id) and a.erased_at is null)`;

/** @param until only those that are due by this day */
export const fromOpenFollowUps = (scope: OrderScope, until: IsoDate | undefined): Sql => sql`
  from decision_follow_ups f
  join checks c on (c.account_id, c.environment, c.id) = (f.account_id, f.environment, f.check_id)
  where f.account_id = ${scope.accountId} and f.environment = ${scope.environment} and ${isAsked}
    ${until === undefined ? sql`` : sql`and f.due_on <= ${until}::date`}
    and ${isOfScope(scope, sql`c.subsidiary_id`)}`;
