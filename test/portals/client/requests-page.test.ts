// The list of API requests and the page of one, for the client and for the desk that it asks.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { createDeskUser, createSignIn } from '../../../src/features/accounts/sign-in-actions.ts';
import { createSubsidiary } from '../../../src/features/accounts/subsidiary-actions.ts';
import { jane } from '../../api/v2/v2-samples.ts';
import { makeAccount } from '../../support/accounts.ts';
import { type SentRequest, startProbity } from '../../support/probity.ts';
import { password, signedInVisitor } from '../portal-under-test.ts';

const probity = await startProbity();
const { ctx, account } = probity;
const { accountId, keys } = account;
const path = '/portal/requests';
const at = { url: probity.url, authority: probity.caFile };

async function signedInAs(email: string) {
  await createSignIn(ctx, 'system', { email, password });
  return signedInVisitor(at, email);
}

const administrator = await signedInAs(`${accountId}@administrator.test`);

/** The id of the request, which is listed when this ends. */
async function asked(url: string, { key = keys.test, ...sent }: SentRequest = {}): Promise<string> {
  const { headers } = await probity.fetch(url, { key, ...sent });
  await ctx.batches.write();
  return String(headers['x-request-id']);
}

const listed = async (query = '?environment=test', visitor = administrator) =>
  [...(await visitor.get(`${path}${query}`)).body.matchAll(/href="\/portal\/requests\/([0-9a-f-]{36})"/g)].map(
    ([, id]) => id,
  );

const made = await asked('/v2/applicants', { method: 'POST', json: jane });
const read = await asked('/v2/applicants');
const refused = await asked('/v2/applicants', { method: 'POST', json: { first_name: 'Xanthippe' } });
const create = { method: 'POST', json: jane } as const;
const live = await asked('/v2/applicants', { key: keys.live, ...create });
const ofV1 = await asked('/api/v1/orders/1042');

const stranger = await makeAccount(ctx);
const other = await signedInAs(`${stranger.accountId}@administrator.test`);

test('an empty list says how to make a key and the first request', async () => {
  const { body } = await other.get(`${path}?environment=test`);
  assert.match(body, /No test requests yet/);
  assert.match(body, /href="\/portal\/keys\/new"/);
  assert.match(body, /href="\/docs#first-request"/);
});

test('lists the newest first, and live apart from test, without reads that succeeded', async () => {
  assert.ok(!(await listed()).includes(read));
  assert.deepEqual(await listed(), [ofV1, refused, made]);
  assert.deepEqual(await listed(''), [live]);
});

test('filters by status, method, interface and key, and ignores a filter that it does not know', async () => {
  const filtered = (query: string) => listed(`?environment=test&${query}`);
  assert.deepEqual(await filtered('status=refused'), [ofV1, refused]);
  assert.deepEqual(await filtered('status=succeeded'), [made]);
  assert.deepEqual(await filtered('status=failed'), []);
  assert.deepEqual(await filtered('method=POST'), [refused, made]);
  assert.deepEqual(await filtered('interface=v1'), [ofV1]);
  assert.deepEqual(await filtered('interface=v9&key=nobody'), [ofV1, refused, made]);
  const hr = await createApiKey(ctx, 'system', accountId, {
    userId: account.userId,
    environment: 'test',
    label: 'HR',
  });
  const byOther = await asked('/v2/applicants', { key: hr.key, ...create });
  assert.deepEqual(await filtered(`key=${hr.id}`), [byOther]);
});

test('pages lead to older requests and back to the same newer ones', async () => {
  for (let count = 0; count < 51; count += 1) {
    await probity.fetch('/v2/applicants', { key: keys.live, ...create });
  }
  await ctx.batches.write();
  const first = await listed('');
  assert.equal(first.length, 50);
  const { body } = await administrator.get(path);
  const older = /href="(\/portal\/requests\?before=[0-9a-f-]+)"/.exec(body)![1]!;
  const second = await listed(older.slice(path.length));
  assert.deepEqual([second.length, second.at(-1)], [2, live]);
  assert.deepEqual(await listed(`?after=${second[0]}`), first);
});

test('a request is found by its id in either environment, and an unknown id is said to be unknown', async () => {
  for (const id of [refused, live, `urn:uuid:${made.toUpperCase()}`]) {
    const { status, headers } = await administrator.get(`${path}?id=${id}`);
    assert.deepEqual([status, headers.location], [303, `${path}/${id.replace('urn:uuid:', '').toLowerCase()}`]);
  }
  assert.match((await administrator.get(`${path}?id=nonsense`)).body, /No request has this id/);
});

test('the page of a refusal says which fields broke which rule, and nothing of what was sent', async () => {
  const { status, body } = await administrator.get(`${path}/${refused}`);
  assert.equal(status, 200);
  assert.match(body, /Why it was refused/);
  assert.match(body, /href="\/docs#error-validation_error"/);
  assert.match(body, /<code>last_name<\/code>[\s\S]*can(&#39;|')t be blank/);
  assert.doesNotMatch(body, /Xanthippe/);
});

test('nobody sees the requests of another account, or of keys beyond their subsidiary', async () => {
  assert.equal((await other.get(`${path}/${refused}`)).status, 404);
  assert.deepEqual(await listed('?environment=test', other), []);

  const { id: subsidiaryId } = await createSubsidiary(ctx, 'system', accountId, { name: 'North', externalId: 'north' });
  const of = { name: 'Nora', email: 'nora@north.test', role: 'standard', ...scopeOf(subsidiaryId) } as const;
  const nora = await createUser(ctx, 'system', accountId, of);
  const { key } = await createApiKey(ctx, 'system', accountId, { userId: nora.id, environment: 'test', subsidiaryId });
  const hers = await asked('/v2/applicants', { key, ...create });
  const visitor = await signedInAs(of.email);
  assert.deepEqual(await listed('?environment=test', visitor), [hers]);
  assert.equal((await visitor.get(`${path}/${refused}`)).status, 404);
});

test('the desk sees the requests of an account that it works for, and why one was refused', async () => {
  const deskUser = async (role: 'account_manager' | 'screener', accounts: readonly string[]) => {
    const email = `${role}.${accounts[0]!.slice(-6)}@desk.test`;
    await createDeskUser(ctx, 'system', { name: 'Sam', email, role, accounts });
    return signedInAs(email);
  };
  const manager = await deskUser('account_manager', [accountId]);
  const list = `/desk/accounts/${accountId}/requests`;
  const { body } = await manager.get(`${list}?environment=test&status=refused`);
  assert.match(body, new RegExp(`href="${list}/${refused}"`));
  assert.match(body, new RegExp(`href="/desk/accounts/${accountId}/keys"`), 'in the frame of the account');
  assert.match((await manager.get(`${list}/${refused}`)).body, /Why it was refused[\s\S]*<code>last_name<\/code>/);
  const found = await manager.get(`${list}?id=${live}`);
  assert.equal(found.headers.location, `${list}/${live}`);
  const screener = await deskUser('screener', [accountId]);
  assert.equal((await screener.get(list)).status, 403);
  const ofOther = await deskUser('account_manager', [stranger.accountId]);
  assert.equal((await ofOther.get(`${list}/${refused}`)).status, 404);
  const elsewhere = `/desk/accounts/${stranger.accountId}/requests/${refused}`;
  assert.equal((await ofOther.get(elsewhere)).status, 404, 'not through an account of their own');
});
