// A user of a subsidiary, or one who acts for it, reaches only its orders in every operation (decisions, Account
// hierarchy).
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { v2Bases } from '../../../src/api/v2/bases.ts';
import { createApiKey, createSubsidiary, createUser } from '../../../src/features/accounts/account-actions.ts';
import { downloadUri } from '../../../src/features/checks/check-links.ts';
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
  const { id: userId } = await createUser(ctx, 'system', accountId, { ...person, subsidiaryId: id });
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

test('the key reads the whole account in interface v2, which has no subsidiaries', async () => {
  const answer = await probity.fetch(`${v2Bases.test}/applicants`, {
    headers: { Authorization: `Token token=${north.key}` },
  });
  assert.equal(answer.status, 200);
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
