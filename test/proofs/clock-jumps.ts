// Proves that clock jumps of program and database cause no problem: every event is notified once, and no attempt is
// lost or added.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, sql } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { postgresAccount, spawnAs } from '../../src/platform/db/postgres-account.ts';
import { postgresBinaries } from '../../src/platform/db/postgres-binaries.ts';
import { createLog } from '../../src/platform/log.ts';
import { openClockShift } from '../support/clock-shift.ts';
import { until } from '../support/limited-loops.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { answer, type Behaviour, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { awaitAnswers } from './outages/load.ts';
import { openOutageStage, registerReceiver } from './outages/stage.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'clock-jumps';
export const promise = 'The clock may jump (promise 12)';
export const expected =
  '0 events lost, 0 attempts lost or added, every resend after its minute, though the clock jumps an hour and a day, forward and back';
export const size = 10;
export const unit = 'rounds of four jumps there and back';

const hour = 3600;
const jumps = [hour, -24 * hour, -hour, 24 * hour];

export interface JumpOptions {
  readonly size: number;
  /** For the test suite: two jumps a round; waiting deliveries are made due in the database at the end. */
  readonly isShortened?: boolean;
}

interface Told {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}

/** Deliveries that have not ended, or whose attempts differ between the receiver and the database. */
async function findUneven(db: Db, { requests }: WebhookReceiver): Promise<{ all: number; uneven: string[] }> {
  const arrivals = new Map<string, number>();
  for (const { headers } of requests) {
    const id = headers['webhook-id']!;
    arrivals.set(id, (arrivals.get(id) ?? 0) + 1);
  }
  const rows = await db.rows<Told>(sql`select id, status, attempts from webhook_deliveries order by id`);
  const uneven = rows
    .filter(({ id, status, attempts }) => status !== 'delivered' || attempts !== arrivals.get(id))
    .map(
      ({ id, status, attempts }) => `${id}: ${status}, ${attempts} attempts recorded, ${arrivals.get(id) ?? 0} arrived`,
    );
  return { all: rows.length, uneven };
}

/**
 * Starts the database with the shifted clock in advance, because the program would start it with its own environment.
 */
async function startDatabase(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
  await copyPreparedCluster(dataDir);
  const first = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const [command = '', ...args] = readFileSync(`/proc/${postmasterPid(dataDir)}/cmdline`, 'utf8')
    .split('\0')
    .slice(0, -1);
  await first.stop();
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const account = postgresAccount(postgresBinaries(), dataDir);
  spawnAs(account, 'env', [...settings, command, ...args], { detached: true, stdio: 'ignore' }).unref();
  const lockFile = join(dataDir, 'data', 'postmaster.pid');
  await until(() => existsSync(lockFile) && readFileSync(lockFile, 'utf8').split('\n')[7]?.trim() === 'ready');
}

/** The process id in the lock file. */
const postmasterPid = (dataDir: string) => readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];

const hurry = (db: Db) =>
  db.run(sql`update webhook_deliveries set due_at = now() where status = 'due' and leased_by is null`);

async function awaitEven(db: Db, receiver: WebhookReceiver, { isShortened }: JumpOptions) {
  const startedAt = performance.now();
  let found = await findUneven(db, receiver);
  for (let looks = 1; found.uneven.length > 0 && performance.now() < startedAt + 120_000; looks += 1) {
    if (isShortened && looks === 10) await hurry(db);
    await sleep(100);
    found = await findUneven(db, receiver);
  }
  return found;
}

/** Refuses one in four notifications at its first attempt, so that it waits for a retry. */
function refusesNewOnes(): Behaviour {
  const known = new Set<string>();
  return (request, socket, index) => {
    const id = request.headers['webhook-id']!;
    const isNew = !known.has(id);
    known.add(id);
    answer(isNew && known.size % 4 === 0 ? 500 : 200)(request, socket, index);
  };
}

/** Retries that did not follow a minute after the first attempt by the receiver's clock, which does not jump. */
function resendsOutOfTime({ requests }: WebhookReceiver): string[] {
  const first = new Map<string, number>();
  return requests.flatMap(({ headers, at }) => {
    const id = headers['webhook-id']!;
    const before = first.get(id);
    if (before === undefined) {
      first.set(id, at.getTime());
      return [];
    }
    const seconds = (at.getTime() - before) / 1000;
    return seconds < 50 || seconds > 90 ? [`${id}: sent again after ${seconds.toFixed(1)} s`] : [];
  });
}

const jumpedSeconds = async (db: Db) =>
  (await db.row<{ jumped: number }>(sql`select jumped_ms / 1000.0::double precision as jumped from delivery_clock`))!
    .jumped;

const countWaiting = async (db: Db) =>
  (await db.row<{ n: number }>(sql`select count(*)::integer as n from webhook_deliveries where status = 'due'`))!.n;

/** Waits until the worker has recorded the time: it cannot detect a jump before its first record. */
async function awaitWork(db: Db, { requests }: WebhookReceiver): Promise<void> {
  const known = requests.length;
  const isNoted = async () =>
    (await db.row(sql`select from delivery_clock where abs(extract(epoch from now() - checked_at)) < 12`)) !==
    undefined;
  await until(async () => requests.length > known && (await isNoted()));
}

export async function run(options: JumpOptions): Promise<ProofResult> {
  const clock = openClockShift();
  if (clock === undefined) return { figure: 'not run: there is no C compiler', ok: false, lines: [] };
  const stage = await openOutageStage();
  const dataDir = join(stage.folder.dataDir, 'postgres');
  await startDatabase(dataDir, clock.env);
  const program = await stage.start(clock.env);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const database = openDatabase({ connection: server.superuser, poolSize: 2, onIdleError: () => undefined });
  try {
    await registerReceiver(program, stage.receiver);
    stage.receiver.behave(refusesNewOnes());
    const asked = options.isShortened ? jumps.slice(0, 2) : jumps;
    let [moved, waiting, answered] = [0, 0, 0];
    const odd: string[] = [];
    /** Jumps while clients order and deliveries wait for their first attempt or their retry. */
    const jump = async (from: number, to: number) => {
      const load = stage.load(program, { isShortened: options.isShortened });
      await awaitAnswers(load, 20, 60_000);
      await awaitWork(database, stage.receiver);
      const before = await jumpedSeconds(database);
      waiting += await countWaiting(database);
      clock.moveTo(to);
      const moves = async () => Math.abs((await jumpedSeconds(database)) - before - (to - from)) < 5;
      for (const deadline = performance.now() + 10_000; performance.now() < deadline; await sleep(50)) {
        if (!(await moves())) continue;
        moved += 1;
        break;
      }
      await awaitAnswers(load, 20, 60_000);
      await load.stop();
      answered += load.tally.answered;
      odd.push(...load.tally.odd);
    };
    for (let round = 0; round < options.size; round += 1) {
      for (const seconds of asked) {
        await jump(0, seconds);
        await jump(seconds, 0);
      }
    }
    const { all, uneven } = await awaitEven(database, stage.receiver, options);
    const end = await stage.end(program, { withinMs: 10_000, isShortened: options.isShortened });
    const late = options.isShortened ? [] : resendsOutOfTime(stage.receiver);
    const counts = {
      jumps: moved,
      'events lost': end.lost.length,
      'half there': end.half.length,
      'attempts lost or added': uneven.length,
      'resends out of time': late.length,
    };
    return {
      figure: `${countsInWords(counts)} in ${inThousands(all)} deliveries, ${inThousands(waiting)} of them waiting at a jump`,
      ok:
        moved === 2 * options.size * asked.length &&
        waiting > 0 &&
        end.lost.length + end.half.length + uneven.length + late.length + odd.length === 0,
      lines: [
        `the clock of the program and of its database, while clients order; ${inThousands(answered)} requests answered`,
        ...[...odd, ...uneven, ...late, ...end.lost, ...end.half].slice(0, 10),
        ...(odd.length > 0 ? [program.log().slice(-4000)] : []),
      ],
    };
  } finally {
    await database.close();
    await program.kill();
    await server.stop();
    await stage.close();
    clock.remove();
  }
}
