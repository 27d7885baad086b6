// Rows of the first days of work, one for each check.
import type { Actor, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { WorkStart } from './work-start-rules.ts';

interface WorkStartRow {
  readonly id: string;
  readonly starts_on: IsoDate;
  readonly has_started: boolean;
  readonly without_clearance: boolean;
  readonly complete_by: IsoDate | null;
  readonly agreed_at: Date | null;
  readonly stopped_on: IsoDate | null;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
}

export async function findWorkStart(db: Db, tenant: Tenant, checkId: string): Promise<WorkStart | undefined> {
  const row = await db.row<WorkStartRow>(sql`
    select id, starts_on, has_started, without_clearance, complete_by, agreed_at, stopped_on, recorded_by,
      recorded_at from work_starts
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
  return (
    row && {
      ...{ id: row.id, startsOn: row.starts_on, hasStarted: row.has_started },
      withoutClearance: row.without_clearance,
      ...{ completeBy: row.complete_by, agreedAt: row.agreed_at, stoppedOn: row.stopped_on },
      ...{ recordedBy: row.recorded_by, recordedAt: row.recorded_at },
    }
  );
}

/** Another one of the check replaces it, and keeps its id. */
export async function upsertWorkStart(db: Db, tenant: Tenant, checkId: string, start: WorkStart): Promise<void> {
  await db.run(sql`
    insert into work_starts (account_id, environment, check_id, id, starts_on, has_started, without_clearance, complete_by,
      agreed_at, stopped_on, recorded_by, recorded_at)
    values (${tenant.accountId}, ${tenant.environment}, ${checkId}, ${start.id}, ${start.startsOn}, ${start.hasStarted},
      ${start.withoutClearance}, ${start.completeBy}, ${start.agreedAt}, ${start.stoppedOn}, ${start.recordedBy}, ${start.recordedAt})
    on conflict (account_id, environment, check_id) do update
    set starts_on = excluded.starts_on, has_started = excluded.has_started, without_clearance = excluded.without_clearance,
      complete_by = excluded.complete_by,
      agreed_at = excluded.agreed_at, stopped_on = excluded.stopped_on, recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at`);
}

export async function deleteWorkStart(db: Db, tenant: Tenant, checkId: string): Promise<void> {
  await db.run(sql`
    delete from work_starts
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
}
