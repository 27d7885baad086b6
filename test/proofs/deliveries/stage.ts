// The set-up of delivery proofs: the shipped program as a process, a receiver as another, accounts with an endpoint
// each, and numbered events.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { readSettings } from '../../../src/config.ts';
import type { Ctx } from '../../../src/context.ts';
import { type NewEvent, storeEvents } from '../../../src/features/events/event-actions.ts';
import { registerWebhook } from '../../../src/features/webhooks/webhook-actions.ts';
import { openProbity } from '../../../src/main.ts';
import { type Database, sql } from '../../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../../src/platform/db/embedded-postgres.ts';
import { createLog } from '../../../src/platform/log.ts';
import { makeAccount, type TestAccount } from '../../support/accounts.ts';
import { openTestDatabase } from '../../support/database.ts';
import { urlOf } from '../../support/probity.ts';
import { freePorts, type Program, programFolder } from '../../support/program.ts';
import type { PlantedOptions } from '../planted-faults/planting.ts';
import { type Receiver, type ReceiverBehaviour, resourceIdOf, startReceiver } from './receiver.ts';

export interface DeliveryOptions extends PlantedOptions {
  readonly size: number;
  /** For the test suite, which shares a busy machine: durations are reported but not judged. */
  readonly isShortened?: boolean;
  /** After so long without progress, missing events count as lost. */
  readonly patienceMs?: number;
}

export interface DeliveryStage {
  readonly ctx: Ctx;
  readonly database: Database;
  readonly receiver: Receiver;
  /** Makes accounts, each with one endpoint of the given behaviour. */
  endpoints(behaviours: readonly ReceiverBehaviour[]): Promise<TestAccount[]>;
  /** Starts a new run: events are numbered from 0. */
  begin(size: number): Promise<void>;
  /** Stores events in one transaction, numbered from `from`. */
  store(account: TestAccount, from: number, count: number): Promise<void>;
  /** Stores many events in few statements, numbered from `from`: event n goes to account n modulo their number. */
  storeMany(accounts: readonly TestAccount[], count: number, from?: number): Promise<void>;
  start(args?: readonly string[], env?: NodeJS.ProcessEnv): Promise<Program>;
  /** Starts another process on the same database. */
  startBeside(): Promise<Program>;
  /** The number of attempts of each running process; none while it is starting. */
  attempts(): Promise<number[]>;
  close(): Promise<void>;
}

async function openDatabaseOf(dataDir: string, isShortened: boolean) {
  if (isShortened) {
    const { connection, drop } = await openTestDatabase(2);
    return { connection, env: { DATABASE_URL: urlOf(connection) }, drop };
  }
  // With the shipped settings: committed transactions are on disk.
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: createLog('silent') });
  return { connection: server.superuser as pg.PoolConfig, env: {}, drop: () => server.stop() };
}

/** Opens the program's database directly, for set-up that would take long through the API. */
export async function openBeside(dataDir: string, connection: pg.PoolConfig, caFile: string) {
  const { settings, problems } = readSettings({
    PROBITY_DATA_DIR: dataDir,
    DATABASE_URL: urlOf(connection),
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: caFile,
    PROBITY_LOG_LEVEL: 'silent',
  });
  if (problems !== undefined) throw new Error(problems.join('; '));
  return openProbity(settings, createLog('silent'));
}

const chunk = 20_000;

/** From `from` to the one before `end`. */
interface Numbers {
  readonly from: number;
  readonly end: number;
}

async function storeMany(db: Database, run: number, accounts: readonly TestAccount[], numbers: Numbers): Promise<void> {
  const ids = accounts.map(({ accountId }) => accountId);
  for (let from = numbers.from; from < numbers.end; from += chunk) {
    await db.run(sql`
      insert into events (account_id, environment, id, type, resource_type, resource_id, status, applicant_id, check_id,
        actor, occurred_at, detail, notifies)
      select (${ids}::uuid[])[1 + n % ${ids.length}::integer], 'live', uuidv7(), 'check.completed', 'check', thing, 'complete',
        thing::uuid, thing::uuid, 'system', now(), '{}', true
      from generate_series(${from}::integer, ${Math.min(from + chunk, numbers.end) - 1}::integer) n
      cross join lateral (select lpad(to_hex(${run}::integer), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(n), 12, '0') as thing) t`);
  }
}

export async function openStage({
  isShortened = false,
  program,
}: Pick<DeliveryOptions, 'isShortened' | 'program'> = {}): Promise<DeliveryStage> {
  const receiver = await startReceiver();
  const folder = programFolder({ program });
  const { connection, env, drop } = await openDatabaseOf(folder.dataDir, isShortened);
  const { ctx, database, close } = await openBeside(folder.dataDir, connection, receiver.caFile);
  const always = {
    ...env,
    PROBITY_MAIL_URL: 'smtp://127.0.0.1:1',
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_WEBHOOK_ALLOW: '127.0.0.0/8:*',
    PROBITY_WEBHOOK_CA: receiver.caFile,
  };
  const programs: Program[] = [];
  const start: DeliveryStage['start'] = async (args = [], given = {}) => {
    const program = await folder.start({ ...always, ...given }, args);
    programs.push(program);
    return program;
  };
  let run = 0;
  return {
    ctx,
    database,
    receiver,
    async endpoints(behaviours) {
      const accounts: TestAccount[] = [];
      for (const [n, behaviour] of behaviours.entries()) {
        const account = await makeAccount(ctx, `Account ${n}`);
        await registerWebhook(ctx, account.caller('live'), { url: `${receiver.url}/${behaviour}/${n}` });
        accounts.push(account);
      }
      return accounts;
    },
    async begin(size) {
      run += 1;
      await receiver.begin(run, size);
    },
    store(account, from, count) {
      const about = (number: number) => {
        const thing = resourceIdOf(run, number);
        return {
          type: 'check.completed',
          resourceId: thing,
          applicantId: thing,
          checkId: thing,
          status: 'complete',
        } as const;
      };
      const events = Array.from({ length: count }, (_, n) => about(from + n) satisfies Partial<NewEvent>);
      return storeEvents(ctx, account.caller('live'), events);
    },
    storeMany: (accounts, count, from = 0) => storeMany(database, run, accounts, { from, end: from + count }),
    start,
    attempts: () =>
      Promise.all(programs.filter(({ child }) => child.exitCode === null && !child.killed).map(attemptsOf)),
    startBeside: async () => start([], await freePorts()),
    async close() {
      // A stop would wait for hanging calls.
      for (const program of programs) await (isShortened ? program.kill() : program.stop());
      await close();
      await drop();
      await receiver.close();
      folder.remove();
    },
  };
}

async function attemptsOf({ metricsUrl }: Program): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const counts = [...text.matchAll(/^probity_webhook_attempt_seconds_count\S* (\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

/** The peak memory of the process, in bytes. */
export function peakMemory({ child }: Program): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) * 1024;
}

export const percentile = (values: readonly number[] | Float64Array, part: number): number =>
  Float64Array.from(values).sort()[Math.floor(values.length * part)] ?? Number.NaN;

export const inMs = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
