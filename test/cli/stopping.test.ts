// A stop is fast because a checkpoint soon after a first start has written its data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/platform/db/database.ts';
import { programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';

test('the data of a first start are in the database’s files soon after it, not only at the stop', async (t) => {
  const folder = programFolder({ makesDatabase: true });
  t.after(folder.remove);
  const program = await folder.start();
  t.after(() => program.child.kill('SIGKILL'));
  const { database, close } = await openProgramDatabase(folder.dataDir);
  const requested = async () =>
    (await database.row<{ n: number }>(sql`select num_requested as n from pg_stat_checkpointer`))!.n;
  let isSettled = false;
  for (const deadline = performance.now() + 30_000; !isSettled && performance.now() < deadline; await sleep(100)) {
    isSettled = (await requested()) > 0;
  }
  await close();
  assert.ok(isSettled, 'no checkpoint within half a minute');
  assert.equal(await program.stop(), 0);
});
