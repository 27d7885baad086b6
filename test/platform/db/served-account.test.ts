// Row-level security: a statement of a request meets the rows of its account only, whatever it forgets to name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findOpenSession } from '../../../src/features/accounts/sign-in-store.ts';
import { ownerId } from '../../../src/features/checks/order-owner-queries.ts';
import { createAlarms } from '../../../src/platform/alarms.ts';
import { createCountedBatches } from '../../../src/platform/db/counted-batches.ts';
import { type Db, openDatabase, rawSql, type Sql, sql } from '../../../src/platform/db/database.ts';
import { accountRole, grantTo } from '../../../src/platform/db/grants.ts';
import { groupCommit } from '../../../src/platform/db/group-commit.ts';
import { servedAccounts, servingAccount } from '../../../src/platform/db/served-account.ts';
import { startJobRunner } from '../../../src/platform/jobs.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';

// The one role of a server that DATABASE_URL names owns the tables, and policies let the owner pass.
const skip = process.env.DATABASE_URL ? 'a given server has one role' : false;

const probity = await startProbity();
const { ctx, database } = probity;
const ours = probity.account.accountId;
const theirs = (await makeAccount(ctx, 'Other Care')).accountId;

interface TableOfAccounts {
  readonly name: string;
  /** The column that names the account. */
  readonly column: string;
  readonly isLimited: boolean;
}

/** All but drafts, which belong to who types them. */
async function tablesOfAccounts(): Promise<readonly TableOfAccounts[]> {
  return database.rows(sql`
    select c.relname as name, c.relrowsecurity as "isLimited", case when c.relname = 'accounts' then 'id' else 'account_id' end as column from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and (c.relname = 'accounts'
      or c.relname <> 'drafts' and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped))
    order by c.relname`);
}

const accountsIn = async (db: Db, name: string, column: string) =>
  (await db.rows<{ id: string | null }>(rawSql(`select distinct ${column} as id from ${name}`))).map(({ id }) => id);

const refusal = { code: '42501', message: /violates row-level security policy/ };

test('no table shows a request the rows of another account', { skip }, async (t) => {
  const tables = await tablesOfAccounts();
  assert.ok(tables.length > 50);
  for (const { name, column, isLimited } of tables) {
    await t.test(name, async () => {
      assert.ok(isLimited);
      const seen = await servingAccount(ours, () => accountsIn(ctx.db, name, column));
      assert.deepEqual(
        seen.filter((id) => id !== ours),
        [],
      );
    });
  }
  // Both have rows, so that a table without a policy would be found.
  for (const id of [ours, theirs]) {
    assert.ok((await accountsIn(ctx.db, 'api_keys', 'account_id')).includes(id));
    assert.deepEqual(await servingAccount(id, () => accountsIn(ctx.db, 'api_keys', 'account_id')), [id]);
  }
});

test('a request can neither make, change nor delete a row of another account', { skip }, async () => {
  const make = (accountId: string) =>
    sql`insert into subsidiaries (account_id, id, name, created_at) values (${accountId}, ${ctx.newId()}, 'A part', now())`;
  await servingAccount(ours, () => ctx.db.run(make(ours)));
  await assert.rejects(
    servingAccount(ours, () => ctx.db.run(make(theirs))),
    refusal,
  );
  assert.equal(await servingAccount(theirs, () => ctx.db.run(sql`update accounts set name = 'Taken'`)), 1);
  assert.equal(await servingAccount(theirs, () => ctx.db.run(sql`delete from packages`)), 0);
  const kept = await database.row<{ name: string }>(sql`select name from accounts where id = ${ours}`);
  assert.equal(kept?.name, 'Sample Care');
});

test('concurrent requests of two accounts share connections, and each sees its own', { skip }, async () => {
  const seen = await Promise.all(
    Array.from({ length: 60 }, (_, n) => {
      const accountId = n % 3 === 0 ? theirs : ours;
      const read = (db: Db) => accountsIn(db, 'users', 'account_id');
      return servingAccount(accountId, async () => {
        const found = n % 2 === 0 ? await read(ctx.db) : await ctx.db.transaction(read);
        return found.length === 1 && found[0] === accountId;
      });
    }),
  );
  assert.ok(seen.every(Boolean));
});

test('a batch of requests of two accounts serves both, and no third', { skip }, async () => {
  const third = (await makeAccount(ctx, 'Third Care')).accountId;
  const batches: (readonly (string | null)[])[] = [];
  const read = groupCommit(async (db: Db, asked: readonly string[]) => {
    const seen = await accountsIn(db, 'users', 'account_id');
    batches.push(seen.toSorted());
    return asked.map((id) => seen.includes(id));
  });
  const found = await Promise.all([ours, theirs, ours].map((id) => servingAccount(id, () => read(ctx.db, id))));
  assert.deepEqual(found, [true, true, true]);
  assert.deepEqual(batches, [[ours, theirs].toSorted()]);
  assert.ok(!batches.flat().includes(third));
});

test('rows of many accounts that a request sets off are written as the program', { skip }, async () => {
  const written: (readonly string[] | undefined)[] = [];
  const kind = { name: 'sample', write: async () => void written.push(servedAccounts()) };
  const batches = createCountedBatches({ db: ctx.db, log: ctx.log });
  await servingAccount(ours, async () => {
    batches.add(kind, 'one', () => ({}));
    await batches.write();
  });
  assert.deepEqual(written, [undefined]);
  const raised: (readonly string[] | undefined)[] = [];
  const alarms = createAlarms(ctx.log, () => void raised.push(servedAccounts()));
  servingAccount(ours, () => alarms.raise('row_not_ours', {}));
  assert.deepEqual(raised, [undefined]);
});

test('a job serves nobody, although a request opened the connection that wakes its runner', { skip }, async () => {
  const served = Promise.withResolvers<readonly string[] | undefined>();
  const { pool } = openDatabase({ connection: probity.connection, poolSize: 3, onIdleError: () => {} });
  await servingAccount(ours, async () => {
    const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()]);
    for (const client of clients) client.release();
  });
  const runner = await startJobRunner({
    connectionPool: pool,
    handlers: { sample: async () => served.resolve(servedAccounts()) },
    crontab: '',
    concurrency: 1,
    log: ctx.log,
    now: ctx.now,
  });
  await ctx.jobs.add(ctx.db, 'sample', {});
  assert.equal(await served.promise, undefined);
  await runner.stop();
  await pool.end();
});

test('a grant to a second role of the program leaves the first one its rows, and waits for no reader', {
  skip,
}, async () => {
  const role = `probity_second_${process.pid}`;
  await database.run(rawSql(`create role ${role}`));
  await database.run(rawSql(`grant ${accountRole} to ${role} with inherit false, set true`));
  const owner = await database.pool.connect();
  try {
    await grantTo(owner, role);
    assert.ok((await accountsIn(ctx.db, 'users', 'account_id')).length > 1);
    // The policies are there: another grant takes no lock that a reader of the table keeps from it.
    await database.transaction(async (reader) => {
      await reader.rows(sql`select from webhooks`);
      await owner.query("set lock_timeout = '5s'");
      await grantTo(owner, role);
    });
  } finally {
    owner.release(true);
    await database.run(rawSql(`drop owned by ${role}`));
    await database.run(rawSql(`drop role ${role}`));
  }
});

test('a request sees who signs in of its account only', { skip }, async () => {
  const seen = await servingAccount(ours, () =>
    ctx.db.rows<{ id: string }>(sql`select u.id from sign_in_users u where id not in (select id from desk_users)`),
  );
  const own = await database.rows<{ id: string }>(sql`select id from users where account_id = ${ours}`);
  assert.deepEqual(seen.map(({ id }) => id).toSorted(), own.map(({ id }) => id).toSorted());
  assert.equal((await servingAccount(ours, () => ctx.db.rows(sql`select from sign_in_links`))).length, 0);
});

test('what each page asks is found by an index, also where a policy limits the rows', { skip }, async () => {
  const plan = await servingAccount(ours, () =>
    ctx.db.transaction(async (tx) => {
      await tx.run(sql`set local enable_seqscan = off`);
      const lines: string[] = [];
      const explaining = {
        ...tx,
        async rows<Row>(statement: Sql): Promise<Row[]> {
          const rows = await tx.rows<{ 'QUERY PLAN': string }>(sql`explain ${statement}`);
          lines.push(...rows.map((row) => row['QUERY PLAN']));
          return [];
        },
      };
      await findOpenSession(explaining, 'a token', 60);
      await explaining.rows(
        sql`select from checks c where c.account_id = ${ours} and ${ownerId} = ${crypto.randomUUID()}::uuid`,
      );
      return lines.join('\n');
    }),
  );
  assert.doesNotMatch(plan, /Seq Scan on (events|checks)/);
  assert.match(plan, /events_of_authority.*\n\s+Index Cond: \(resource_id = /);
  assert.match(plan, /checks_by_owner.*\n\s+Index Cond: .*CASE WHEN/);
});
