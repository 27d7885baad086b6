import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from '../../src/platform/db/database.ts';
import { startJobRunner } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { testDatabase } from '../support/database.ts';
import { until } from '../support/limited-loops.ts';

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
    releaseEveryMs: 100,
  };
  return startJobRunner({ connectionPool: database.pool, ...options });
}

const moveLocksBack = () =>
  database.run(sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'`);

test('the jobs of a dead process are released, those of a running one are not', async () => {
  const [one, other] = [await start('one'), await start('other')];
  after(async () => {
    held.resolve();
    await Promise.all([one.stop(), other.stop()]);
  });
  const add = () => database.row<{ id: string }>(sql`select id from graphile_worker.add_job('wait')`);
  const [alive, orphan] = [await add(), await add()];
  await until(() => ran.length === 2);
  // The second process counts as killed: nobody holds the lock of its name.
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

test('a job that was locked for us without our knowledge is released, running ones are not', async () => {
  const before = ran.length;
  const ending = Promise.withResolvers<void>();
  const runner = await startJobRunner({
    connectionPool: database.pool,
    handlers: {
      work: () => {
        ran.push('work');
        return ending.promise;
      },
    },
    crontab: '',
    concurrency: 2,
    log: createLog('silent'),
    now: () => new Date(),
    releaseEveryMs: 100,
  });
  after(async () => {
    ending.resolve();
    await runner.stop();
  });
  const add = () => database.row<{ id: string }>(sql`select id from graphile_worker.add_job('work')`);
  const begun = await add();
  await until(() => ran.length === before + 1);
  // The state after a lost answer: jobs are locked for this pool, which never started them.
  const unheardOf = await database.transaction(async (tx) => {
    const job = await tx.row<{ id: string }>(sql`select id from graphile_worker.add_job('work')`);
    await tx.run(sql`
      update graphile_worker._private_jobs j set attempts = 1, locked_at = now(), locked_by = mine.locked_by
      from graphile_worker._private_jobs mine where j.id = ${job!.id} and mine.id = ${begun!.id}`);
    return job;
  });
  await sleep(300);
  assert.equal(ran.length, before + 1);
  await moveLocksBack();
  await until(() => ran.length === before + 2);
  await sleep(200);
  assert.equal(ran.length, before + 2);
  const attempts = (id: string) =>
    database.row<{ attempts: number }>(sql`select attempts from graphile_worker.jobs where id = ${id}`);
  assert.deepEqual([await attempts(begun!.id), await attempts(unheardOf!.id)], [{ attempts: 1 }, { attempts: 2 }]);
});

test('a process whose listening session broke keeps its jobs', async () => {
  const before = ran.length;
  const ending = Promise.withResolvers<void>();
  const handlers = {
    keep: () => {
      ran.push('keep');
      return ending.promise;
    },
  };
  const options = { connectionPool: database.pool, handlers, crontab: '', concurrency: 1, log: createLog('silent') };
  const runners = await Promise.all(
    [1, 2].map(() => startJobRunner({ ...options, now: () => new Date(), releaseEveryMs: 2000 })),
  );
  after(async () => {
    ending.resolve();
    await Promise.all(runners.map((runner) => runner.stop()));
  });
  const { id } = (await database.row<{ id: string }>(sql`select id from graphile_worker.add_job('keep')`))!;
  await until(() => ran.length === before + 1);
  await moveLocksBack();
  const holders = async () => {
    const found = await database.rows<{ pid: number }>(sql`
      select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and l.locktype = 'advisory' and l.mode = 'ShareLock' and l.granted`);
    return found.map(({ pid }) => pid);
  };
  /** Both processes hold their lock, and no session of before does: a session may end a moment after it was told to. */
  const holdAgain = async (before: readonly number[]) => {
    const holding = await holders();
    return holding.length === 2 && !holding.some((pid) => before.includes(pid));
  };
  await until(() => holdAgain([]));
  // Twice, because the check runs every two seconds.
  for (let breaks = 0; breaks < 2; breaks += 1) {
    const broken = await holders();
    await database.run(sql`select pg_terminate_backend(pid) from unnest(${broken}::integer[]) as pid`);
    await until(() => holdAgain(broken));
    await sleep(1100);
  }
  const row = await database.row<{ attempts: number }>(sql`select attempts from graphile_worker.jobs where id = ${id}`);
  assert.deepEqual([row, ran.length], [{ attempts: 1 }, before + 1]);
});
