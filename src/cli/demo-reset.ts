// Deletes the demo and whatever was done to it, so that it can be made anew; only where nothing but the demo is there.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../config.ts';
import { listAccounts } from '../features/accounts/account-actions.ts';
import { connect } from '../main.ts';
import { openDatabase } from '../platform/db/database.ts';
import { dropEverything } from '../platform/db/drop-everything.ts';
import { openProcessLock } from '../platform/db/process-lock.ts';
import { createLog } from '../platform/log.ts';
import { withProbity } from './command.ts';
import { demoFile } from './demo-place.ts';

/** The trail of events is append-only: so the whole database goes, its signed heads too. Files that no row names are swept later. */
async function dropDatabase(settings: Settings): Promise<void> {
  const server = await connect(settings, createLog('silent'));
  const database = openDatabase({ connection: server.connection, poolSize: 1, onIdleError: () => {} });
  try {
    await dropEverything(database);
  } finally {
    await database.close();
    await server.stop();
  }
  for (const file of [settings.auditHeadFile, demoFile(settings)]) rmSync(file, { force: true });
}

/** Rejects where there is no demo, where other accounts stand beside it, or while a program works on it. */
export async function forgetDemo(settings: Settings): Promise<void> {
  const accounts = await withProbity(settings, ({ ctx }) => listAccounts(ctx));
  if (accounts.length === 0) throw new Error('There is no demo here: `npm start` makes it.');
  if (accounts.some((account) => !account.is_demo)) {
    throw new Error('There are accounts that are no demo: nothing was changed.');
  }
  const place = openProcessLock(join(settings.dataDir, 'demo-place.lock'));
  try {
    if (!place.tryHold('exclusive')) throw new Error('The program is running: stop it first. Nothing was changed.');
    await dropDatabase(settings);
  } finally {
    place.close();
  }
}
