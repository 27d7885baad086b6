// Rows of deadlines: what each feature wants to be called for, and when.
import type { Environment, Tenant } from '../../context.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { isCheckRestricted } from '../applicants/restriction-queries.ts';
import { calendarKinds } from './deadline.ts';

export interface DeadlineRow {
  readonly kind: string;
  readonly subject_id: string;
  readonly check_id: string;
  readonly report_id: string | null;
  readonly due_at: Date;
  readonly wanted_at: Date | null;
  readonly count: number;
}

const columns = sql`d.kind, d.subject_id, d.check_id, d.report_id, d.due_at, d.wanted_at, d.count`;

export interface DeadlineKey {
  readonly kind: string;
  readonly subjectId: string;
}

export interface NewDeadline extends DeadlineKey {
  readonly checkId: string;
  readonly reportId?: string | null;
  readonly dueAt: Date;
  readonly wantedAt?: Date | null;
}

/** The insert as a part of another feature's statement; `onlyChecks` limits it to deadlines of those checks. */
export const insertDeadlinesSql = (deadlines: readonly (Tenant & NewDeadline)[], onlyChecks: Sql): Sql => sql`
  insert into deadlines (account_id, environment, kind, subject_id, check_id, due_at, wanted_at)
  select d.account_id, d.environment, d.kind, d.subject_id, d.check_id, d.due_at, d.wanted_at
  from unnest(
    ${deadlines.map((deadline) => deadline.accountId)}::uuid[],
    ${deadlines.map((deadline) => deadline.environment)}::text[], ${deadlines.map((deadline) => deadline.kind)}::text[],
    ${deadlines.map((deadline) => deadline.subjectId)}::uuid[],
    ${deadlines.map((deadline) => deadline.checkId)}::uuid[], ${deadlines.map((deadline) => deadline.dueAt)}::timestamptz[],
    ${deadlines.map((deadline) => deadline.wantedAt ?? null)}::timestamptz[]
  ) as d(account_id, environment, kind, subject_id, check_id, due_at, wanted_at)
  where d.check_id in (${onlyChecks})`;

/** Does nothing where there is none. */
export async function updateWantedAt(db: Db, tenant: Tenant, key: DeadlineKey, wantedAt: Date | null): Promise<void> {
  await db.run(sql`
    update deadlines set wanted_at = ${wantedAt}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and kind = ${key.kind} and subject_id = ${key.subjectId}`);
}

/** Inserts the deadline, or moves it and keeps its count. */
export async function upsertDeadline(db: Db, tenant: Tenant, deadline: NewDeadline): Promise<void> {
  await db.run(sql`
    insert into deadlines (account_id, environment, kind, subject_id, check_id, report_id, due_at)
    values (${tenant.accountId}, ${tenant.environment}, ${deadline.kind}, ${deadline.subjectId}, ${deadline.checkId},
      ${deadline.reportId ?? null}, ${deadline.dueAt})
    on conflict (account_id, environment, kind, subject_id) do update set due_at = excluded.due_at, retry_at = null`);
}

export async function deleteDeadline(db: Db, tenant: Tenant, { kind, subjectId }: DeadlineKey): Promise<void> {
  await db.run(sql`
    delete from deadlines
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and kind = ${kind} and subject_id = ${subjectId}`);
}

export async function deleteDeadlinesAbout(db: Db, tenant: Tenant, subjectId: string): Promise<void> {
  await db.run(sql`
    delete from deadlines
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and subject_id = ${subjectId}`);
}

/** Moves the deadlines of the check, except those that follow the calendar. */
export async function moveDeadlines(db: Db, tenant: Tenant, checkId: string, byMs: number): Promise<void> {
  await db.run(sql`
    update deadlines set due_at = due_at + ${byMs} * interval '1 millisecond'
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and check_id = ${checkId} and kind <> all (${calendarKinds}::text[])`);
}

export function findDeadlinesOfCheck(db: Db, tenant: Tenant, checkId: string): Promise<DeadlineRow[]> {
  return db.rows<DeadlineRow>(sql`
    select ${columns} from deadlines d
    where d.account_id = ${tenant.accountId} and d.environment = ${tenant.environment} and d.check_id = ${checkId}
    order by d.due_at, d.kind`);
}

export interface DueDeadline extends DeadlineRow {
  readonly account_id: string;
  readonly environment: Environment;
  readonly clock_offset_seconds: number;
}

/** The deadlines of all accounts that are due, each by the clock of its data. Those of restricted people wait. */
export function findDueDeadlines(db: Db, now: Date, limit: number): Promise<DueDeadline[]> {
  return db.rows<DueDeadline>(sql`
    select ${columns}, a.id as account_id, e.environment, e.ahead as clock_offset_seconds
    from accounts a
    cross join lateral (
      values ('live'::environment, 0::bigint), ('test', a.test_clock_offset_seconds)
    ) e (environment, ahead)
    join lateral (
      select * from deadlines d
      where d.account_id = a.id and d.environment = e.environment
        and d.due_at <= ${now}::timestamptz + e.ahead * interval '1 second'
        and (d.retry_at is null or d.retry_at <= ${now})
        and not exists (
          select from checks c where (c.account_id, c.environment, c.id) = (d.account_id, d.environment, d.check_id)
            and ${isCheckRestricted})
      order by d.due_at limit ${limit}
    ) d on true
    order by d.due_at - e.ahead * interval '1 second', d.subject_id limit ${limit}`);
}

/** Locks the check, which every move of it locks first, then the deadline; undefined if it is not due at `now`. */
export async function takeDeadline(
  db: Db,
  tenant: Tenant,
  due: DueDeadline,
  now: Date,
): Promise<DeadlineRow | undefined> {
  await db.row(sql`
    select id from checks
    where account_id = ${tenant.accountId} and environment = ${tenant.environment} and id = ${due.check_id}
    for update`);
  return db.row<DeadlineRow>(sql`
    select ${columns} from deadlines d
    where d.account_id = ${tenant.accountId} and d.environment = ${tenant.environment} and d.kind = ${due.kind}
      and d.subject_id = ${due.subject_id} and d.due_at <= ${now}
    for update skip locked`);
}

/** Sets a deadline again that was due. */
export async function repeatDeadline(db: Db, tenant: Tenant, key: DeadlineKey, dueAt: Date): Promise<void> {
  await db.run(sql`
    update deadlines set due_at = ${dueAt}, count = count + 1, retry_at = null
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and kind = ${key.kind} and subject_id = ${key.subjectId}`);
}

export async function postponeDeadline(db: Db, tenant: Tenant, key: DeadlineKey, retryAt: Date): Promise<void> {
  await db.run(sql`
    update deadlines set retry_at = ${retryAt}
    where account_id = ${tenant.accountId} and environment = ${tenant.environment}
      and kind = ${key.kind} and subject_id = ${key.subjectId}`);
}
