// A migrated database of a benchmark's own, with the settings that the product ships.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { type Database, openDatabase } from '../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../src/platform/db/embedded-postgres.ts';
import { accountRole } from '../src/platform/db/grants.ts';
import { migrateAs } from '../src/platform/db/migrations.ts';
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

/** The pool is the program's own, so that `servingAccount` measures what a request waits for. */
export function withBenchDatabase<T>(poolSize: number, work: (database: Database) => Promise<T>): Promise<T> {
  return withFolder(async (dataDir) => {
    const log = createLog('silent');
    const server = await startEmbeddedPostgres({ dataDir, log });
    const open = (connection: pg.PoolConfig, size: number) =>
      openDatabase({ connection, poolSize: size, onIdleError: () => {} });
    const database = open(server.connection, poolSize);
    try {
      await migrateAs(() => open(server.owner, 2), database, log);
      const superuser = open(server.superuser, 1);
      // For the ANALYZE after seeding.
      await superuser.pool.query(`grant pg_maintain to ${server.connection.user}`).finally(() => superuser.close());
      database.serveAccountsAs(accountRole);
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
