// P6: from `npm start` to the first answer, the first time and later, against the bare database.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type PostgresAccount, postgresAccount, spawnAs } from '../src/platform/db/postgres-account.ts';
import { postgresBinaries } from '../src/platform/db/postgres-binaries.ts';
import { withFolder } from './bench-database.ts';
import { type Benchmark, type Figure, inTurns } from './benchmark.ts';
import { environmentFor, programFolder } from './served.ts';

const binaries = postgresBinaries();

async function elapsedMs(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await sleep(5);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Any answer counts: the certificate is made anew by a first start. */
function answers(port: string): Promise<boolean> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/health/ready', rejectUnauthorized: false, agent: false });
    request.on('response', (response) => resolve(response.statusCode === 200)).on('error', () => resolve(false));
  });
}

async function npmStart(env: Record<string, string>): Promise<{ ms: number; stop(): Promise<void> }> {
  let child: ReturnType<typeof spawn> | undefined;
  const ms = await elapsedMs(async () => {
    child = spawn('npm', ['start'], { cwd: programFolder, env, stdio: 'ignore', detached: true });
    await until(() => answers(env.PROBITY_PORT ?? ''));
  });
  return {
    ms,
    async stop() {
      // The whole group, as a terminal does it: npm does not hand every signal down.
      process.kill(-child!.pid!, 'SIGTERM');
      await until(async () => !isAlive(-child!.pid!));
    },
  };
}

interface Bare {
  readonly folder: string;
  readonly account: PostgresAccount;
}

async function initdb({ folder, account }: Bare): Promise<void> {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, account.owner.uid, account.owner.gid);
  const args = ['-D', data, '-U', 'probity', '-E', 'UTF8', '--auth=trust'];
  const [code] = await once(spawnAs(account, binaries.initdb, args, { stdio: 'ignore' }), 'exit');
  if (code !== 0) throw new Error('initdb failed');
}

async function accepts(folder: string): Promise<boolean> {
  const client = new pg.Client({ host: folder, user: 'probity', database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Until the first answered query. */
async function startBare({ folder, account }: Bare): Promise<{ stop(): Promise<void> }> {
  const args = ['-D', join(folder, 'data'), '-k', folder, '-c', 'listen_addresses='];
  const child = spawnAs(account, binaries.postgres, args, { stdio: 'ignore' });
  await until(() => accepts(folder));
  return {
    async stop() {
      const pid = Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
      process.kill(pid, 'SIGINT');
      await once(child, 'exit');
    },
  };
}

function fresh(folder: string, account?: PostgresAccount): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o755 });
  if (account !== undefined) chownSync(folder, account.owner.uid, account.owner.gid);
}

async function figures(folder: string, rounds: number): Promise<Figure[]> {
  const account = postgresAccount(binaries, folder);
  const bare = { folder: join(folder, 'bare'), account };
  const env = await environmentFor(join(folder, 'ours'));
  const ours = async () => {
    const { ms, stop } = await npmStart(env);
    await stop();
    return ms;
  };
  const bareStart = (before: () => Promise<void>) => async () => {
    let running: { stop(): Promise<void> } | undefined;
    const ms = await elapsedMs(async () => {
      await before();
      running = await startBare(bare);
    });
    await running?.stop();
    return ms;
  };
  const ms = await inTurns(rounds, {
    'first ours': () => {
      fresh(join(folder, 'ours'));
      return ours();
    },
    'first bare': () => {
      fresh(bare.folder, account);
      return bareStart(() => initdb(bare))();
    },
  });
  const later = await inTurns(rounds, { ours, bare: bareStart(async () => {}) });
  const within = (mostMs: number, what: string, ours: number, bare: number): Figure => ({
    ...{ what, unit: 'ms' as const, ours, limit: bare, ratio: ours / bare },
    ...{ goal: `< ${mostMs} ms`, met: ours < mostMs },
  });
  return [
    within(3000, 'first start, against initdb and start', ms['first ours'], ms['first bare']),
    within(1000, 'later start', later.ours, later.bare),
  ];
}

export const benchmark: Benchmark = {
  id: 'P6',
  work: '`npm start` to the first answer, after a clean stop',
  limit: '`initdb` and start of the bare database, to its first answer; later its start alone',
  remark:
    'What holds it back: of the first 1.3 s of a first start, profiled, the program’s thread is busy for 0.9 s, most of it loading modules, on the cores that `initdb` and the new database want too; for 0.4 s it waits for them. The demo account and the job library’s tables come on top. Of a later start the program’s thread spends two thirds on loading 1,500 modules, a quarter of which are TypeBox.',
  run: (rounds) => withFolder((folder) => figures(folder, rounds)),
};
