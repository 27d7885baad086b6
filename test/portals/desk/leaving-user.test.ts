// Before a user of a client is disabled, the page says what ends with them: their API keys, and the last administrator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createApiKey, createUser, listApiKeys, listUsers } from '../../../src/features/accounts/account-actions.ts';
import { hashKey } from '../../../src/features/accounts/api-key-rules.ts';
import { findApiKeyByHash } from '../../../src/features/accounts/api-key-store.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { password, signedInVisitor, startPortal } from '../portal-under-test.ts';

const portal = await startPortal();
const { ctx, accountId } = portal;
const email = 'manager@desk.test';
const person = { name: 'Max Manager', email, role: 'account_manager', accounts: [accountId] } as const;
await createDeskUser(ctx, 'system', person);
await createSignIn(ctx, 'system', { email, password });
const manager = await signedInVisitor(portal, email);
const userOf = async (name: string, role: 'administrator' | 'standard' | 'requester') => {
  const email = `${name.replace(' ', '.').toLowerCase()}@acme.test`;
  return (await createUser(ctx, 'system', accountId, { name, email, role })).id;
};
const pathOf = (id: string) => `/desk/accounts/${accountId}/users/${id}`;
const isDisabled = async (id: string) =>
  (await listUsers(ctx, 'system', accountId)).find((one) => one.id === id)!.disabled_at !== null;
const disable = (id: string, fields: Record<string, string>) =>
  manager.submit(pathOf(id), `${pathOf(id)}/disable`, fields);

test('the last administrator is disabled once somebody has said that nobody gets the mails then', async () => {
  const [ada, ben] = [await userOf('Ada Admin', 'administrator'), await userOf('Ben Admin', 'administrator')];
  assert.doesNotMatch((await manager.get(pathOf(ada))).body, /They are the only administrator/);
  await disable(ben, {});
  assert.equal(await isDisabled(ben), true);
  assert.match((await manager.get(pathOf(ada))).body, /They are the only administrator[\s\S]*webhooks that fail/);
  const asked = await disable(ada, {});
  assert.equal(asked.status, 422);
  assert.match(asked.body, /Say that you know that nobody gets the mails to administrators then/);
  assert.equal(await isDisabled(ada), false);
  await disable(ada, { last_said: 'yes' });
  assert.equal(await isDisabled(ada), true);
});

test('the API keys of somebody who leaves are named with their last use, and go on with a colleague', async () => {
  const [sam, kit, requester] = [
    await userOf('Sam Standard', 'standard'),
    await userOf('Kit Standard', 'standard'),
    await userOf('Rae Requester', 'requester'),
  ];
  const { id, key } = await createApiKey(ctx, 'system', accountId, {
    ...{ userId: sam, environment: 'live', label: 'Payroll' },
  });
  assert.match((await manager.get(pathOf(sam))).body, /Payroll \(live\), never used/);
  await ctx.db.run(sql`update api_keys set last_used_at = '2026-03-04T12:00:00Z' where id = ${id}`);
  const page = (await manager.get(pathOf(sam))).body;
  assert.match(page, /Payroll \(live\), last used on 4 March 2026[\s\S]*Who gets their API keys\?[\s\S]*Kit Standard/);
  assert.doesNotMatch(page, /Rae Requester/, 'the key would do less');
  const refused = await disable(sam, { keys_to: requester });
  assert.equal(refused.status, 422);
  assert.match(refused.body, /Choose who gets their API keys/);
  await disable(sam, { keys_to: kit });
  assert.equal(await isDisabled(sam), true);
  const row = await findApiKeyByHash(ctx.db, hashKey(key));
  assert.deepEqual(
    [row!.user_id, row!.user_disabled_at, row!.revoked_at, row!.old_row],
    [kit, null, null, null],
    'the program goes on',
  );
  assert.match(
    (await manager.get(`/desk/accounts/${accountId}/history`)).body,
    /API key Payroll given to Kit Standard/,
  );
  await disable(kit, {});
  const left = (await listApiKeys(ctx, 'system', accountId)).find((one) => one.id === id)!;
  assert.notEqual(left.revoked_at, null, 'without a colleague they end');
});
