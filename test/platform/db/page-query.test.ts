// Pages of a list while others write to it.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { pageWithTotal } from '../../../src/platform/db/page-query.ts';
import { testDatabase } from '../../support/database.ts';
import { within } from '../../support/limited-loops.ts';

const { database } = await testDatabase();

before(() => database.run(sql`create table letters (id bigint generated always as identity, word text)`));

const count = sql`select count(*) as total from letters`;
const page = (offset: number, limit: number) => ({
  count,
  rows: sql`select id, word from letters order by id desc offset ${offset} limit ${limit}`,
});
const listed = (offset: number, limit: number) =>
  pageWithTotal<{ id: number; word: string }>(database, page(offset, limit));

test('an empty list has a total of 0, and a page beyond the end has the total of the list', async () => {
  assert.deepEqual(await listed(0, 10), { total: 0, rows: [] });
  await database.run(sql`insert into letters (word) values ('alpha'), ('beta'), ('gamma')`);
  assert.deepEqual(await listed(0, 2), {
    total: 3,
    rows: [
      { id: 3, word: 'gamma' },
      { id: 2, word: 'beta' },
    ],
  });
  assert.deepEqual(await listed(10, 2), { total: 3, rows: [] });
});

test('the total matches the listed rows while others write, which two statements do not achieve', async () => {
  let writing = true;
  const writer = (async () => {
    for await (const _ of within(60_000, 'the reader ends', 0)) {
      if (!writing) break;
      await database.run(sql`insert into letters (word) select 'delta' from generate_series(1, 3)`);
    }
  })();
  try {
    for (let looks = 0; looks < 100; looks += 1) {
      const { total, rows } = await listed(0, 1_000_000);
      assert.equal(rows.length, total);
    }
    const parted = async () => {
      const rows = await database.rows(rawSql('select id from letters'));
      return (await database.row<{ total: number }>(count))!.total !== rows.length;
    };
    let fault = false;
    for (let looks = 0; looks < 1000 && !fault; looks += 1) fault = await parted();
    assert.ok(fault, 'two statements were to be parted by the writer');
  } finally {
    writing = false;
    await writer;
  }
});
