// Starts the program as it is shipped, in a process and a data folder of its own, with the demo account to work on.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { createLog } from '../src/platform/log.ts';
import { withFolder } from './bench-database.ts';
import { connections, type Target } from './load.ts';

export interface Served extends Target {
  readonly dataDir: string;
  readonly pid: number;
  readonly liveKey: string;
  /** Of ours, to the server's database. */
  readonly database: Database;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

export const programFolder = fileURLToPath(new URL('..', import.meta.url));

/** Only what the program needs: NODE_EXTRA_CA_CERTS alone would cost a start 100 ms. */
export async function environmentFor(dataDir: string): Promise<Record<string, string>> {
  return {
    PATH: process.env.PATH ?? '',
    HOME: dataDir,
    PROBITY_DATA_DIR: dataDir,
    PROBITY_PORT: String(await freePort()),
    PROBITY_HTTP_PORT: String(await freePort()),
    PROBITY_METRICS_PORT: String(await freePort()),
    PROBITY_RATE_LIMIT: '10000000',
    PROBITY_EMAIL_DOMAIN_CHECK: 'off',
  };
}

/** Resolves with everything said so far when `child` prints a line that starts like this. */
export function saying(child: ChildProcess, start: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.split('\n').some((line) => line.startsWith(start))) resolve();
    });
    child.once('exit', (code) => reject(new Error(`exit ${code} before it said ${start}: ${said}`)));
  });
}

export async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/**
 * Served without its background work, which would take turns with what is measured, unless that is what is measured; the
 * log goes to a file. @param more settings besides
 */
export function withServed<T>(
  work: (served: Served) => Promise<T>,
  more: Readonly<Record<string, string>> = {},
  { isWorking = false } = {},
): Promise<T> {
  return withFolder(async (folder) => {
    const dataDir = join(folder, 'var');
    const env = { ...(await environmentFor(dataDir)), ...more };
    const stderr = openSync(join(folder, 'log'), 'a');
    const stdio = ['ignore', 'pipe', stderr] as const;
    const child = spawn(
      join(programFolder, 'bin/probity'),
      ['serve', '--no-history', ...(isWorking ? [] : ['--no-work'])],
      {
        env,
        stdio: [...stdio],
      },
    );
    try {
      await saying(child, 'ready ');
      const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: createLog('silent') });
      const { superuser: connection } = server;
      const database = openDatabase({ connection, poolSize: connections, onIdleError: () => {} });
      const { liveKey } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { liveKey: string };
      const ca = readFileSync(join(dataDir, 'tls/authority.pem'), 'utf8');
      try {
        return await work({ dataDir, pid: child.pid!, liveKey, database, ca, port: Number(env.PROBITY_PORT) });
      } finally {
        await database.close();
        await server.stop();
      }
    } finally {
      await stopped(child);
    }
  });
}
