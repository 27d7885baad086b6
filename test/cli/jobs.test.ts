// `probity jobs` with the real program: lists, retries and discards jobs that failed.
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { sql } from '../../src/platform/db/database.ts';
import { commandLine } from '../support/command-line.ts';
import { testDatabase } from '../support/database.ts';
import { urlOf } from '../support/probity.ts';

// As the program's own role, which is granted what these commands need.
const { programConnection, database } = await testDatabase();
const { run, json } = commandLine({ DATABASE_URL: urlOf(programConnection) });

const add = async (name: string, attempts: number, error: string | null) => {
  const row = await database.row<{ id: number }>(sql`
    select id from graphile_worker.add_job(${name}, payload => '{"emailId": "m1", "ids": ["not shown"]}',
      run_at => now() + interval '1 hour', max_attempts => 10)`);
  await database.run(sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${error} where id = ${row!.id}`);
  return String(row!.id);
};

let [lost, waiting, fresh] = ['', '', ''];
beforeEach(async () => {
  await database.run(sql`delete from graphile_worker._private_jobs`);
  lost = await add('send_email', 10, 'Error EENVELOPE 554');
  waiting = await add('request_report', 2, 'Error ECONNREFUSED');
  fresh = await add('send_email', 0, null);
});

const listed = async (...args: string[]) => (await json('jobs', 'list', ...args)).jobs!.map(({ id }) => id);

test('lists jobs that failed with the kind of their last error and what they are about, and no others', async () => {
  const { jobs } = await json('jobs', 'list');
  const [first, second] = jobs!;
  assert.equal(jobs!.length, 2);
  const { addedAt, nextAttemptAt, ...same } = first!;
  for (const time of [addedAt, nextAttemptAt]) assert.match(String(time), /^\d{4}-.*Z$/);
  const about = 'emailId=m1';
  const rest = {
    job: 'request_report',
    state: 'retrying',
    attempts: '2 of 10',
    lastError: 'Error ECONNREFUSED',
    about,
  };
  assert.deepEqual(same, { id: waiting, ...rest });
  assert.deepEqual(
    [second!.id, second!.state, second!.attempts, second!.nextAttemptAt],
    [lost, 'given up', '10 of 10', null],
  );
  assert.deepEqual(await listed('--given-up'), [lost]);
  assert.deepEqual(await listed('--retrying'), [waiting]);
  assert.deepEqual(await listed('--job', 'send_email'), [lost]);
  assert.deepEqual(await listed('--since', '2999-01-01'), []);
  assert.match((await run(['jobs', 'list'])).out, /send_email +given up +10 of 10 +Error EENVELOPE 554/);
});

test('retries one of them, or all that were given up, at once and with all attempts', async () => {
  assert.deepEqual(
    (await json('jobs', 'retry', '--given-up')).jobs?.map(({ id }) => id),
    [lost],
  );
  assert.deepEqual(
    (await json('jobs', 'retry', waiting)).jobs?.map(({ id }) => id),
    [waiting],
  );
  assert.deepEqual(await listed(), []);
  const rows = await database.rows<{ id: number; due: boolean; attempts: number }>(sql`
    select id, run_at <= now() as due, attempts::integer as attempts from graphile_worker.jobs order by id`);
  assert.deepEqual(rows, [
    { id: Number(lost), due: true, attempts: 0 },
    { id: Number(waiting), due: true, attempts: 0 },
    { id: Number(fresh), due: false, attempts: 0 },
  ]);
});

test('discards those that were given up, and leaves the others', async () => {
  assert.deepEqual((await json('jobs', 'discard', '--given-up', '--job', 'request_report')).jobs, []);
  assert.deepEqual(
    (await json('jobs', 'discard', '--given-up')).jobs?.map(({ id }) => id),
    [lost],
  );
  assert.deepEqual(await listed(), [waiting]);
});

test('changes nothing that is not named, has not failed or is running', async () => {
  for (const [args, message] of [
    [[], /--id or --given-up must be given/],
    [['--job', 'send_email'], /--id or --given-up must be given/],
    [['--id', 'x'], /--id is not the id of a job/],
    [['--id', fresh], /--id is of no job that failed/],
  ] as const) {
    for (const verb of ['retry', 'discard']) {
      const { code, err } = await run(['jobs', verb, ...args]);
      assert.equal(code, 1);
      assert.match(err, message);
    }
  }
  await database.run(sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody'`);
  assert.match((await run(['jobs', 'discard', lost])).err, /is of no job that failed/);
  assert.deepEqual((await json('jobs', 'retry', '--given-up')).jobs, []);
});
