// Queries the durations of an account's complete reports, for the open reports of a check.
import type { Tenant } from '../../context.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import { isOursAndOpen, promisedDay } from './late-queries.ts';
import type { WaitingFor } from './wait-store.ts';

export interface TypeDurations {
  readonly completed: number;
  /** Both null if no report is complete. */
  readonly median_days: number | null;
  readonly p90_days: number | null;
}

export interface OpenReportRow extends TypeDurations {
  readonly id: string;
  readonly began_on: string | null;
  readonly due_on: string | null;
  readonly due_on_is_set: boolean;
  readonly waiting_for: WaitingFor | null;
  /** When it was due, while we work on it; null otherwise. */
  readonly promised_on: string | null;
  readonly delay_reason: DelayReason | null;
  readonly is_paused: boolean;
}

/** The number of newest complete reports of a type that count. */
const newest = 200;

/** The durations until the first result of the newest reports of a type, from an index of their own; `k` names the account, the environment and the type. */
export const durations = sql`
  select count(*)::integer as completed,
    percentile_disc(0.5) within group (order by c.days) as median_days,
    percentile_disc(0.9) within group (order by c.days) as p90_days
  from (
    select (o.first_completed_at at time zone 'Europe/London')::date
      - (o.requested_at at time zone 'Europe/London')::date as days
    from reports o
    where o.account_id = k.account_id and o.environment = k.environment and o.report_type_id = k.report_type_id
      and o.first_completed_at is not null
    order by o.first_completed_at desc limit ${newest}
  ) c`;

export function findOpenReports(db: Db, tenant: Tenant, checkId: string): Promise<OpenReportRow[]> {
  return db.rows<OpenReportRow>(sql`
    select k.id, (
        select ${promisedDay} from reports r
        where (r.account_id, r.environment, r.id) = (k.account_id, k.environment, k.id) and ${isOursAndOpen}
      ) as promised_on, k.delay_reason, k.status = 'paused' as is_paused, (coalesce(k.reopened_at, k.requested_at) at time zone 'Europe/London')::date as began_on, k.due_on,
      k.due_on_is_set, k.waiting_for, h.completed, h.median_days, h.p90_days
    from reports k
    cross join lateral (${durations}) h
    where k.account_id = ${tenant.accountId} and k.environment = ${tenant.environment} and k.check_id = ${checkId}
      and k.status in ('awaiting_data', 'paused', 'awaiting_approval')
    order by k.position`);
}
