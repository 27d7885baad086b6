// Whether there is an installation: a start, a migration and what creates make one; every other command refuses without one.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { connect } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isNeverMigrated } from '../platform/db/migrations.ts';
import { createLog } from '../platform/log.ts';

/** Undefined if there is an embedded database, or a setting names another one. */
export function lackingDatabase({ databaseUrl, dataDir }: Settings): string | undefined {
  if (databaseUrl !== undefined || existsSync(join(dataDir, 'postgres', 'data'))) return undefined;
  return `There is no database in ${dataDir}. Set PROBITY_DATA_DIR, or start the program.`;
}

/** Throws what to do if there is none: a lost mount or a mistyped setting must not look like a sound, empty service. */
export async function requireInstallation(settings: Settings): Promise<void> {
  const lacking = lackingDatabase(settings);
  if (lacking !== undefined) throw new Error(lacking);
  if (settings.databaseUrl === undefined) return;
  const { connection, stop } = await connect(settings, createLog('silent'));
  const database = openDatabase({ connection, poolSize: 1, onIdleError: () => undefined });
  try {
    if (await isNeverMigrated(database))
      throw new Error('The database of DATABASE_URL is empty. Name the right one, or start the program.');
  } finally {
    await database.close();
    await stop();
  }
}
