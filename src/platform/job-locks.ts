// Gives back the jobs that nobody works on: those of killed processes, and those that we took without hearing of it, the
// connection having been lost before the answer. graphile-worker itself leaves them locked for four hours.
import { EventEmitter } from 'node:events';
import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { Log } from './log.ts';
import { repeat } from './periodic.ts';

export interface JobLocks {
  /** For the runner: its pool is known to live by an advisory lock of the session that it listens on. */
  readonly events: WorkerEvents;
  stop(): Promise<void>;
}

const holdLock = `select pg_advisory_lock_shared(hashtextextended('job pool ' || $1, 0))`;

// A pool may take its first jobs a moment before its lock. Materialized: the lock is tried once for each pool.
const giveBackJobs = `
  with holders as materialized (
    select distinct locked_by from graphile_worker.jobs
    where locked_by is not null and locked_at < now() - interval '5 seconds'
  ), gone as materialized (
    select locked_by from holders where pg_try_advisory_xact_lock(hashtextextended('job pool ' || locked_by, 0))
  )
  select graphile_worker.force_unlock_workers(array[locked_by]) from gone`;

/** Every job that this process has ever begun and that is not over is among the runs. */
const giveBackUnheardOf = `
  update graphile_worker._private_jobs set locked_at = null, locked_by = null
  where locked_by = $1 and locked_at < now() - interval '30 seconds' and id::text || ' ' || attempts <> all ($2::text[])`;
const findOurs = `select id || ' ' || attempts as run from graphile_worker.jobs where locked_by = $1`;

const runOf = ({ id, attempts }: { readonly id: string; readonly attempts: number }) => `${id} ${attempts}`;

export function keepJobLocks(pool: pg.Pool, log: Log, lookEveryMs = 5000): JobLocks {
  const events: WorkerEvents = new EventEmitter();
  /** Begun here, each with its attempt's number, until it is seen to be over. */
  const runs = new Set<string>();
  let ourPool: string | undefined;
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // The runner is about to use the connection itself: its statement goes first.
    ourPool = workerPool.id;
    client.once('drain', () => {
      client.query(holdLock, [workerPool.id]).catch((error: unknown) => log.warn('job lock not taken', { error }));
    });
  });
  events.on('job:start', ({ job }) => runs.add(runOf(job)));
  const giveBackOurs = async (ours: string) => {
    await pool.query(giveBackUnheardOf, [ours, [...runs]]);
    const begun = [...runs];
    const { rows } = await pool.query<{ run: string }>(findOurs, [ours]);
    const locked = new Set(rows.map(({ run }) => run));
    for (const run of begun) if (!locked.has(run)) runs.delete(run);
  };
  const look = async () => {
    await pool.query(giveBackJobs);
    if (ourPool !== undefined) await giveBackOurs(ourPool);
  };
  // At once, too: who starts after a kill is often the next to serve.
  const first = look().catch((error: unknown) => log.warn('jobs not given back', { error }));
  const looking = repeat(lookEveryMs, log, 'give_back_jobs', look);
  return { events, stop: async () => void (await Promise.all([first, looking.stop()])) };
}
