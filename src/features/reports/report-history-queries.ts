// Queries the durations of an account's complete reports, for the open reports of a check.
import type { Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface OpenReportRow {
  readonly id: string;
  readonly requested_on: string | null;
  readonly due_on: string | null;
  readonly completed: number;
  /** Both null if no report is complete. */
  readonly median_days: number | null;
  readonly p90_days: number | null;
}

/** The number of newest complete reports of a type that count. */
const newest = 200;

/** Reads the newest complete reports of each type from an index of their own. */
export function findOpenReports(db: Db, tenant: Tenant, checkId: string): Promise<OpenReportRow[]> {
  return db.rows<OpenReportRow>(sql`
    select r.id, (r.requested_at at time zone 'Europe/London')::date as requested_on, r.due_on,
      h.completed, h.median_days, h.p90_days
    from reports r
    cross join lateral (
      select count(*)::integer as completed,
        percentile_disc(0.5) within group (order by c.days) as median_days,
        percentile_disc(0.9) within group (order by c.days) as p90_days
      from (
        select (o.completed_at at time zone 'Europe/London')::date
          - (o.requested_at at time zone 'Europe/London')::date as days
        from reports o
        where o.account_id = ${tenant.accountId} and o.environment = ${tenant.environment} and o.report_type_id = r.report_type_id
          and o.status = 'complete'
        order by o.completed_at desc limit ${newest}
      ) c
    ) h
    where r.account_id = ${tenant.accountId} and r.environment = ${tenant.environment} and r.check_id = ${checkId}
      and r.status in ('awaiting_data', 'paused', 'awaiting_approval')
    order by r.position`);
}
