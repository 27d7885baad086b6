// Releases jobs that no process works on: those of killed processes, and those that we locked without learning of it because the
// connection was lost before the answer. graphile-worker itself leaves them locked for four hours.
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';
import { repeat } from './periodic.ts';

export interface JobLocks {
  /** For the runner: an advisory lock shows that its pool is alive. */
  readonly events: WorkerEvents;
  stop(): Promise<void>;
}

const retryMs = 500;

/** In a session of its own, because the session that the runner listens on may be away for a minute after it broke. */
function holdLock(pool: pg.Pool, name: string, log: Log): { release(): void } {
  let session: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const onLost = (error: unknown) => {
    log.warn('job lock lost', { error });
    session?.release(true);
    session = undefined;
    if (!released) timer = setTimeout(take, retryMs);
  };
  const take = () => {
    pool.connect().then((client) => {
      if (released) return client.release();
      session = client;
      const onLostOnce = (error: unknown) => session === client && onLost(error);
      client.on('error', onLostOnce);
      client.query(`select pg_advisory_lock_shared(hashtextextended('job pool ' || $1, 0))`, [name]).catch(onLostOnce);
    }, onLost);
  };
  take();
  return {
    release() {
      released = true;
      clearTimeout(timer);
      session?.release(true);
      session = undefined;
    },
  };
}

// A pool may lock its first jobs a moment before its advisory lock. Materialized: the lock is tried once for each pool.
const findUnlocked = `
  with holders as materialized (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_by is distinct from $1 and locked_at < now() - interval '5 seconds'
  )
  select locked_by as pool from holders where pg_try_advisory_xact_lock(hashtextextended('job pool ' || locked_by, 0))`;
const releaseJobs = 'select graphile_worker.force_unlock_workers($1)';

/** Every job that this process has started and that has not ended is among the runs. */
const releaseUntracked = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = $1 and locked_at < now() - interval '30 seconds' and id::text || ' ' || attempts <> all ($2::text[])`;
const findOurs = `select id || ' ' || attempts as run from graphile_worker.jobs where locked_by = $1`;

const runOf = ({ id, attempts }: { readonly id: string; readonly attempts: number }) => `${id} ${attempts}`;

export function keepJobLocks(pool: pg.Pool, log: Log, releaseEveryMs = 5000): JobLocks {
  const events: WorkerEvents = new EventEmitter();
  let ours: { readonly name: string; readonly lock: { release(): void } } | undefined;
  events.on('pool:create', ({ workerPool: { id: name } }) => {
    ours = { name, lock: holdLock(pool, name, log) };
  });
  /** The jobs started here, each with its attempt's number, until they have ended. */
  const runs = new Set<string>();
  events.on('job:start', ({ job }) => runs.add(runOf(job)));
  /** Pools without their lock at the last check. A broken session is soon replaced: only pools that still have none are dead. */
  let missed: ReadonlySet<string> = new Set();

  const releaseOfDeadPools = async () => {
    const { rows } = await pool.query<{ pool: string }>(findUnlocked, [ours?.name ?? null]);
    const unlocked = new Set(rows.map((row) => row.pool));
    const dead = [...unlocked].filter((name) => missed.has(name));
    missed = unlocked;
    if (dead.length > 0) await pool.query(releaseJobs, [dead]);
  };
  const releaseOfThisPool = async (name: string) => {
    await pool.query(releaseUntracked, [name, [...runs]]);
    const begun = [...runs];
    const { rows } = await pool.query<{ run: string }>(findOurs, [name]);
    const locked = new Set(rows.map(({ run }) => run));
    for (const run of begun) if (!locked.has(run)) runs.delete(run);
  };
  const releaseLost = async () => {
    await releaseOfDeadPools();
    if (ours !== undefined) await releaseOfThisPool(ours.name);
  };
  // Also at the start: the process that starts after a kill is often the next one to work.
  const first = releaseLost().catch((error: unknown) => log.warn('jobs not released', { error }));
  const releasing = repeat(releaseEveryMs, log, 'release_lost_jobs', releaseLost);
  return {
    events,
    async stop() {
      await Promise.all([first, releasing.stop()]);
      ours?.lock.release();
    },
  };
}
