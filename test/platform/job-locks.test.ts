import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/platform/db/database.ts';
import { startJobRunner } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { testDatabase } from '../support/database.ts';

const { database } = await testDatabase(10);
const held = Promise.withResolvers<void>();
const ran: string[] = [];

function start(name: string) {
  const handlers = {
    wait: async () => {
      ran.push(name);
      await held.promise;
    },
  };
  const options = {
    handlers,
    crontab: '',
    concurrency: 2,
    log: createLog('silent'),
    now: () => new Date(),
    giveBackEveryMs: 100,
  };
  return startJobRunner({ connectionPool: database.pool, ...options });
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await holds()); tries += 1) {
    assert.ok(tries < 600, 'it did not come true in time');
    await sleep(20);
  }
}

const moveLocksBack = () =>
  database.run(sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`);

test('the jobs of a process that is gone are given back, those of one that lives are not', async () => {
  const [one, other] = [await start('one'), await start('other')];
  after(async () => {
    held.resolve();
    await Promise.all([one.stop(), other.stop()]);
  });
  const add = () => database.row<{ id: string }>(sql`select id from graphile_worker.add_job('wait')`);
  const [alive, orphan] = [await add(), await add()];
  await until(() => ran.length === 2);
  // The second one's process is killed, so to say: nobody holds the lock of this name.
  await database.run(
    sql`update graphile_worker._private_jobs set locked_by = 'pool-of-a-dead-process' where id = ${orphan!.id}`,
  );
  await moveLocksBack();
  await until(() => ran.length === 3);
  await sleep(200);
  assert.equal(ran.length, 3);
  const row = await database.row<{ attempts: number }>(
    sql`select attempts from graphile_worker.jobs where id = ${alive!.id}`,
  );
  assert.equal(row?.attempts, 1);
});
