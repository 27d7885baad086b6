// The condition by which lists find who works, or is to start, before their screening is complete; `conditionOf` is the same of one.
import type { OrderScope } from '../../context.ts';
import { type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { rightToWorkNames } from '../reports/right-to-work-rules.ts';

/** Of starts `s` with their checks `c`; nobody who is restricted. */
export const fromConditionalStarts = (scope: OrderScope): Sql => sql`
  from work_starts s
  join checks c on (c.account_id, c.environment, c.id) = (s.account_id, s.environment, s.check_id)
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and s.complete_by is not null
    and c.status in ('awaiting_applicant', 'in_progress', 'on_hold') and not ${isCheckRestricted}
    -- One that was complete meanwhile has met the condition, also if it is open again.
    and (c.reopened_at is null or c.reopened_at < s.recorded_at)
    ${scope.subsidiaryId === null ? sql`` : sql`and c.subsidiary_id = ${scope.subsidiaryId}`}`;

/** `rightToWorkLack` of a check `c`: null where somebody may start. */
export const rightToWorkLackOf = (scope: OrderScope): Sql => sql`(
  select case when count(*) = 0 then 'missing'
    when bool_or(r.status = 'complete' and r.result = 'clear') then null
    when bool_or(r.status <> 'complete') then 'open' else 'not_clear' end
  from reports r
  where r.account_id = ${scope.accountId} and r.environment = ${scope.environment} and r.check_id = c.id
    and r.name = any (${[...rightToWorkNames]}::text[])
    and r.status in ('awaiting_data', 'paused', 'awaiting_approval', 'complete'))`;
