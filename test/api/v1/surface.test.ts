// The common rules of interface v1: keys, paths, methods, errors and case of names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Type } from '../../../src/api/shared/schemas.ts';
import { queryValue, readArguments } from '../../../src/api/v1/route.ts';
import { createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { readingOf } from '../../../src/features/request-bodies/body-reader.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';
import { startProbity } from '../../support/probity.ts';
import { assertRefused, v1Client } from './v1-client.ts';
import { candidateEntry, identityOrder } from './v1-samples.ts';

const probity = await startProbity();
const { account, ctx } = probity;
const client = v1Client(probity);
const packages = '/api/v1/metadata/packages';

test('reads a key from the subscription header and from every form of Authorization', async () => {
  const key = account.keys.live;
  const forms: Readonly<Record<string, string>>[] = [
    { 'Ocp-Apim-Subscription-Key': key },
    { 'ocp-apim-subscription-key': ` ${key} ` },
    { Authorization: key },
    { Authorization: `Token token="${key}"` },
    { Authorization: `Bearer ${key}` },
    { 'Ocp-Apim-Subscription-Key': key, Authorization: 'Bearer of something else' },
    { 'Ocp-Apim-Subscription-Key': '', Authorization: key },
    { 'Ocp-Apim-Subscription-Key': ' ', Authorization: `Token token=${key}` },
  ];
  for (const headers of forms) assert.equal((await probity.fetch(packages, { headers })).status, 200);
  for (const headers of [{}, { 'Ocp-Apim-Subscription-Key': `${key}x` }, { Authorization: `Basic ${key}` }]) {
    assertRefused(await probity.fetch(packages, { headers }), 401, 'unauthenticated');
  }
  assertRefused(await probity.fetch(`${packages}?subscription-key=${key}`), 401, 'unauthenticated');
});

test('every refusal has a message with a level: a word, or the number that the operator sets', async () => {
  const levelsOf = (answer: { readonly json: unknown }) =>
    (answer.json as { validationErrors: { message: string; fieldPath: string; errorLevel: unknown }[] })
      .validationErrors;
  assert.deepEqual(levelsOf(await client.get('/orders/999999')), [
    { message: 'There is no such resource.', fieldPath: '', errorLevel: 'Error' },
  ]);
  const numbered = await startProbity({ settings: { PROBITY_ERROR_LEVEL: '1' } });
  const other = v1Client(numbered);
  const { validationErrors } = (await other.post<{ validationErrors: unknown[] }>('/orders/cliententry/validate', []))
    .body;
  assert.deepEqual(validationErrors, [{ message: 'must be an object', fieldPath: '', errorLevel: 1 }]);
  for (const answer of [
    await other.get('/orders/999999'),
    await other.get('/nothing'),
    await other.send('PUT', '/orders', { json: {} }),
    await numbered.fetch('/api/v1/orders'),
    await other.post('/orders/candidateentry', {}, { headers: { 'idempotency-key': 'one' } }),
  ]) {
    const levels = levelsOf(answer).map(({ errorLevel }) => errorLevel);
    assert.ok(levels.length > 0 && levels.every((level) => level === 1), answer.text);
  }
});

test('a read-only user is refused', async () => {
  const stranger = v1Client(probity, 'test', account.readOnlyKeys.test);
  assertRefused(await stranger.get('/metadata/packages'), 401, 'read_only_user');
});

test('ignores a trailing slash, and answers an unknown method with the allowed ones', async () => {
  assert.equal((await client.get('/metadata/packages/')).status, 200);
  const answer = await client.send('PUT', '/metadata/packages', { json: {} });
  assertRefused(answer, 405, 'method_not_allowed');
  assert.equal(answer.headers.allow, 'GET, HEAD');
  assertRefused(await client.post('/nothing', { any: 'thing' }), 404, 'not_found');
  for (const id of ['0', '-1', 'one', '99999999999', '1.0', '%20']) {
    assertRefused(await client.get(`/metadata/packages/${id}`), 404, 'not_found');
  }
});

test('reads paths in any case, and answers HEAD wherever GET is served', async () => {
  const headers = { 'Ocp-Apim-Subscription-Key': account.keys.test };
  for (const path of [
    '/API/V1/Metadata/Packages',
    '/api/v1/ORDERS/getopenorders',
    '/Api/v1/Metadata/ValueSets/Titles',
    '/api/v1/orders/%47et%4fpenOrders',
  ]) {
    for (const method of ['GET', 'HEAD'] as const) {
      const answer = await probity.fetch(path, { method, headers });
      assert.deepEqual([answer.status, answer.text === ''], [200, method === 'HEAD'], `${method} ${path}`);
    }
  }
  const answer = await probity.fetch('/API/v1/Nothing', { headers });
  assertRefused(answer, 404, 'not_found');
  assert.match(String(answer.headers['content-type']), /^application\/problem\+json/);
});

test('reads a body without a type, of text/json or of …+json as JSON', async () => {
  const body = JSON.stringify(identityOrder());
  for (const headers of [{}, { 'content-type': 'text/json' }, { 'content-type': 'application/vnd.probity+json' }]) {
    const answer = await client.send('POST', '/orders/candidateentry/validate', { body, headers });
    assert.equal(answer.status, 200, answer.text);
  }
  const form = { body: 'a=1', headers: { 'content-type': 'text/json' } };
  assertRefused(await client.send('POST', '/orders/candidateentry/validate', form), 400, 'malformed_request');
});

test('packages are answered with the checks that they order', async () => {
  const reports = [{ name: 'identity' }, { name: 'criminal_history', variant: 'basic', quantity: 2 }];
  const id = await createPackage(ctx, 'system', account.accountId, {
    name: 'Driver',
    description: 'For drivers',
    reports,
  });
  const driver = {
    id,
    name: 'Driver',
    description: 'For drivers',
    checkGroups: [
      { checkTypeId: 1, checkType: 'identity', quantity: 1 },
      { checkTypeId: 4, checkType: 'criminal_history:basic', quantity: 2 },
    ],
  };
  assert.deepEqual((await client.get(`/metadata/packages/${id}`)).body, driver);
  assert.deepEqual((await client.get<unknown[]>('/metadata/packages')).body.at(-1), driver);
  assertRefused(await client.get('/metadata/packages/999999'), 404, 'not_found');
});

test('reads property names in any case, each only once', () => {
  const shape = Type.Object({ webhookKey: Type.String(), inner: Type.Object({ A: Type.Integer() }) });
  const read = (json: unknown) => {
    const { given, problems } = readArguments({ body: readingOf(shape, json, { namesInAnyCase: true }) });
    problems.refuse('invalid_fields');
    return given;
  };
  assert.deepEqual(read({ WEBHOOKKEY: 'x', Inner: { a: 1 } }), { webhookKey: 'x', inner: { A: 1 } });
  const fieldsOf = (body: unknown) => {
    try {
      read(body);
      return undefined;
    } catch (error) {
      return Object.keys((error as Refusal).fields);
    }
  };
  assert.deepEqual(fieldsOf({ webhookKey: 'x', WebhookKey: 'y', inner: {} }), ['WebhookKey', 'inner.A']);
  assert.deepEqual(fieldsOf(undefined), ['body']);
  for (const body of [null, 'text', 1, []]) assert.deepEqual(fieldsOf(body), ['']);
});

test('reads query parameters in any case, each only once', () => {
  const read = (query: Readonly<Record<string, unknown>>) => queryValue({ query }, 'orderId');
  assert.equal(read({ ORDERID: '7' }), '7');
  assert.equal(read({ orderId: '' }), undefined);
  assert.equal(read({}), undefined);
  for (const query of [{ orderId: ['1', '2'] }, { orderId: '1', OrderId: '1' }]) {
    assert.throws(() => read(query), { reason: 'invalid_fields' });
  }
});

test('reads page parameters in any case, and links contain them once', async () => {
  for (let orders = 0; orders < 3; orders += 1) await candidateEntry(client);
  for (const [query, kept] of [
    ['Page=2&PER_PAGE=1', ''],
    ['State=Application&page=2&per_page=1', 'State=Application&'],
  ] as const) {
    const answer = await client.get<unknown[]>(`/orders?${query}`);
    assert.equal(answer.body.length, 1);
    assert.match(String(answer.headers.link), new RegExp(`/orders\\?${kept}page=3&per_page=1>; rel="next"`));
  }
  assert.equal((await client.get<unknown[]>('/orders/GetOpenOrders?Per_Page=1')).body.length, 1);
  assert.equal((await client.get<unknown[]>('/orders?page=&Per_Page=')).body.length, 3);
  for (const query of ['PAGE=0', 'page=1&Page=1']) {
    assertRefused(await client.get(`/orders?${query}`), 400, 'invalid_fields', ['page']);
  }
});
