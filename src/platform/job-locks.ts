// Gives back the jobs that killed processes held: graphile-worker itself leaves them locked for four hours.
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

export function keepJobLocks(pool: pg.Pool, log: Log, lookEveryMs = 5000): JobLocks {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:listen:success', ({ workerPool, client }) => {
    // The runner is about to use the connection itself: its statement goes first.
    client.once('drain', () => {
      client.query(holdLock, [workerPool.id]).catch((error: unknown) => log.warn('job lock not taken', { error }));
    });
  });
  const look = () => pool.query(giveBackJobs);
  // At once, too: who starts after a kill is often the next to serve.
  const first = look().catch((error: unknown) => log.warn('jobs not given back', { error }));
  const looking = repeat(lookEveryMs, log, 'give_back_jobs', look);
  return { events, stop: async () => void (await Promise.all([first, looking.stop()])) };
}
