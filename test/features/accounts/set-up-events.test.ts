// What the operator sets up is in the audit trail: every change of permissions and prices.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { inTransaction } from '../../../src/context.ts';
import { changeUser, createAccount, createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import {
  changeDeskUser,
  createDeskUser,
  createSignIn,
  disableDeskUser,
} from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import {
  createGroup,
  createJobRole,
  createPackage,
  retireJobRole,
} from '../../../src/features/report-types/agreement-actions.ts';
import { switchOnTypes } from '../../../src/features/report-types/availability-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startProbity } from '../../support/probity.ts';

const { ctx, database } = await startProbity();
const password = 'a long enough password';

const newAccount = async () => (await createAccount(ctx, 'system', { name: `Account ${ctx.newId()}` })).id;

/** The types and resources of the account's events since it was made, without how a person stands after them. */
async function trailOf(accountId: string): Promise<(readonly [string, string, unknown])[]> {
  const rows = await database.rows<{
    type: string;
    resource_id: string;
    detail: Readonly<Record<string, unknown>>;
    actor: string;
  }>(sql`
    select type, resource_id, detail, actor from events
    where account_id = ${accountId} and environment = 'live' and type <> 'account.created' order by id`);
  assert.ok(rows.every(({ actor }) => actor === 'system'));
  return rows.map(({ type, resource_id, detail: { now: _, ...detail } }) => [type, resource_id, detail] as const);
}

test('a subsidiary and a sign-in are recorded', async () => {
  const account = await newAccount();
  const { id: subsidiary } = await createSubsidiary(ctx, 'system', account, { name: 'North' });
  const email = 'record@client.test';
  const { id: user } = await createUser(ctx, 'system', account, { name: 'Client', email, role: 'standard' });
  await createSignIn(ctx, 'system', { email, password });
  assert.deepEqual(await trailOf(account), [
    ['subsidiary.created', subsidiary, {}],
    ['user.created', user, { role: 'standard', subsidiary_ids: null, access_until: null }],
    ['user.sign_in_created', user, {}],
  ]);
});

test('an event about a screener is stored for each account that they work for', async () => {
  const [one, two] = [await newAccount(), await newAccount()];
  const email = 'record@desk.test';
  const id = await createDeskUser(ctx, 'system', { name: 'Screener', email, role: 'screener', accounts: [one] });
  await createSignIn(ctx, 'system', { email, password });
  await changeDeskUser(ctx, 'system', id, { accounts: [two] });
  await changeDeskUser(ctx, 'system', id, { accounts: 'all' });
  await changeDeskUser(ctx, 'system', id, { role: 'auditor' });
  const late = await newAccount();
  await disableDeskUser(ctx, 'system', id);
  const later = await newAccount();
  const seen = (may_see: boolean) => ['desk_user.changed', id, { may_see }] as const;
  const changed = ['desk_user.changed', id, { role: 'auditor', before: 'screener' }] as const;
  const disabled = ['desk_user.disabled', id, {}] as const;
  assert.deepEqual(await trailOf(one), [
    ['desk_user.created', id, { role: 'screener' }],
    ['desk_user.sign_in_created', id, {}],
    seen(false),
    seen(true),
    changed,
    disabled,
  ]);
  assert.deepEqual(await trailOf(two), [seen(true), changed, disabled]);
  assert.deepEqual(await trailOf(late), [seen(true), disabled]);
  assert.deepEqual(await trailOf(later), []);
});

test('job roles, groups, packages and report types are recorded', async () => {
  const account = await newAccount();
  const role = await createJobRole(ctx, 'system', account, { roleTitle: 'Carer', roleCheckType: 'enhanced' });
  await retireJobRole(ctx, 'system', account, role);
  const reports = [{ name: 'identity' }];
  const group = await createGroup(ctx, 'system', account, { name: 'Group', reports });
  const pack = await createPackage(ctx, 'system', account, { name: 'Package', pricePence: 900, reports });
  await switchOnTypes(ctx, 'system', account, [{ name: 'identity', pricePence: 500 }]);
  const trail = await trailOf(account);
  assert.deepEqual(trail.slice(0, 4), [
    ['job_role.created', String(role), { role_check_type: 'enhanced' }],
    ['job_role.retired', String(role), {}],
    ['report_type_group.created', String(group), {}],
    ['package.created', String(pack), { price_pence: 900 }],
  ]);
  const [type, resource, detail] = trail[4]!;
  assert.deepEqual([type, resource], ['account.report_types_switched_on', account]);
  assert.deepEqual(
    (detail as { report_types: { price_pence: number }[] }).report_types.map((one) => one.price_pence),
    [500],
  );
});

test('a refused change is not recorded', async () => {
  const account = await newAccount();
  await createSubsidiary(ctx, 'system', account, { name: 'One', externalId: 'same' });
  await assert.rejects(createSubsidiary(ctx, 'system', account, { name: 'Two', externalId: 'same' }));
  assert.equal((await trailOf(account)).length, 1);
});

test('a key that is made while its user is being disabled is refused, and does not survive', async () => {
  const account = await newAccount();
  const email = `${ctx.newId()}@client.test`;
  const { id: userId } = await createUser(ctx, 'system', account, { name: 'Leaver', email, role: 'standard' });
  let making: Promise<unknown> = Promise.resolve();
  await inTransaction(ctx, async (tx) => {
    await changeUser(tx, 'system', account, { id: userId, disabled: true });
    making = createApiKey(ctx, 'system', account, { userId, environment: 'live' }).catch((error) => error.fields);
    // Long enough for the key to be made, if nothing held it up.
    await setTimeout(300);
  });
  assert.deepEqual(await making, { user: ['is disabled'] });
  assert.deepEqual(await database.rows(sql`select from api_keys where user_id = ${userId}`), []);
});
