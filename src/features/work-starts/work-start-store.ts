// Rows of when people started work, one for each check.
import type { Actor, OrderScope, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, sql } from '../../platform/db/database.ts';
import { fromConditionalStarts } from '../start-risks/conditional-start-queries.ts';

export interface WorkStart {
  readonly id: string;
  readonly startsOn: IsoDate;
  /** By when the screening must be complete; null if it was when the start was recorded. */
  readonly completeBy: IsoDate | null;
  readonly recordedBy: Actor;
  readonly recordedAt: Date;
}

interface WorkStartRow {
  readonly id: string;
  readonly starts_on: IsoDate;
  readonly complete_by: IsoDate | null;
  readonly recorded_by: Actor;
  readonly recorded_at: Date;
}

export async function findWorkStart(db: Db, tenant: Tenant, checkId: string): Promise<WorkStart | undefined> {
  const row = await db.row<WorkStartRow>(sql`
    select id, starts_on, complete_by, recorded_by, recorded_at from work_starts
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
  return (
    row && {
      ...{ id: row.id, startsOn: row.starts_on, completeBy: row.complete_by },
      ...{ recordedBy: row.recorded_by, recordedAt: row.recorded_at },
    }
  );
}

export interface NewWorkStart extends WorkStart {
  readonly checkId: string;
}

/** Another one of the check replaces it, and keeps its id. */
export async function upsertWorkStart(db: Db, tenant: Tenant, start: NewWorkStart): Promise<void> {
  await db.run(sql`
    insert into work_starts (account_id, environment, check_id, id, starts_on, complete_by, recorded_by, recorded_at)
    values (${tenant.accountId}, ${tenant.environment}, ${start.checkId}, ${start.id}, ${start.startsOn},
      ${start.completeBy}, ${start.recordedBy}, ${start.recordedAt})
    on conflict (account_id, environment, check_id) do update
    set starts_on = excluded.starts_on, complete_by = excluded.complete_by, recorded_by = excluded.recorded_by,
      recorded_at = excluded.recorded_at`);
}

export async function deleteWorkStart(db: Db, tenant: Tenant, checkId: string): Promise<void> {
  await db.run(sql`
    delete from work_starts
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and check_id = ${checkId}`);
}

export interface ConditionalStart {
  readonly check_id: string;
  readonly order_id: number;
  readonly starts_on: IsoDate;
  readonly complete_by: IsoDate;
  readonly open_reports: number;
  readonly applicant_id: string;
  readonly subsidiary_id: string | null;
}

/** What must be complete first comes first. */
export function findConditionalStarts(db: Db, scope: OrderScope, limit: number): Promise<ConditionalStart[]> {
  return db.rows<ConditionalStart>(sql`
    select s.check_id, c.order_id, c.applicant_id, c.subsidiary_id, s.starts_on, s.complete_by, (
      select count(*)::integer from reports r
      where (r.account_id, r.environment, r.check_id) = (c.account_id, c.environment, c.id)
        and r.status in ('awaiting_data', 'paused', 'awaiting_approval')) as open_reports
    ${fromConditionalStarts(scope)}
    order by s.complete_by, c.order_id limit ${rawSql(String(limit))}`);
}

/** Counted up to `atMost`. */
export async function countConditionalStartRows(db: Db, scope: OrderScope, atMost: number): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from (select ${fromConditionalStarts(scope)} limit ${atMost}) counted`);
  return row!.count;
}
