import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tenant } from '../../../src/context.ts';
import { foldApplicantLists } from '../../../src/features/applicants/applicant-list-jobs.ts';
import { listApplicants } from '../../../src/features/applicants/applicant-list-queries.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import {
  addBareApplicants,
  bareTenant,
  countAndSkip,
  eraseNewestApplicant,
  foldedOf,
  removeApplicantsAt,
} from './bare-applicants.ts';

const { database: db } = await testDatabase();

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);

async function assertEveryPage(tenant: Tenant, perPage: number): Promise<number> {
  const all = await countAndSkip(db, tenant, { page: 1, perPage: 1_000_000 });
  for (let page = 1; page <= all.total / perPage + 2; page++) {
    const { total, rows } = await listApplicants(db, tenant, { page, perPage });
    assert.equal(total, all.total);
    const ids = rows.map(({ id }) => id);
    assert.deepEqual(ids, all.ids.slice((page - 1) * perPage, page * perPage), `page ${page} of ${perPage}`);
  }
  return all.total;
}

test('a list without applicants has a total of 0 and empty pages', async () => {
  const tenant = await bareTenant(db);
  assert.deepEqual(await listApplicants(db, tenant, { page: 1, perPage: 20 }), { total: 0, rows: [] });
  assert.deepEqual(await listApplicants(db, tenant, { page: 2 ** 31, perPage: 1 }), { total: 0, rows: [] });
});

test('an applicant is listed as stored, in their own environment and account only', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, { ...tenant, environment: 'test' }, 1);
  await addBareApplicants(db, await bareTenant(db), 1);
  const id = '0190d8a4-0000-7000-8000-000000000001';
  const createdAt = new Date('2026-03-04T10:00:00Z');
  await db.run(sql`
    insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
    values (${tenant.accountId}, 'live', ${id}, ${createdAt}, ${Buffer.from('key')}, ${Buffer.from('facts')})`);
  const { total, rows } = await listApplicants(db, tenant, { page: 1, perPage: 20 });
  assert.equal(total, 1);
  const { seq, ...row } = rows[0]!;
  assert.equal(typeof seq, 'number');
  const sealed = { sealed_key: Buffer.from('key'), sealed_facts: Buffer.from('facts') };
  assert.deepEqual(row, { id, created_at: createdAt, version: 1, subsidiary_id: null, ...sealed });
});

test('every page is correct and the total exact, whichever part of the list is packed', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 99);
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 0, live: 0 });
  await addBareApplicants(db, tenant, 1);
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 1, live: 100 });
  assert.equal(await assertEveryPage(tenant, 7), 100);
  await addBareApplicants(db, tenant, 450);
  assert.equal(await assertEveryPage(tenant, 20), 550);
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 5, live: 500 });
  assert.equal(await assertEveryPage(tenant, 20), 550);
});

test('a list of several super-blocks is correct from both ends, after deletions and erasures', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 25_030);
  const folded = await foldApplicantLists(db);
  assert.equal(folded.more, false);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 250, live: 25_000 });
  assert.equal(await assertEveryPage(tenant, 499), 25_030);
  // Some of the tail, of the newest block, scattered ones, two whole blocks, a whole super-block, the oldest.
  await removeApplicantsAt(db, tenant, [3, 29, 30, 77, 8_000, 25_029, ...range(400, 700), ...range(4_900, 15_500)]);
  await eraseNewestApplicant(db, tenant);
  await removeApplicantsAt(db, tenant, range(20, 60));
  await eraseNewestApplicant(db, tenant);
  await foldedOf(db, tenant);
  assert.equal(await assertEveryPage(tenant, 101), 25_030 - 6 - 300 - 10_600 - 40 - 2 + 1);
  await addBareApplicants(db, tenant, 300);
  await foldApplicantLists(db);
  await foldedOf(db, tenant);
  await assertEveryPage(tenant, 250);
});

test('a list whose applicants were all deleted is empty and can be filled again', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 320);
  await foldApplicantLists(db);
  await removeApplicantsAt(db, tenant, range(0, 320));
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 3, live: 0 });
  assert.equal(await assertEveryPage(tenant, 20), 0);
  await addBareApplicants(db, tenant, 220);
  await foldApplicantLists(db);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 5, live: 200 });
  assert.equal(await assertEveryPage(tenant, 20), 220);
});

test('deleting an erased applicant does not remove them from the list twice', async () => {
  const tenant = await bareTenant(db);
  await addBareApplicants(db, tenant, 200);
  await foldApplicantLists(db);
  await eraseNewestApplicant(db, tenant);
  await db.run(sql`delete from applicants where account_id = ${tenant.accountId} and erased_at is not null`);
  assert.deepEqual(await foldedOf(db, tenant), { blocks: 2, live: 199 });
  assert.equal(await assertEveryPage(tenant, 20), 199);
});
