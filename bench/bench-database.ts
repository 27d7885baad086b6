// A migrated database of a benchmark's own, with the settings that the product ships.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { migrate } from '../src/platform/db/migrations.ts';
import { postgresBinaries } from '../src/platform/db/postgres-binaries.ts';
import { createLog } from '../src/platform/log.ts';

/** A folder that is gone when `work` is done, in which a server may run under another user. */
export async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function withBenchDatabase<T>(poolSize: number, work: (database: Database) => Promise<T>): Promise<T> {
  return withFolder(async (dataDir) => {
    const log = createLog('silent');
    const server = await startEmbeddedPostgres({ dataDir, log });
    const database = openDatabase({ connection: server.superuser, poolSize, onIdleError: () => {} });
    try {
      await migrate(database, log);
      return await work(database);
    } finally {
      await database.close();
      await server.stop();
    }
  });
}

/** For example `18.4`. */
export function postgresVersion(): string {
  return execFileSync(postgresBinaries().postgres, ['--version'], { encoding: 'utf8' }).trim().split(' ').at(-1) ?? '';
}
