// Background jobs: enqueued by SQL in the business transaction, run by graphile-worker.
import type { Db } from './db/database.ts';
import { sql } from './db/database.ts';
import { servingNobody } from './db/served-account.ts';
import { keepJobLocks } from './job-locks.ts';
import { patientPool } from './job-pool.ts';
import type { Log } from './log.ts';

export interface JobOptions {
  readonly runAt?: Date;
  /** Replaces a waiting job with the same key. */
  readonly key?: string;
}

export interface Jobs {
  /** Runs after the transaction of `db` commits, or never if it does not. The payload holds ids only. */
  add(db: Db, name: string, payload: Readonly<Record<string, unknown>>, options?: JobOptions): Promise<void>;
  /** One job for each payload, in one statement. */
  addEach(db: Db, name: string, payloads: readonly Readonly<Record<string, unknown>>[]): Promise<void>;
}

export type JobHandler = (payload: Readonly<Record<string, unknown>>) => Promise<void>;

export interface JobRunnerOptions {
  readonly connectionPool: import('pg').Pool;
  readonly handlers: Readonly<Record<string, JobHandler>>;
  /** `crontab` lines: minute hour day month weekday name. */
  readonly crontab: string;
  readonly concurrency: number;
  readonly log: Log;
  readonly now: () => Date;
  /** How often jobs of processes that are gone are released. */
  readonly releaseEveryMs?: number;
  readonly observe?: (job: string, outcome: 'done' | 'failed', seconds: number) => void;
}

/** Jobs that are tried this often; graphile-worker waits exp(attempt) seconds, ten attempts span about six hours. */
const maxAttempts = 10;

export const jobs: Jobs = {
  async add(db, name, payload, options = {}) {
    await db.run(sql`
      select graphile_worker.add_job(
        ${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${maxAttempts}, job_key => ${options.key ?? null}::text)`);
  },
  async addEach(db, name, payloads) {
    if (payloads.length === 0) return;
    await db.run(sql`
      select graphile_worker.add_job(${name}, payload => payload, max_attempts => ${maxAttempts})
      from json_array_elements(${JSON.stringify(payloads)}::json) as payload`);
  },
};

/** Deletes in small transactions until nothing is left. @param remove returns how many it removed, at most `limit` */
export async function inBatches(remove: (limit: number) => Promise<number>): Promise<number> {
  const limit = 1000;
  for (let total = 0; ; ) {
    const removed = await remove(limit);
    total += removed;
    if (removed < limit) return total;
  }
}

/** Starts the runner; its schema was installed with the migrations. */
export async function startJobRunner(options: JobRunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { run, Logger, parseCrontab } = await import('graphile-worker');
  const { log, now } = options;
  const taskList = Object.fromEntries(
    Object.entries(options.handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, helpers: { job: { attempts: number } }) => {
        const startedAt = now().getTime();
        const durationMs = () => now().getTime() - startedAt;
        const fields = { job: name, attempt: helpers.job.attempts };
        try {
          // The runner is woken by a connection, which keeps the context in which it was opened: perhaps that of a request.
          await servingNobody(() => handler(payload as Readonly<Record<string, unknown>>));
          options.observe?.(name, 'done', durationMs() / 1000);
          log.info('job done', { ...fields, durationMs: durationMs() });
        } catch (error) {
          options.observe?.(name, 'failed', durationMs() / 1000);
          log.warn('job failed', { ...fields, durationMs: durationMs(), error });
          // graphile-worker stores the error, which must not quote a value.
          throw new Error(error instanceof Error ? error.name : 'failed');
        }
      },
    ]),
  );
  const locks = keepJobLocks(options.connectionPool, log, options.releaseEveryMs);
  const patient = patientPool(options.connectionPool);
  const starting = run({
    pgPool: patient.pool,
    events: locks.events,
    taskList,
    parsedCronItems: parseCrontab(options.crontab),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    // graphile-worker's own messages quote payloads and errors; ours do not.
    logger: new Logger(() => (level, message) => {
      if (level === 'error') log.error('job runner', { reason: message.slice(0, 60).replace(/[^\w ,.:'()-]/g, '?') });
    }),
  });
  const runner = await starting.catch(async (error: unknown) => {
    await locks.stop();
    throw error;
  });
  const stop = async () => {
    // Without a database it cannot release its jobs: the other processes do so later.
    await Promise.race([runner.stop(), patient.giveUp()]);
    await locks.stop();
  };
  return { stop };
}
