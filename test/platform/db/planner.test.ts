// The planner uses the keys of new tables before they are analysed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts } from '../../support/events.ts';

const { database: db } = await testDatabase();

test('the planner has statistics of every table before there are rows', async () => {
  const untold = await db.rows<{ column: string }>(sql`
    select t.relname || '.' || a.attname as column
    from pg_attribute a
    join pg_class t on t.oid = a.attrelid
    where t.relnamespace = 'public'::regnamespace and t.relkind = 'r' and a.atttypid = 'uuid'::regtype
      and not exists (select from pg_statistic s where s.starelid = t.oid and s.staattnum = a.attnum)`);
  assert.deepEqual(untold, []);
});

test('a lookup by the whole key reads one row, however many were inserted since it was planned', async () => {
  const [accountId] = await makeBareAccounts(db, 1);
  await db.transaction(async (tx) => {
    const look = (id: string) =>
      tx.row<{ id: string }>(sql`
        select id from applicants
        where account_id = ${accountId} and environment = 'live' and id = ${id} and erased_at is null`);
    for (let n = 0; n < 10; n++) await look('0190d8a4-0000-7000-8000-000000000001');
    const [first] = await tx.rows<{ id: string }>(sql`
      insert into applicants (account_id, environment, id, created_at, sealed_facts)
      select ${accountId}::uuid, 'live', uuidv7(), now(), '' from generate_series(1, 5000) returning id`);
    const rowsRead = async () => {
      const read = await tx.row<{ rows: number }>(sql`
        select pg_stat_get_xact_tuples_returned('applicants_in_order'::regclass)
          + pg_stat_get_xact_tuples_returned('applicants_pkey'::regclass)
          + pg_stat_get_xact_tuples_returned('applicants'::regclass) as rows`);
      return read!.rows;
    };
    const before = await rowsRead();
    for (let n = 0; n < 10; n++) assert.ok(await look(first!.id));
    assert.equal((await rowsRead()) - before, 10);
  });
});
