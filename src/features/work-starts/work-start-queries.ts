// Parts of queries that read the starts of work of an account together with their checks.
import type { OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';

/** Of starts `s` with their checks `c`; nobody who is restricted. */
export const fromStarts = (scope: OrderScope): Sql => sql`
  from work_starts s
  join checks c on (c.account_id, c.environment, c.id) = (s.account_id, s.environment, s.check_id)
  where s.account_id = ${scope.accountId} and s.environment = ${scope.environment} and not ${isCheckRestricted}
    and ${isOfScope(scope, sql`c.subsidiary_id`)}`;

/** Of a check `c`: the screening goes on. */
export const isNotCleared = sql`c.status in ('awaiting_applicant', 'in_progress', 'on_hold')`;

/** `conditionOf` is the same of one. */
export const isConditionalStart = sql`(s.complete_by is not null and ${isNotCleared}
  -- One that was complete meanwhile has met the condition, also if it is open again.
  and (c.reopened_at is null or c.reopened_at < s.agreed_at))`;

/** Somebody said that they started, or may before the screening is complete: more than a plan. */
export const isRecordedStart = (start: Sql): Sql => sql`(${start}.has_started or ${start}.complete_by is not null)`;

export interface Days {
  readonly from: IsoDate;
  readonly until: IsoDate;
}

/** They started while the screening went on, nobody had agreed to it, and nobody has said since how that risk is managed, or that they stopped. */
export const isUnagreedStart = sql`(s.without_clearance and s.complete_by is null and s.stopped_on is null and ${isNotCleared} and c.reopened_at is null)`;

/** They started without clearance, and stopped until they are cleared. `stopOf` is the same of one. */
export const isStopped = sql`(s.stopped_on is not null and ${isNotCleared} and c.reopened_at is null)`;

/** Of who starts in these days. */
const isUnclearedStart = ({ from, until }: Days): Sql =>
  sql`(not s.has_started and s.starts_on between ${from}::date and ${until}::date and ${isNotCleared})`;

/** Who may start before the screening is complete is at no risk. */
export const isStartAtRisk = (days: Days): Sql => sql`(${isUnclearedStart(days)} and s.complete_by is null)`;

/** Of a check `c`: the client said that the person left, or found them not suitable. */
export const isGone = (tenant: Tenant): Sql => sql`exists (
  select from reports r
  where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = c.id
    and r.renewals_ended_at is not null)`;

/**
 * Of a report and its check, by their aliases: the person left after it, or was found not suitable, and every order that the
 * client works with now was placed later. Nothing of that time says anything of somebody who comes back.
 */
export function isOfEarlierWork(tenant: Tenant, report: string, check: string): Sql {
  const [r, c] = [rawSql(report), rawSql(check)];
  return sql`(${r}.renewals_ended_at is not null and not exists (
    select from checks kept
    where kept.account_id = ${tenant.accountId} and kept.environment = ${tenant.environment} and kept.applicant_id = ${c}.applicant_id
      and kept.status not in ('withdrawn', 'cancelled') and kept.created_at <= ${r}.renewals_ended_at
      and not exists (
        select from reports over
        where (over.account_id, over.environment, over.check_id) = (kept.account_id, kept.environment, kept.id)
          and over.renewals_ended_at is not null)))`;
}

/** The planned day has passed, and nobody said whether they started; whoever is gone does not. */
export const isStartUnconfirmed = (
  tenant: Tenant,
  today: IsoDate,
): Sql => sql`(not s.has_started and s.starts_on < ${today}::date
  and c.status in ('awaiting_applicant', 'in_progress', 'on_hold', 'complete') and not ${isGone(tenant)})`;
