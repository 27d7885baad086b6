// Proves that the clock of program and database may jump: everything is told once, and no attempt is lost or added.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, openDatabase, sql } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { postgresAccount, spawnAs } from '../../src/platform/db/postgres-account.ts';
import { postgresBinaries } from '../../src/platform/db/postgres-binaries.ts';
import { createLog } from '../../src/platform/log.ts';
import { openClockShift } from '../support/clock-shift.ts';
import { answer, type Behaviour, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { awaitAnswers } from './outages/load.ts';
import { openOutageStage, registerReceiver } from './outages/stage.ts';
import { countsInWords, inThousands, type ProofResult } from './proof.ts';

export const name = 'clock-jumps';
export const promise = 'The clock may jump (promise 12)';
export const expected = '0 events lost, 0 attempts lost or added after jumps of an hour and a day, forward and back';
export const size = 10;
export const unit = 'rounds of four jumps and back';

const hour = 3600;
const jumps = [hour, -hour, 24 * hour, -24 * hour];

export interface JumpOptions {
  readonly size: number;
  /** For the test suite: what waits for its time is moved in the database at the end. */
  readonly inHaste?: boolean;
}

interface Told {
  readonly id: string;
  readonly status: string;
  readonly attempts: number;
}

/** Deliveries of which the receiver knows another number of attempts than the database, or that have not ended. */
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

/** The program starts its database with an environment of its own: here it finds one running, on the clock that moves. */
async function startDatabase(dataDir: string, env: NodeJS.ProcessEnv): Promise<void> {
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

/** As its lock file names it. */
const postmasterPid = (dataDir: string) => readFileSync(join(dataDir, 'data', 'postmaster.pid'), 'utf8').split('\n')[0];

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = performance.now() + 30_000; !holds(); await sleep(20)) {
    if (performance.now() > deadline) throw new Error('the database is not ready in time');
  }
}

const hurry = (db: Db) =>
  db.run(sql`update webhook_deliveries set due_at = now() where status = 'due' and leased_by is null`);

async function awaitEven(db: Db, receiver: WebhookReceiver, { inHaste }: JumpOptions) {
  const startedAt = performance.now();
  for (let looks = 1; ; looks += 1) {
    const found = await findUneven(db, receiver);
    if (found.uneven.length === 0 || performance.now() > startedAt + 120_000) return found;
    if (inHaste && looks === 10) await hurry(db);
    await sleep(100);
  }
}

/** One of four answers is no. */
function failsNowAndThen(): Behaviour {
  let count = 0;
  return (request, socket, index) => {
    count += 1;
    answer(count % 4 === 0 ? 500 : 200)(request, socket, index);
  };
}

/** @param which waits: a first attempt, or any */
async function awaitAttempts(db: Db, which: 'first' | 'any', { inHaste }: JumpOptions): Promise<void> {
  for (const deadline = performance.now() + 150_000; performance.now() < deadline; await sleep(50)) {
    const row = await db.row<{ waiting: number }>(sql`
      select count(*)::integer as waiting from webhook_deliveries
      where status = 'due' and (attempts = 0 or ${which === 'any'}::boolean)`);
    if (row?.waiting === 0) return;
    if (inHaste && which === 'any') await hurry(db);
  }
  throw new Error(`deliveries wait for ${which === 'any' ? 'an' : 'their first'} attempt`);
}

export async function run(options: JumpOptions): Promise<ProofResult> {
  const clock = openClockShift();
  if (clock === undefined) return { figure: 'not run: there is no C compiler', ok: false, lines: [] };
  const stage = await openOutageStage();
  const dataDir = join(stage.folder.dataDir, 'postgres');
  await startDatabase(dataDir, clock.env);
  const program = await stage.start(clock.env);
  const server = await startEmbeddedPostgres({ dataDir, log: createLog('silent') });
  const database = openDatabase({ connection: server.connection, poolSize: 2, onIdleError: () => undefined });
  try {
    await registerReceiver(program, stage.receiver);
    let [moved, answered] = [0, 0];
    const odd: string[] = [];
    const loadForAWhile = async () => {
      const load = stage.load(program);
      await awaitAnswers(load, 20, 60_000);
      await load.stop();
      answered += load.tally.answered;
      odd.push(...load.tally.odd);
      await awaitAttempts(database, 'first', options);
    };
    for (let round = 0; round < options.size; round += 1) {
      for (const jump of jumps) {
        // What fails here waits for its resend while the clock jumps an hour; a day is longer than it may wait at all.
        stage.receiver.behave(Math.abs(jump) === hour ? failsNowAndThen() : answer(200));
        await loadForAWhile();
        stage.receiver.behave(answer(200));
        if (Math.abs(jump) !== hour) await awaitAttempts(database, 'any', options);
        clock.moveTo(jump);
        const there = await database.row<{ ahead: number }>(sql`
          select extract(epoch from now() - ${new Date()}::timestamptz)::double precision as ahead`);
        if (Math.abs((there?.ahead ?? 0) - jump) < 60) moved += 1;
        await loadForAWhile();
        clock.moveTo(0);
      }
    }
    const { all, uneven } = await awaitEven(database, stage.receiver, options);
    const end = await stage.end(program, { withinMs: 10_000, inHaste: options.inHaste });
    const counts = {
      jumps: moved,
      'events lost': end.lost.length,
      'half there': end.half.length,
      'attempts lost or added': uneven.length,
    };
    return {
      figure: `${countsInWords(counts)} in ${inThousands(all)} deliveries`,
      ok: moved === options.size * jumps.length && end.lost.length + end.half.length + uneven.length + odd.length === 0,
      lines: [
        `the clock of the program and of its database; ${inThousands(answered)} requests answered; each jump comes between two loads: what waits for its first attempt when the clock leaps a day is a day old then, or due in a day`,
        ...[...odd, ...uneven, ...end.lost, ...end.half].slice(0, 10),
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
