// The program stays up while its database is away, from the first moment on, and goes on when it is back.
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

test('a database that is lost right after the start is answered with 503, and everything goes on once it is back', async (t) => {
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
  // Past the moment at which the work begins.
  for (const deadline = performance.now() + 2500; performance.now() < deadline; await sleep(200)) {
    assert.equal(await ready(), 503);
    assert.equal(ended, false, program.log());
  }
  await proxy.restore();
  await until(async () => (await ready()) === 200);
  // The work has begun: the job runner holds its lock.
  await until(async () => {
    const holders = sql`
      select from pg_stat_activity where datname = current_database() and query like '%job pool%' and pid <> pg_backend_pid()`;
    return (await database.rows(holders)).length > 0;
  });
  assert.equal(await program.stop(), 0, program.log());
});
