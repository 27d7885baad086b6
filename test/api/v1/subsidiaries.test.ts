// A user of a subsidiary, or one who acts for it, reaches only its orders in every operation (decisions, Account
// hierarchy).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v2Bases } from '../../../src/api/v2/bases.ts';
import type { KeyScope } from '../../../src/features/access/key-scopes.ts';
import { scopeOf } from '../../../src/features/access/scope-rules.ts';
import { createApiKey, createUser, listApiKeys } from '../../../src/features/accounts/account-actions.ts';
import {
  changeSubsidiary,
  createSubsidiary,
  listSubsidiaries,
} from '../../../src/features/accounts/subsidiary-actions.ts';
import { readCheck } from '../../../src/features/checks/check-actions.ts';
import { downloadUri } from '../../../src/features/checks/check-links.ts';
import { sealOnce } from '../../../src/features/events/sealer.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { until } from '../../support/limited-loops.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';
import { type AnsweredOrder, candidateEntry, identityOrder } from './v1-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const { accountId } = account;
const client = v1Client(probity);

async function subsidiary(name: string) {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name, externalId: name });
  const person = { name, email: `${name}@users.test`, role: 'standard' as const, externalId: `user of ${name}` };
  const { id: userId } = await createUser(ctx, 'system', accountId, { ...person, ...scopeOf(id) });
  const { key } = await createApiKey(ctx, 'system', accountId, { userId, environment: 'test' });
  return { key, client: v1Client(probity, 'test', key), acting: { VerifileSubsidiaryOrganisationId: name } };
}
const [north, south] = [await subsidiary('north'), await subsidiary('south')];
await createUser(ctx, 'system', accountId, {
  ...{ name: 'anywhere', email: 'anywhere@users.test', role: 'standard' as const, externalId: 'anywhere' },
});

test("the key of a subsidiary's user places and sees its orders without a header", async () => {
  const own = await candidateEntry(north.client);
  const other = await candidateEntry(south.client);
  await candidateEntry(client);
  const listed = await north.client.get<AnsweredOrder[]>('/orders');
  assert.deepEqual(
    listed.body.map(({ Id }) => Id),
    [own.Id],
  );
  assertRefused(await north.client.get(`/orders/${other.Id}`), 404, 'not_found');
  assert.equal((await client.get(`/orders/${own.Id}`, { headers: north.acting })).status, 200);
});

test('the key acts for no other subsidiary, and as no user of another', async () => {
  for (const headers of [south.acting, { VerifileUserId: 'user of south' }]) {
    assertRefused(await north.client.get('/orders', { headers }), 403, 'not_permitted');
  }
  const { Id } = await candidateEntry(south.client);
  for (const headers of [north.acting, { VerifileUserId: 'user of north' }, { VerifileUserId: 'anywhere' }]) {
    assert.equal((await north.client.get('/orders', { headers })).status, 200);
    assertRefused(await north.client.get(`/orders/${Id}`, { headers }), 404, 'not_found');
  }
});

test('the key reads only its own applicants, checks and reports in interface v2, and no webhooks', async () => {
  const v2 = (path: string, key: string) =>
    probity.fetch(`${v2Bases.test}${path}`, { headers: { Authorization: `Token token=${key}` } });
  const placed = await candidateEntry(north.client);
  const own = await readCheck(ctx, account.caller('test'), placed.CheckId);
  const paths = [
    `/applicants/${own.applicantId}`,
    `/applicants/${own.applicantId}/checks`,
    `/applicants/${own.applicantId}/checks/${own.id}`,
    `/checks/${own.id}/reports`,
    `/checks/${own.id}/reports/${own.reports[0]!.id}`,
  ];
  for (const path of paths) {
    assert.equal((await v2(path, north.key)).status, 200, path);
    assert.equal((await v2(path, account.keys.test)).status, 200, path);
    assert.equal((await v2(path, south.key)).status, 404, path);
  }
  const listed = async (key: string) =>
    ((await v2('/applicants?per_page=500', key)).json as { applicants: { id: string }[] }).applicants.map(
      ({ id }) => id,
    );
  assert.ok((await listed(north.key)).includes(own.applicantId));
  assert.ok((await listed(account.keys.test)).includes(own.applicantId));
  assert.ok(!(await listed(south.key)).includes(own.applicantId));
  const ofCandidate = { method: 'POST', key: south.key } as const;
  const withdrawn = await probity.fetch(`${v2Bases.test}/sandbox/checks/${own.id}/withdraw_consent`, ofCandidate);
  assert.equal(withdrawn.status, 404);
  assert.equal((await v2('/webhooks', north.key)).status, 401);
  await client.post(`/orders/${placed.Id}/cancel`);
  // An event is sealed once every older transaction of the server has ended.
  await until(async () => {
    await sealOnce(probity.database, ctx.integrity);
    return (await v2('/events', account.keys.test)).text.includes(own.id);
  });
  assert.ok((await v2('/events', north.key)).text.includes(own.id));
  assert.ok(!(await v2('/events', south.key)).text.includes(own.id));
});

test('a subsidiary that has ended takes no order in either interface, and its key reads on', async () => {
  const ended = await subsidiary('ended');
  const own = await candidateEntry(ended.client);
  const v2 = (path: string, json?: object) =>
    probity.fetch(`${v2Bases.test}${path}`, { key: ended.key, ...(json && { method: 'POST' as const, json }) });
  const { json } = await v2('/applicants', {
    first_name: 'Jane',
    last_name: 'Sample',
    email: 'ended@candidate.test',
    gender: 'female',
  });
  const checks = `/applicants/${(json as { id: string }).id}/checks`;
  const { id } = (await listSubsidiaries(ctx, 'system', accountId)).find(({ name }) => name === 'ended')!;
  await changeSubsidiary(ctx, 'system', accountId, { id, hasEnded: true });
  assertRefused(await ended.client.post('/orders/candidateentry', identityOrder()), 400, 'invalid_fields');
  const refused = await v2(checks, { type: 'standard', reports: [{ name: 'identity' }] });
  assert.equal(refused.status, 422, refused.text);
  assert.match(refused.text, /the subsidiary has ended and takes no order/);
  assert.equal((await v2(checks)).status, 200);
  assert.equal((await ended.client.get(`/orders/${own.Id}`)).status, 200);
});

test('a key held to a subsidiary is as one of its users', async () => {
  const { id } = await createSubsidiary(ctx, 'system', accountId, { name: 'west', externalId: 'west' });
  const held = { userId: account.userId, environment: 'test', subsidiaryId: id } as const;
  const { key } = await createApiKey(ctx, 'system', accountId, held);
  const west = v1Client(probity, 'test', key);
  const other = await candidateEntry(north.client);
  const own = await candidateEntry(west);
  assertRefused(await west.get(`/orders/${other.Id}`), 404, 'not_found');
  assert.equal((await west.get(`/orders/${own.Id}`)).status, 200);
  assertRefused(await west.get('/orders', { headers: north.acting }), 403, 'not_permitted');
});

test('a key has the permissions of its scopes only', async () => {
  const scoped = async (...scopes: KeyScope[]) => {
    const { key } = await createApiKey(ctx, 'system', accountId, {
      userId: account.userId,
      environment: 'test',
      scopes,
    });
    return v1Client(probity, 'test', key);
  };
  const order = await candidateEntry(await scoped('order'));
  assertRefused(await (await scoped('order')).get(`/orders/${order.Id}`), 403, 'not_permitted');
  assert.equal((await (await scoped('results')).get(`/orders/${order.Id}`)).status, 200);
  assertRefused(await (await scoped('read', 'results')).post(`/orders/${order.Id}/cancel`), 403, 'not_permitted');
  const acting = { headers: { VerifileUserId: 'anywhere' } };
  assertRefused(await (await scoped('read', 'results')).get('/orders', acting), 403, 'not_permitted');
  assert.equal((await (await scoped('read', 'results', 'admin')).get('/orders', acting)).status, 200);
});

test('an event names the real user, the key and the user for whom they act', async () => {
  const acting = { headers: { VerifileUserId: 'anywhere' } };
  const placed = await client.post<AnsweredOrder>('/orders/candidateentry', identityOrder(), acting);
  const [event] = await ctx.db.rows<{ actor: string; key_id: string; of: string }>(sql`
    select e.actor, e.key_id, u.external_id as of from events e join users u on u.id = e.on_behalf_of
    where e.check_id = ${placed.body.CheckId} and e.type = 'check.created'`);
  assert.deepEqual([event?.actor, event?.of], [`user:${account.userId}`, 'anywhere']);
  const keys = await listApiKeys(ctx, 'system', accountId);
  assert.equal(keys.find(({ id }) => id === event?.key_id)?.user_id, account.userId);
});

test('a UniqueKey of another subsidiary is refused as taken, whatever the body', async () => {
  const body = identityOrder();
  const first = await client.post<AnsweredOrder>('/orders/candidateentry', body, { headers: north.acting });
  assert.equal(first.status, 201);
  const again = await client.post<AnsweredOrder>('/orders/candidateentry', body, { headers: north.acting });
  assert.equal(again.body.Id, first.body.Id);
  const other = await client.post('/orders/candidateentry', body, { headers: south.acting });
  assertRefused(other, 409, 'already_taken', ['UniqueKey']);
  assert.equal((await client.post<AnsweredOrder>('/orders/candidateentry', body)).body.Id, first.body.Id);
});

test('an Idempotency-Key never replays an answer to another subsidiary', async () => {
  const { Id } = await candidateEntry(north.client);
  const { UniqueKey: _, ...unguarded } = identityOrder();
  for (const [path, json] of [
    ['/orders/candidateentry', unguarded],
    [`/orders/${Id}/cancel`, undefined],
  ] as const) {
    const key = { 'Idempotency-Key': randomUUID() };
    const first = await client.post(path, json, { headers: { ...key, ...north.acting } });
    assert.ok(first.status < 300, first.text);
    const again = await client.post(path, json, { headers: { ...key, ...north.acting } });
    assert.deepEqual([again.text, again.headers['idempotent-replayed']], [first.text, 'true']);
    const other = await client.post(path, json, { headers: { ...key, ...south.acting } });
    assertRefused(other, 422, 'idempotency_key_reused');
  }
});

test('the results of another subsidiary’s order are not found', async () => {
  const { CheckId: checkId } = await candidateEntry(north.client);
  const { pathname } = new URL(await downloadUri(ctx, { ...account.caller('test'), checkId }));
  const headers = { Authorization: `Token token=${south.key}` };
  assert.equal((await probity.fetch(pathname, { headers })).status, 404);
});
