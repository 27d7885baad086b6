// Keeps the shared test server running between test files, and stops using it when the test runner has ended.
import { rmSync } from 'node:fs';
import { openProcessLock } from '../../src/platform/db/process-lock.ts';
import { startSharedServer } from './database.ts';
import { within } from './limited-loops.ts';

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
  for await (const _ of within(6 * 3_600_000, 'the end of the test run', 200)) if (!runnerLives()) break;
  rmSync(lockPath, { force: true });
  await server.stop();
}
lock.close();
