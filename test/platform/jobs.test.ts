import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { openDatabase, sql } from '../../src/platform/db/database.ts';
import { startJobRunner } from '../../src/platform/jobs.ts';
import { createLog } from '../../src/platform/log.ts';
import { testDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { until } from '../support/limited-loops.ts';

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
