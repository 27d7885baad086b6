// Rows of the work on a report: its due date, its priority, and for whom it waited.
import type { Tenant } from '../../context.ts';
import type { DelayReason } from '../../messages/en-delays.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';

/** What is undefined stays. Returns the row as it was before the change. */
export function updateWork(
  db: Db,
  tenant: Tenant,
  reportId: string,
  {
    dueOn,
    priority,
    reason,
  }: { readonly dueOn?: string | null; readonly priority?: 0 | 1; readonly reason?: DelayReason | undefined },
): Promise<{ readonly due_on: string | null; readonly priority: 0 | 1 } | undefined> {
  return db.row(sql`
    with before as (
      select account_id, environment, id, due_on, priority,
        case when ${dueOn !== undefined}::boolean then ${dueOn ?? null}::date else due_on end as due_on_after
      from reports
      where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${reportId}
      for update
    ), changed as (
      update reports r set due_on = b.due_on_after, priority = coalesce(${priority ?? null}::smallint, r.priority),
        due_on_is_set = r.due_on_is_set or r.due_on is distinct from b.due_on_after,
        first_due_on = case when r.due_on is distinct from b.due_on_after then coalesce(r.first_due_on, r.due_on)
          else r.first_due_on end,
        delay_reason = coalesce(${reason ?? null}, r.delay_reason)
      from before b
      where (r.account_id, r.environment, r.id) = (b.account_id, b.environment, b.id)
    )
    select due_on, priority from before`);
}

/** Of those of the reports that have another reason, or none. */
export const updateDelayReasons = (
  db: Db,
  tenant: Tenant,
  reportIds: readonly string[],
  reason: DelayReason,
): Promise<{ readonly id: string; readonly check_id: string }[]> =>
  db.rows(sql`
    update reports set delay_reason = ${reason}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = any (${reportIds}::uuid[])
      and delay_reason is distinct from ${reason}
    returning id, check_id`);

export interface WaitRow {
  readonly waiting_for: WaitingFor;
  readonly started_at: Date;
  readonly ended_at: Date | null;
}

export function findWaits(db: Db, tenant: Tenant, reportId: string): Promise<WaitRow[]> {
  return db.rows<WaitRow>(sql`
    select waiting_for, started_at, ended_at from report_waits
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by started_at, cause_id`);
}
