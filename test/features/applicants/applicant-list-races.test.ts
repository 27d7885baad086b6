import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '../../../src/context.ts';
import { foldApplicantLists } from '../../../src/features/applicants/applicant-list-jobs.ts';
import { listApplicants } from '../../../src/features/applicants/applicant-list-queries.ts';
import { openDatabase, sql } from '../../../src/platform/db/database.ts';
import { testDatabase } from '../../support/database.ts';
import { within } from '../../support/limited-loops.ts';
import { type Random, seededRandom } from '../../support/random.ts';
import { addBareApplicants, bareTenant, countAndSkip, eraseNewestApplicant, foldedOf } from './bare-applicants.ts';

const { database: db, connection } = await testDatabase(16);
const folders = openDatabase({
  connection: { ...connection, application_name: 'folder' },
  poolSize: 2,
  onIdleError: () => {},
});

const comparisons = 200;
const tenant = await bareTenant(db);
const neighbour = { ...tenant, environment: 'test' } as const;

/** Adds some applicants in a transaction that stays open after it drew its numbers, and sometimes rolls back. */
async function addSlowly(random: Random): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into applicants (account_id, environment, id, created_at, sealed_key, sealed_facts)
       select $1, $2, uuidv7(), now(), '', '' from generate_series(1, $3::int)`,
      [tenant.accountId, random.pick(['live', 'live', 'test']), 1 + random.below(30)],
    );
    await sleep(random.below(40));
    await client.query(random.below(4) === 0 ? 'rollback' : 'commit');
  } finally {
    client.release();
  }
}

/** Deletes up to 20 applicants from either list, also in a transaction that may roll back. */
async function removeSome(random: Random): Promise<void> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ low: number; high: number }>(
      'select min(seq) as low, max(seq) as high from applicants where account_id = $1',
      [tenant.accountId],
    );
    const from = rows[0]!.low + random.below(rows[0]!.high - rows[0]!.low + 1);
    const doomed = `select seq from applicants where account_id = $1 and seq >= $2 order by seq limit $3 for update`;
    await client.query(`delete from applicants where account_id = $1 and seq in (${doomed})`, [
      tenant.accountId,
      from,
      1 + random.below(20),
    ]);
    await sleep(random.below(15));
    await client.query(random.below(4) === 0 ? 'rollback' : 'commit');
  } finally {
    client.release();
  }
}

/** A packing run whose session may be killed at any moment. */
async function fold(random: Random): Promise<void> {
  const running = foldApplicantLists(folders).catch(() => {});
  if (random.below(3) === 0) {
    await sleep(random.below(4));
    await db.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'folder'`);
  }
  await running;
}

/** Compares the list with counting and offsets in one snapshot. */
async function compare(random: Random): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(sql`set transaction isolation level repeatable read`);
    const list = random.pick([tenant, tenant, neighbour]);
    const page = { page: 1 + random.below(600), perPage: 1 + random.below(60) };
    const { total, rows } = await listApplicants(tx, list, page);
    await sleep(random.below(3));
    assert.deepEqual(
      { total, ids: rows.map(({ id }) => id) },
      await countAndSkip(tx, list, page),
      JSON.stringify(page),
    );
  });
}

/** Runs outside a transaction, because one statement is one snapshot. */
async function assertWhole(list: Tenant): Promise<void> {
  const { total, rows } = await listApplicants(db, list, { page: 1, perPage: 100_000 });
  assert.equal(rows.length, total);
}

test('total and page are consistent while applicants are added, deleted and packed', async () => {
  const random = seededRandom(Date.now());
  console.log(`seed ${random.seed}`);
  await addBareApplicants(db, tenant, 12_000);
  await foldApplicantLists(db);
  let going = true;
  const again = async (work: (random: Random) => Promise<unknown>) => {
    for await (const _ of within(120_000, 'the comparisons end', 0)) {
      if (!going) break;
      await work(random);
    }
  };
  const others = [
    ...Array.from({ length: 5 }, () => again(addSlowly)),
    ...Array.from({ length: 2 }, () => again(removeSome)),
    again(() => eraseNewestApplicant(db, tenant).then(() => sleep(20))),
    ...Array.from({ length: 2 }, () => again(fold)),
  ];
  const left = Array.from({ length: comparisons }, (_, n) => n).values();
  const comparing = Array.from({ length: 4 }, async () => {
    for (const n of left) {
      await compare(random);
      if (n % 8 === 0) await assertWhole(random.pick([tenant, neighbour, neighbour]));
    }
  });
  await Promise.all(comparing).finally(() => {
    going = false;
  });
  await Promise.all(others);
  const { blocks } = await foldedOf(db, tenant);
  assert.ok(blocks > 125, `folding went on meanwhile: ${blocks} blocks`);
  await foldedOf(db, neighbour);
  await folders.close();
});
