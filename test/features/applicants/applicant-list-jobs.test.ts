import assert from 'node:assert/strict';
import { test } from 'node:test';
import { foldApplicantLists } from '../../../src/features/applicants/applicant-list-jobs.ts';
import { listApplicants } from '../../../src/features/applicants/applicant-list-queries.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { until } from '../../support/limited-loops.ts';
import { addBareApplicants, bareTenant, foldedOf, removeApplicantsAt } from './bare-applicants.ts';

const { database: db } = await testDatabase();

const someoneWaits = sql`
  select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

/** Runs `work` while another transaction holds a sequence number that is not yet committed. */
async function whileANumberIsHeld(hold: string, work: () => Promise<void>): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(hold);
    await work();
    await client.query('commit');
  } finally {
    client.release();
  }
}

test('packs no applicants beyond a number that a running transaction has drawn', async () => {
  const tenant = await bareTenant(db);
  const held = `insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    values ('${tenant.accountId}', 'live', uuidv7(), now(), '', '')`;
  await whileANumberIsHeld(held, async () => {
    await addBareApplicants(db, tenant, 250);
    for (let run = 0; run < 3; run++) assert.deepEqual(await foldApplicantLists(db), { blocks: 0, more: false });
    assert.equal((await listApplicants(db, tenant, { page: 1, perPage: 20 })).total, 250);
  });
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 2, live: 200 });
  assert.equal((await listApplicants(db, tenant, { page: 1, perPage: 20 })).total, 251);
});

test('waits even for a writer that has drawn its number and has no transaction id yet', async () => {
  const tenant = await bareTenant(db);
  // After the default of the number, before the row is written and PostgreSQL assigns a transaction id.
  await db.pool.query(`
    create function wait_for_the_test() returns trigger language plpgsql as $$
    begin
      if new.sealed_key = 'slow' then perform pg_advisory_lock_shared(1); end if;
      return new;
    end $$;
    create trigger slow_applicants before insert on applicants for each row execute function wait_for_the_test()`);
  const gate = await db.pool.connect();
  await gate.query('select pg_advisory_lock(1)');
  const slow = db.run(sql`
    insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    values (${tenant.accountId}, 'live', uuidv7(), now(), 'slow', '')`);
  await until(async () => (await db.rows(someoneWaits)).length > 0);
  await addBareApplicants(db, tenant, 150);
  for (let run = 0; run < 3; run++) assert.deepEqual(await foldApplicantLists(db), { blocks: 0, more: false });
  await gate.query('select pg_advisory_unlock(1)');
  gate.release();
  await slow;
  await db.pool.query('drop trigger slow_applicants on applicants');
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 1, live: 100 });
  assert.equal((await listApplicants(db, tenant, { page: 8, perPage: 20 })).rows.length, 11);
});

test('overlapping writers delay packing only until those that were running first have ended', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 100);
  const first = await db.pool.connect();
  const second = await db.pool.connect();
  const write = `insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    values ('${tenant.accountId}', 'live', uuidv7(), now(), '', '')`;
  await first.query('begin');
  await first.query(write);
  assert.equal((await foldApplicantLists(db)).blocks, 0);
  await second.query('begin');
  await second.query(write);
  await first.query('rollback');
  assert.equal((await foldApplicantLists(db)).blocks, 1);
  await second.query('rollback');
  first.release();
  second.release();
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 1, live: 100 });
});

test('a run does a limited amount of work, alternates between lists, and says that more is left', async () => {
  const [large, small] = [await bareTenant(db), await bareTenant(db)];
  await addBareApplicants(db, large, 30_000);
  await addBareApplicants(db, small, 100);
  assert.deepEqual(await foldApplicantLists(db, 200), { blocks: 101, more: true });
  assert.equal((await foldedOf(db, small)).blocks, 1);
  assert.equal((await foldedOf(db, large)).blocks, 100);
  assert.deepEqual(await foldApplicantLists(db, 1000), { blocks: 200, more: false });
  assert.equal((await foldedOf(db, large)).blocks, 300);
});

test('a run that is killed within a list leaves it unchanged', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 300);
  await db.run(sql`select advance_applicant_list_horizon()`);
  const folding = await db.pool.connect();
  folding.on('error', () => {});
  await folding.query('begin');
  const { rows } = await folding.query(
    `select fold_applicant_list('${tenant.accountId}', 'live', 100) as blocks, pg_backend_pid() as pid`,
  );
  assert.equal(rows[0].blocks, 3);
  assert.equal((await foldApplicantLists(db)).blocks, 0, 'another run leaves the list to the one that is at it');
  await db.run(sql`select pg_terminate_backend(${rows[0].pid}::int, 5000)`);
  folding.release(true);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 0, live: 0 });
  assert.equal((await foldApplicantLists(db)).blocks, 3);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 3, live: 300 });
});

test('deleting from a list and packing it exclude each other', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 200);
  const other = await db.pool.connect();
  await other.query('begin');
  await other.query(`delete from applicants where account_id = '${tenant.accountId}'
    and seq = (select max(seq) from applicants)`);
  assert.equal((await foldApplicantLists(db)).blocks, 0, 'the fold leaves the list to the deletion');
  await other.query('commit');
  await addBareApplicants(db, tenant, 1);

  await db.run(sql`select advance_applicant_list_horizon()`);
  await other.query('begin');
  await other.query(`select fold_applicant_list('${tenant.accountId}', 'live', 100)`);
  let deleted = false;
  const deletion = removeApplicantsAt(db, tenant, [0]).then(() => {
    deleted = true;
  });
  await until(async () => (await db.rows(someoneWaits)).length > 0);
  assert.equal(deleted, false, 'the deletion waits for the fold');
  await other.query('commit');
  other.release();
  await deletion;
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 2, live: 199 });
});
