// The program keeps running while its database is unavailable, from the start on, and continues afterwards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { sql } from '../../src/platform/db/database.ts';
import { testDatabase } from '../support/database.ts';
import { startDatabaseProxy } from '../support/database-proxy.ts';
import { until } from '../support/limited-loops.ts';
import { urlOf } from '../support/probity.ts';
import { programFolder } from '../support/program.ts';

test('answers 503 while the database is unavailable right after the start, and continues when it is back', async (t) => {
  const { connection, database } = await testDatabase();
  const proxy = await startDatabaseProxy(connection);
  t.after(() => proxy.cut().catch(() => undefined));
  const folder = programFolder();
  t.after(folder.remove);
  const program = await folder.start({ DATABASE_URL: urlOf(proxy.connection), PROBITY_MAIL_URL: 'smtp://127.0.0.1:1' });
  let ended = false;
  program.child.once('exit', () => {
    ended = true;
  });
  t.after(() => program.child.kill('SIGKILL'));
  await proxy.cut();
  const dispatcher = new Agent({ connect: { ca: program.ca } });
  t.after(() => dispatcher.close());
  const ready = async () => {
    const answer = await request(`${program.url}/health/ready`, { dispatcher });
    await answer.body.dump();
    return answer.statusCode;
  };
  // Later than the moment at which the work starts.
  for (const deadline = performance.now() + 2500; performance.now() < deadline; await sleep(200)) {
    assert.equal(await ready(), 503);
    assert.equal(ended, false, program.log());
  }
  await proxy.restore();
  await until(async () => (await ready()) === 200);
  // The work has started: the job runner holds its lock.
  await until(async () => {
    const holders = sql`
      select from pg_stat_activity where datname = current_database() and query like '%job pool%' and pid <> pg_backend_pid()`;
    return (await database.rows(holders)).length > 0;
  });
  assert.equal(await program.stop(), 0, program.log());
});
