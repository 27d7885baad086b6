// Background jobs: enqueued by SQL in the business transaction, run by graphile-worker.
import type { Db } from './db/database.ts';
import { sql } from './db/database.ts';
import { servingNobody } from './db/served-account.ts';
import { keepJobLocks } from './job-locks.ts';
import { patientPool } from './job-pool.ts';
import { errorClass, type Log } from './log.ts';

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

/**
 * How often a job is tried. graphile-worker waits exp(attempt) seconds, six hours at most: all attempts span 22 hours, so that
 * an outage over a night loses nothing.
 */
export const attemptsAtMost = 13;

export const jobs: Jobs = {
  async add(db, name, payload, options = {}) {
    await db.run(sql`
      select graphile_worker.add_job(
        ${name}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null}::timestamptz,
        max_attempts => ${attemptsAtMost}, job_key => ${options.key ?? null}::text)`);
  },
  async addEach(db, name, payloads) {
    if (payloads.length === 0) return;
    await db.run(sql`
      select graphile_worker.add_job(${name}, payload => payload, max_attempts => ${attemptsAtMost})
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

/**
 * A scheduled job that fails waits once, however often its time comes again: the key lets the next one take its place.
 * Otherwise one that runs every minute would leave a thousand a day behind.
 */
export const keyedCrontab = (crontab: string): string =>
  crontab.replace(/^(?:\S+ ){5}(\w+)$/gm, '$& ?jobKey=scheduled_$1&jobKeyMode=replace');

/** The runner's own line about a failed job says less than ours. */
const isAboutFailedJob = (message: string) => message.startsWith('Failed task ');

/** So that all lines about one mail are found by its id. */
function mailIn(payload: unknown): { readonly emailId?: string } {
  const { emailId } = (payload ?? {}) as { readonly emailId?: unknown };
  return typeof emailId === 'string' ? { emailId } : {};
}

/** Starts the runner; its schema was installed with the migrations. */
export async function startJobRunner(options: JobRunnerOptions): Promise<{ stop(): Promise<void> }> {
  const { run, Logger, parseCrontab } = await import('graphile-worker');
  const { log, now } = options;
  const taskList = Object.fromEntries(
    Object.entries(options.handlers).map(([name, handler]) => [
      name,
      async (payload: unknown, { job }: { job: { id: string; attempts: number; max_attempts: number } }) => {
        const startedAt = now().getTime();
        const durationMs = () => now().getTime() - startedAt;
        const fields = { job: name, jobId: String(job.id), attempt: job.attempts, ...mailIn(payload) };
        try {
          // The runner is woken by a connection, which keeps the context in which it was opened: perhaps that of a request.
          await servingNobody(() => handler(payload as Readonly<Record<string, unknown>>));
          options.observe?.(name, 'done', durationMs() / 1000);
          log.info('job done', { ...fields, durationMs: durationMs() });
        } catch (error) {
          options.observe?.(name, 'failed', durationMs() / 1000);
          const isLast = job.attempts >= job.max_attempts;
          log[isLast ? 'error' : 'warn'](isLast ? 'job given up' : 'job failed', {
            ...fields,
            durationMs: durationMs(),
            error,
          });
          // graphile-worker stores the message, which must not quote a value.
          throw new Error(errorClass(error));
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
    parsedCronItems: parseCrontab(keyedCrontab(options.crontab)),
    concurrency: options.concurrency,
    noHandleSignals: true,
    pollInterval: 2000,
    // graphile-worker's own messages quote payloads and errors; ours do not.
    logger: new Logger(() => (level, message) => {
      if (level === 'error' && !isAboutFailedJob(message))
        log.error('job runner', { reason: message.slice(0, 60).replace(/[^\w ,.:'()-]/g, '?') });
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
