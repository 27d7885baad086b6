// Whether there is an installation: a start, a migration and what creates make one; every other command refuses without one.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { connect } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { isNeverMigrated } from '../platform/db/migrations.ts';
import { createLog } from '../platform/log.ts';

/** Undefined if there is an embedded database, or a setting names another one. Throws if this user may not look. */
export function lackingDatabase({
  databaseUrl,
  dataDir,
}: Pick<Settings, 'databaseUrl' | 'dataDir'>): string | undefined {
  // No other error than that nothing is there means that nothing is there.
  if (databaseUrl !== undefined || statSync(join(dataDir, 'postgres', 'data'), { throwIfNoEntry: false }))
    return undefined;
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
