// The embedded database of a program under test, for reading it and moving its times.
import { join } from 'node:path';
import { type Database, openDatabase } from '../../src/platform/db/database.ts';
import { startEmbeddedPostgres } from '../../src/platform/db/embedded-postgres.ts';
import { createLog } from '../../src/platform/log.ts';

/** Joins the running server, or starts it; whichever process closes last stops it. */
export async function openProgramDatabase(
  dataDir: string,
): Promise<{ readonly database: Database; close(): Promise<void> }> {
  const server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log: createLog('silent') });
  const database = openDatabase({ connection: server.superuser, poolSize: 2, onIdleError: () => undefined });
  return {
    database,
    async close() {
      await database.close();
      await server.stop();
    },
  };
}
