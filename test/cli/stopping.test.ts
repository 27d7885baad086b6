// A stop is quick because what a first start wrote has been brought to disk before anybody waits for it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/platform/db/database.ts';
import { programFolder } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';

test('what a first start wrote is in the database’s files soon after it, not first at the stop', async (t) => {
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
