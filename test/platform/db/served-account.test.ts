// Row-level security: a statement of a request meets the rows of its account only, whatever it forgets to name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Db } from '../../../src/platform/db/database.ts';
import { rawSql, sql } from '../../../src/platform/db/database.ts';
import { servingAccount } from '../../../src/platform/db/served-account.ts';
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
