// Rows of ticked tasks: only ever inserted; the newest of a task counts.
import type { Actor, Tenant } from '../../context.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface TickRow {
  readonly task: string;
  readonly is_done: boolean;
  readonly ticked_by: Actor;
  readonly ticked_at: Date;
}

/** The newest tick of each task. */
export function findTicks(db: Db, tenant: Tenant, reportId: string): Promise<TickRow[]> {
  return db.rows<TickRow>(sql`
    select distinct on (task) task, is_done, ticked_by, ticked_at from report_task_ticks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and report_id = ${reportId}
    order by task, ticked_at desc, id desc`);
}

export async function insertTicks(
  db: Db,
  tenant: Tenant,
  reportId: string,
  ticks: readonly (TickRow & { readonly id: string })[],
): Promise<void> {
  await db.run(sql`
    insert into report_task_ticks (account_id, environment, id, report_id, task, is_done, ticked_by, ticked_at)
    select ${tenant.accountId}, ${tenant.environment}, t.id, ${reportId}, t.task, t.is_done, t.ticked_by, t.ticked_at
    from jsonb_to_recordset(${JSON.stringify(ticks)}::jsonb)
      as t(id uuid, task text, is_done boolean, ticked_by text, ticked_at timestamptz)`);
}
