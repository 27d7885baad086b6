// The demo of a first start: candidates at every stage, valid audit trail, reset on request, never in a database with
// other accounts.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Db, rawSql, sql } from '../../src/platform/db/database.ts';
import { commandLine, startCommand } from '../support/command-line.ts';
import { eventually } from '../support/limited-loops.ts';
import { copyPreparedCluster } from '../support/prepared-cluster.ts';
import { freePorts } from '../support/program.ts';
import { openProgramDatabase } from '../support/program-database.ts';

const { folder, env, run, json } = commandLine({ ...(await freePorts()), PROBITY_LOG_LEVEL: 'info' });
const dataDir = join(folder, 'var');
await copyPreparedCluster(join(dataDir, 'postgres'));

const readDemo = () => JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { testKey: string };

/** Serves until it is ready and `meanwhile` has ended. Returns its output. */
async function serve(meanwhile: () => Promise<void> = async () => undefined): Promise<string> {
  const serving = startCommand(env, ['serve']);
  const said = () => serving.said().out + serving.said().err;
  try {
    await eventually(
      async () => said(),
      (text) => /^ready /m.test(text),
      120_000,
    );
    await meanwhile();
  } finally {
    serving.child.kill('SIGTERM');
  }
  assert.equal((await serving.ended).code, 0);
  return said();
}

async function inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { database, close } = await openProgramDatabase(dataDir);
  return work(database).finally(close);
}

const countChecks = async (db: Db) => (await db.rows(sql`select from checks`)).length;

test('a stop while the demo is filled leaves no partial data', async () => {
  await serve();
  assert.ok([0, 44].includes(await inDatabase(countChecks)));
});

test('the demo has candidates at every stage, each with an ordered history', async () => {
  const said = await serve(async () => {
    await inDatabase((db) =>
      eventually(
        () => countChecks(db),
        (count) => count === 44,
      ),
    );
    const reset = await run(['demo', '--reset']);
    assert.deepEqual([reset.code, reset.out], [1, '']);
    assert.match(reset.err, /^The program is running: stop it first/);
  });
  assert.doesNotMatch(said, /example\.com/);
  await inDatabase(async (db) => {
    const statusesOf = async (table: 'checks' | 'reports' | 'webhook_deliveries') =>
      (await db.rows<{ status: string }>(sql`select distinct status from ${rawSql(table)} order by 1`)).map(
        ({ status }) => status,
      );
    const ofChecks = ['awaiting_applicant', 'cancelled', 'complete', 'in_progress', 'on_hold', 'withdrawn'];
    assert.deepEqual(await statusesOf('checks'), ofChecks);
    const ofReports = ['awaiting_approval', 'awaiting_data', 'cancelled', 'complete', 'paused', 'withdrawn'];
    assert.deepEqual(await statusesOf('reports'), ofReports);
    assert.deepEqual(await statusesOf('webhook_deliveries'), ['delivered', 'due', 'exhausted']);
    assert.deepEqual(await db.rows(sql`select distinct is_demo from accounts`), [{ is_demo: true }]);
    const untrue = await db.rows(sql`
      select e.type from security_events e
      where e.type = 'factor.added' and not exists (select from sign_in_factors f where 'user:' || f.user_id = e.actor)`);
    assert.deepEqual(untrue, [], 'the security events say what the overview of access says');
    const disordered = await db.rows(sql`
      select order_id from checks
      where not (created_at <= coalesce(form_opened_at, created_at)
        and coalesce(form_opened_at, created_at) <= coalesce(form_completed_at, form_opened_at, created_at)
        and coalesce(completed_at, now()) >= coalesce(form_completed_at, created_at) and coalesce(completed_at, now()) <= now())`);
    assert.deepEqual(disordered, []);
    const late = await db.rows(sql`select id, type from events where occurred_at > recorded_at + interval '1 minute'`);
    assert.deepEqual(late, []);
    const { days } = (await db.row<{ days: number }>(sql`
      select extract(day from now() - min(created_at))::integer as days from checks`))!;
    assert.ok(days >= 60);
    const starts = await db.rows(sql`
      select c.status, a.name as account from work_starts s
      join checks c on (c.account_id, c.environment, c.id) = (s.account_id, s.environment, s.check_id)
      join accounts a on a.id = s.account_id
      where s.complete_by > now() and s.recorded_by like 'user:%'`);
    assert.deepEqual(
      starts,
      [{ status: 'in_progress', account: 'Demo Care Ltd' }],
      'the client’s list of starts has one',
    );
    const ends = await db.rows<{ days: number }>(sql`
      select permission_ends_on - current_date as days from reports where permission_ends_on is not null order by 1`);
    assert.equal(ends.length, 3);
    const [over, soon, later] = ends.map(({ days }) => days);
    assert.ok(over! < 0 && soon! > 14 && soon! < 30 && later! > 120, 'one ended, one ends soon, and one in months');
    const mails = await db.rows(sql`select distinct status from emails`);
    assert.deepEqual(mails, [{ status: 'held' }]);
    const { charged, unpriced } = (await db.row<{ charged: number; unpriced: number }>(sql`
      select count(*)::integer as charged, count(*) filter (where amount_pence is null)::integer as unpriced
      from charges`))!;
    assert.ok(charged > 40, `${charged} charges`);
    assert.equal(unpriced, 0, 'every report of the demo is ordered at a price');
  });
  const audit = await run(['audit', 'verify']);
  assert.match(audit.out, /^The audit trail is valid: /);
});

test('resetting the demo removes every change to it', async () => {
  const before = readDemo();
  await json('accounts', 'change', '--account', 'Demo Care Ltd', '--name', 'Changed Ltd');
  const { code, err } = await run(['demo', '--reset']);
  assert.deepEqual([code, err.replace(/^\{.*\}\n/gm, '')], [0, '']);
  assert.notEqual(readDemo().testKey, before.testKey);
  const { accounts } = await json('accounts', 'list');
  assert.deepEqual(
    accounts!.map(({ name }) => name),
    ['Demo Care Ltd', 'Riverside Bank plc', 'Harbour Freight Ltd'],
  );
  assert.equal(await inDatabase(countChecks), 44);
});

test('the reset refuses a database with other accounts, and one without a demo', async () => {
  await json('accounts', 'create', '--name', 'Sample Care');
  const beside = await run(['demo', '--reset']);
  assert.deepEqual(beside, {
    code: 1,
    out: '',
    err: 'There are accounts that do not belong to the demo: nothing was changed.\n',
  });
  assert.equal((await json('accounts', 'list')).accounts!.length, 4);
  const elsewhere = commandLine({ PROBITY_LOG_LEVEL: 'warn' });
  await copyPreparedCluster(join(elsewhere.folder, 'var', 'postgres'));
  assert.match((await elsewhere.run(['demo', '--reset'])).err, /^There is no demo here/);
  const onServer = commandLine({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' });
  assert.match((await onServer.run(['demo', '--reset'])).err, /^The demo is for the embedded database/);
});
