// Deletes the database of a demo, so that the next start makes a new one; refuses if other accounts exist.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { hasMoreThanDemo, listAccounts } from '../features/accounts/account-actions.ts';
import { connect } from '../main.ts';
import { erasuresBeside } from '../platform/backup/backup-places.ts';
import { openDatabase } from '../platform/db/database.ts';
import { dropEverything } from '../platform/db/drop-everything.ts';
import { openProcessLock } from '../platform/db/process-lock.ts';
import { createLog } from '../platform/log.ts';
import { withProbity } from './command.ts';
import { demoFile } from './demo-place.ts';

/**
 * Drops the whole database with its signed heads, because the chain of events is append-only. Files without a row are
 * swept later.
 */
async function dropDatabase(settings: Settings): Promise<void> {
  const server = await connect(settings, createLog('silent'));
  const database = openDatabase({ connection: server.owner ?? server.connection, poolSize: 1, onIdleError: () => {} });
  try {
    await dropEverything(database);
  } finally {
    await database.close();
    await server.stop();
  }
  for (const file of [settings.auditHeadFile, erasuresBeside(settings.auditHeadFile), demoFile(settings)])
    rmSync(file, { force: true });
}

/** Rejects if there is no demo, if other accounts exist, or while a program uses the database. */
export async function deleteDemo(settings: Settings): Promise<void> {
  const [accounts, hasMore] = await withProbity(settings, async ({ ctx }) => [
    await listAccounts(ctx, 'system'),
    await hasMoreThanDemo(ctx),
  ]);
  if (accounts.length === 0) throw new Error('There is no demo here: `npm start` makes it.');
  if (hasMore) {
    throw new Error('There are accounts that do not belong to the demo: nothing was changed.');
  }
  const place = openProcessLock(join(settings.dataDir, 'demo-place.lock'));
  try {
    if (!place.tryHold('exclusive')) throw new Error('The program is running: stop it first. Nothing was changed.');
    await dropDatabase(settings);
  } finally {
    place.close();
  }
}
