import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { parseCrontab } from 'graphile-worker';
import { openDatabase, sql } from '../../src/platform/db/database.ts';
import { failedJobStates, findFailedJobs, readJobQueue, retryJobs } from '../../src/platform/job-store.ts';
import { jobs, keyedCrontab, startJobRunner } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { testDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { until, upTo } from '../support/limited-loops.ts';

const { database, connection } = await testDatabase(4);
const proxy = await startDatabaseProxy(connection);
const through = openDatabase({ connection: proxy.connection, poolSize: 4, onIdleError: () => undefined });
after(async () => {
  await through.close();
  await proxy.cut();
});

test('the results of jobs that end while the database is away are recorded when it is back', async () => {
  const ending = Promise.withResolvers<void>();
  let begun = 0;
  const hold = async () => {
    begun += 1;
    await ending.promise;
  };
  const runner = await startJobRunner({
    connectionPool: through.pool,
    handlers: {
      succeed: hold,
      fail: async () => {
        await hold();
        throw new RangeError('whatever');
      },
    },
    crontab: '',
    concurrency: 4,
    log: createLog('silent'),
    now: () => new Date(),
  });
  const add = (name: string) => database.run(sql`select graphile_worker.add_job(${name})`);
  for (const name of ['succeed', 'fail', 'succeed', 'fail']) await add(name);
  await until(() => begun === 4);
  await proxy.cut();
  ending.resolve();
  // Nobody can be told, and that must not end the process.
  await sleep(1500);
  await proxy.restore();
  const left = () =>
    database.rows<{ name: string; error: string | null }>(sql`
      select task_identifier as name, last_error as error from graphile_worker.jobs`);
  const failed = { name: 'fail', error: 'RangeError' };
  await until(async () => isDeepStrictEqual(await left(), [failed, failed]));
  await runner.stop();
});

const noCrontab = { crontab: '', concurrency: 1, now: () => new Date() };

test('a job that fails at its last attempt is logged as an error with its id, and each failure once', async () => {
  const lines: string[] = [];
  const log = createLog(
    'warn',
    new Writable({
      write(line, _, done) {
        lines.push(String(line));
        done();
      },
    }),
  );
  const runner = await startJobRunner({
    ...noCrontab,
    connectionPool: database.pool,
    handlers: {
      refuse: async () => {
        throw Object.assign(new Error('550 5.7.1 jo@candidate.test'), { code: 'EENVELOPE', responseCode: 550 });
      },
    },
    log,
  });
  const { id } = (await database.row<{ id: string }>(sql`
    select id::text as id from graphile_worker.add_job('refuse', max_attempts => 2)`))!;
  const failed = () => findFailedJobs(database, { states: failedJobStates, job: 'refuse' }, 10);
  await until(async () => (await failed())[0]?.state === 'given_up');
  await runner.stop();
  const [job] = await failed();
  assert.deepEqual([job?.id, job?.lastError, job?.nextAttemptAt], [id, 'Error EENVELOPE 550', null]);
  const logged = lines.map((line) => JSON.parse(line)).map((line) => [line.level, line.msg, line.jobId, line.attempt]);
  assert.deepEqual(logged, [
    [40, 'job failed', id, 1],
    [50, 'job given up', id, 2],
  ]);
  assert.equal(lines.join('').includes('jo@candidate.test'), false);

  assert.deepEqual(await retryJobs(database, { states: ['given_up'] }), [id]);
  assert.deepEqual(
    (await readJobQueue(database)).counts.filter((one) => one.job === 'refuse'),
    [{ job: 'refuse', state: 'due', count: 1 }],
  );
});

test('the attempts of a job outlast a night', async () => {
  await jobs.add(database, 'sleep', {});
  let waits = 0;
  for (const _ of upTo(100, 'the last attempt')) {
    // What the library does when an attempt fails, without its wait.
    const row = await database.row<{ left: number; wait: number }>(sql`
      update graphile_worker._private_jobs set attempts = attempts + 1
      where key is null and task_id = (select id from graphile_worker._private_tasks where identifier = 'sleep')
      returning max_attempts - attempts as left, exp(least(attempts, 10)) as wait`);
    if (row!.left === 0) break;
    waits += Number(row!.wait);
  }
  assert.ok(waits > 20 * 3600 && waits < 24 * 3600, `${waits} s`);
  await database.run(sql`delete from graphile_worker._private_jobs`);
});

test('the next time of a scheduled job takes the place of one that failed and waits', () => {
  const [minutely, weekly] = parseCrontab(keyedCrontab('* * * * * take_due_deadlines\n0 7 * * 1 tell_renewals'));
  const keyOf = (item?: { options: { jobKey?: string; jobKeyMode?: string } }) => [
    item?.options.jobKey,
    item?.options.jobKeyMode,
  ];
  assert.deepEqual(keyOf(minutely), ['scheduled_take_due_deadlines', 'replace']);
  assert.deepEqual(keyOf(weekly), ['scheduled_tell_renewals', 'replace']);
});

test('a runner stops without the database', async () => {
  const runner = await startJobRunner({
    connectionPool: through.pool,
    handlers: { nothing: async () => undefined },
    crontab: '',
    concurrency: 2,
    log: createLog('silent'),
    now: () => new Date(),
  });
  await proxy.cut();
  await sleep(100);
  const startedAt = performance.now();
  await runner.stop();
  assert.ok(performance.now() - startedAt < 10_000);
  await proxy.restore();
});
