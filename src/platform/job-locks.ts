// Gives back the jobs that nobody works on: those of killed processes, and those that we took without hearing of it, the
// connection having been lost before the answer. graphile-worker itself leaves them locked for four hours.
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';
import { repeat } from './periodic.ts';

export interface JobLocks {
  /** For the runner: its pool is known to live by an advisory lock. */
  readonly events: WorkerEvents;
  stop(): Promise<void>;
}

const takeAgainMs = 500;

/** In a session of its own: the one that the runner listens on may be away for a minute after it broke. */
function holdLock(pool: pg.Pool, name: string, log: Log): { release(): void } {
  let session: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const lose = (error: unknown) => {
    log.warn('job lock lost', { error });
    session?.release(true);
    session = undefined;
    if (!released) timer = setTimeout(take, takeAgainMs);
  };
  const take = () => {
    pool.connect().then((client) => {
      if (released) return client.release();
      session = client;
      const loseOnce = (error: unknown) => session === client && lose(error);
      client.on('error', loseOnce);
      client.query(`select pg_advisory_lock_shared(hashtextextended('job pool ' || $1, 0))`, [name]).catch(loseOnce);
    }, lose);
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

// A pool may take its first jobs a moment before its lock. Materialized: the lock is tried once for each pool.
const findUnlocked = `
  with holders as materialized (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_by is distinct from $1 and locked_at < now() - interval '5 seconds'
  )
  select locked_by as pool from holders where pg_try_advisory_xact_lock(hashtextextended('job pool ' || locked_by, 0))`;
const giveBackJobs = 'select graphile_worker.force_unlock_workers($1)';

/** Every job that this process has ever begun and that is not over is among the runs. */
const giveBackUnheardOf = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = $1 and locked_at < now() - interval '30 seconds' and id::text || ' ' || attempts <> all ($2::text[])`;
const findOurs = `select id || ' ' || attempts as run from graphile_worker.jobs where locked_by = $1`;

const runOf = ({ id, attempts }: { readonly id: string; readonly attempts: number }) => `${id} ${attempts}`;

export function keepJobLocks(pool: pg.Pool, log: Log, lookEveryMs = 5000): JobLocks {
  const events: WorkerEvents = new EventEmitter();
  let ours: { readonly name: string; readonly lock: { release(): void } } | undefined;
  events.on('pool:create', ({ workerPool: { id: name } }) => {
    ours = { name, lock: holdLock(pool, name, log) };
  });
  /** Begun here, each with its attempt's number, until it is seen to be over. */
  const runs = new Set<string>();
  events.on('job:start', ({ job }) => runs.add(runOf(job)));
  /** Without their lock at the last look. A session that broke is soon followed by another: only those still without are gone. */
  let missed: ReadonlySet<string> = new Set();

  const giveBackOfTheGone = async () => {
    const { rows } = await pool.query<{ pool: string }>(findUnlocked, [ours?.name ?? null]);
    const unlocked = new Set(rows.map((row) => row.pool));
    const gone = [...unlocked].filter((name) => missed.has(name));
    missed = unlocked;
    if (gone.length > 0) await pool.query(giveBackJobs, [gone]);
  };
  const giveBackOurs = async (name: string) => {
    await pool.query(giveBackUnheardOf, [name, [...runs]]);
    const begun = [...runs];
    const { rows } = await pool.query<{ run: string }>(findOurs, [name]);
    const locked = new Set(rows.map(({ run }) => run));
    for (const run of begun) if (!locked.has(run)) runs.delete(run);
  };
  const look = async () => {
    await giveBackOfTheGone();
    if (ours !== undefined) await giveBackOurs(ours.name);
  };
  // At once, too: who starts after a kill is often the next to serve.
  const first = look().catch((error: unknown) => log.warn('jobs not given back', { error }));
  const looking = repeat(lookEveryMs, log, 'give_back_jobs', look);
  return {
    events,
    async stop() {
      await Promise.all([first, looking.stop()]);
      ours?.lock.release();
    },
  };
}
