// Reads of the job queue, and what an operator does with jobs that failed.
import { type Db, type Sql, sql } from './db/database.ts';

/** `retrying`: failed at least once, and is tried again; `given_up`: failed at every attempt, and stays until it is retried. */
export const failedJobStates = ['retrying', 'given_up'] as const;
export type FailedJobState = (typeof failedJobStates)[number];
export type JobState = 'scheduled' | 'due' | 'running' | FailedJobState;

const state = sql`
  case
    when j.locked_at is not null then 'running'
    when j.attempts >= j.max_attempts then 'given_up'
    when j.attempts > 0 then 'retrying'
    when j.run_at > now() then 'scheduled'
    else 'due'
  end`;

export interface JobCount {
  readonly job: string;
  readonly state: JobState;
  readonly count: number;
}

export interface JobQueue {
  readonly counts: readonly JobCount[];
  /** Seconds since the oldest job that waits could have been run; 0 where none could. */
  readonly oldestDueSeconds: number;
}

export async function readJobQueue(db: Db): Promise<JobQueue> {
  const rows = await db.rows<JobCount & { readonly oldest: number | null }>(sql`
    select j.task_identifier as job, ${state} as state, count(*)::integer as count,
      extract(epoch from now() - min(j.run_at) filter (
        where j.locked_at is null and j.attempts < j.max_attempts and j.run_at <= now()))::double precision as oldest
    from graphile_worker.jobs j group by 1, 2 order by 1, 2`);
  return {
    counts: rows.map(({ job, state: found, count }) => ({ job, state: found, count })),
    oldestDueSeconds: Math.max(0, ...rows.map(({ oldest }) => oldest ?? 0)),
  };
}

/** When any process last began the scheduled jobs of a minute; undefined if none ever did. */
export async function findLastSchedule(db: Db): Promise<Date | undefined> {
  const row = await db.row<{ last: Date | null }>(sql`
    select max(last_execution) as last from graphile_worker._private_known_crontabs`);
  return row?.last ?? undefined;
}

export interface FailedJob {
  readonly id: string;
  readonly job: string;
  readonly state: FailedJobState;
  readonly attempts: number;
  readonly maxAttempts: number;
  readonly lastError: string | null;
  readonly addedAt: Date;
  /** null once it was given up. */
  readonly nextAttemptAt: Date | null;
  /** Ids only. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface AskedJobs {
  readonly ids?: readonly string[] | undefined;
  readonly states: readonly FailedJobState[];
  readonly job?: string | undefined;
  /** Added at this time or later. */
  readonly since?: Date | undefined;
}

const asked = ({ ids, states, job, since }: AskedJobs): Sql => sql`
  ${state} = any (${[...states]}::text[])
  ${ids === undefined ? sql`` : sql`and j.id = any (${[...ids]}::bigint[])`}
  ${job === undefined ? sql`` : sql`and j.task_identifier = ${job}`}
  ${since === undefined ? sql`` : sql`and j.created_at >= ${since}`}`;

/** Newest first. */
export function findFailedJobs(db: Db, which: AskedJobs, limit: number): Promise<FailedJob[]> {
  return db.rows<FailedJob>(sql`
    select j.id::text as id, j.task_identifier as job, ${state} as state, j.attempts::integer as attempts,
      j.max_attempts::integer as "maxAttempts", j.last_error as "lastError", j.created_at as "addedAt",
      case when j.attempts < j.max_attempts then j.run_at end as "nextAttemptAt", p.payload
    from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where ${asked(which)}
    order by j.created_at desc, j.id desc limit ${limit}`);
}

/** Runs them at once, with all their attempts anew. Returns their ids; leaves out one that has begun meanwhile. */
export async function retryJobs(db: Db, which: AskedJobs): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id::text as id from graphile_worker.reschedule_jobs(
      array(select j.id from graphile_worker.jobs j where ${asked(which)}), run_at => now(), attempts => 0)`);
  // Workers look for jobs every two seconds; nothing needs to wake them.
  return rows.map(({ id }) => id);
}

/** Returns the ids of those that are gone. */
export async function discardJobs(db: Db, which: AskedJobs): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select id::text as id from graphile_worker.complete_jobs(
      array(select j.id from graphile_worker.jobs j where ${asked(which)}))`);
  return rows.map(({ id }) => id);
}

export interface ScheduledJob {
  readonly job: string;
  /** Null of one that never began. */
  readonly last: Date | null;
}

/** When each job that runs by the clock last began. */
export const findSchedules = (db: Db): Promise<ScheduledJob[]> =>
  db.rows<ScheduledJob>(sql`
    select identifier as job, last_execution as last from graphile_worker._private_known_crontabs order by identifier`);
