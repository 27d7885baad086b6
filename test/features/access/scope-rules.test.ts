// Whose rows somebody sees who is held to some subsidiaries: the pure rule and the condition of statements agree.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOfScope, isSetWithin } from '../../../src/features/access/scope-queries.ts';
import {
  homeOf,
  isInScope,
  isSame,
  isWithin,
  type Scope,
  scopeOf,
  sharedScope,
} from '../../../src/features/access/scope-rules.ts';
import { createUser } from '../../../src/features/accounts/account-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { makeAccount } from '../../support/accounts.ts';
import { startProbity } from '../../support/probity.ts';

const { ctx, database, account } = await startProbity();
const ids = [1, 2, 3, 4].map((last) => `00000000-0000-7000-8000-00000000000${last}`);
const held = fc.option(fc.subarray(ids, { minLength: 1 }), { nil: null }).map((some) => some?.toReversed() ?? null);
const scope = held.map((subsidiaryIds): Required<Scope> => ({ subsidiaryIds }));
const of = fc.option(fc.constantFrom(...ids), { nil: null });

test('whoever is held to subsidiaries sees what is of these and nothing that is of none', () => {
  assert.deepEqual(
    [[ids[0]!, ids[1]!], [ids[2]!], null].map((subsidiaryIds) =>
      [...ids.slice(0, 3), null].map((one) => isInScope({ subsidiaryIds }, one)),
    ),
    [
      [true, true, false, false],
      [false, false, true, false],
      [true, true, true, true],
    ],
  );
  assert.deepEqual([homeOf({ subsidiaryIds: [ids[2]!, ids[0]!] }), homeOf({})], [ids[2], null]);
  assert.equal(
    isSame({ subsidiaryIds: [ids[0]!, ids[1]!] }, { subsidiaryIds: [ids[1]!, ids[0]!] }),
    false,
    'of which it is',
  );
});

test('nothing that is within a scope sees more, and what several share is what each of them sees', () => {
  fc.assert(
    fc.property(scope, scope, of, (one, other, row) => {
      if (isWithin(one, other) && isInScope(one, row)) assert.ok(isInScope(other, row));
      const shared = sharedScope([one, other]);
      const seenByBoth = isInScope(one, row) && isInScope(other, row);
      assert.equal(shared !== undefined && isInScope(shared, row), seenByBoth);
      assert.equal(isInScope(scopeOf(row), row), true);
    }),
  );
});

test('statements find what the rule says', async () => {
  await fc.assert(
    fc.asyncProperty(scope, scope, of, async (one, other, row) => {
      const found = await database.row<{ is_seen: boolean | null; is_within: boolean }>(sql`
        select ${isOfScope(one, sql`${row}::uuid`)} as is_seen,
          ${isSetWithin(one, sql`${other.subsidiaryIds}::uuid[]`)} as is_within`);
      assert.equal(found!.is_seen ?? false, isInScope(one, row));
      assert.equal(found!.is_within, isWithin(other, one));
    }),
    { numRuns: 60 },
  );
});

test('a user is held to subsidiaries of their own account, to one at least, and the database refuses any other', async () => {
  const other = await makeAccount(ctx, 'Other');
  const { id: own } = await createSubsidiary(ctx, 'system', account.accountId, { name: 'Own' });
  const { id: foreign } = await createSubsidiary(ctx, 'system', other.accountId, { name: 'Foreign' });
  const person = { name: 'Sam', email: 'sam@users.test', role: 'standard' } as const;
  for (const subsidiaryIds of [[], [own, foreign], [ctx.newId()]])
    await assert.rejects(createUser(ctx, 'system', account.accountId, { ...person, subsidiaryIds }), /invalid_fields/);
  const { id } = await createUser(ctx, 'system', account.accountId, { ...person, subsidiaryIds: [own, own] });
  const set = (wrong: readonly string[]) =>
    database.run(sql`update users set subsidiary_ids = ${wrong}::uuid[] where id = ${id}`);
  await assert.rejects(set([own, foreign]), /held to subsidiaries of their account alone/);
  await assert.rejects(set([]), /violates check constraint/);
  assert.deepEqual(await database.row(sql`select subsidiary_ids from users where id = ${id}`), {
    subsidiary_ids: [own],
  });
});
