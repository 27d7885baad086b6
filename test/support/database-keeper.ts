// Keeps the shared test server up between test files, and lets go of it when the test runner is gone.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openProcessLock } from '../../src/platform/db/process-lock.ts';
import { startSharedServer } from './database.ts';

const [, , dataDir = '', lockPath = '', runner = ''] = process.argv;

function runnerLives(): boolean {
  try {
    process.kill(Number(runner), 0);
    return true;
  } catch {
    return false;
  }
}

const lock = openProcessLock(lockPath);
if (lock.tryHold('exclusive')) {
  const server = await startSharedServer(dataDir);
  while (runnerLives()) await sleep(200);
  rmSync(lockPath, { force: true });
  await server.stop();
}
lock.close();
