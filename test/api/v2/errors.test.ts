// Every error type of interface v2, provoked by a request, with its exact status, type and message.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { request } from 'undici';
import { type ErrorBody, errorTypes, internalError } from '../../../src/api/v2/errors.ts';
import { v2Bases } from '../../../src/api/v2/index.ts';
import { createApiKey, createUser } from '../../../src/features/accounts/account-actions.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { openTestDatabase } from '../../support/database.ts';
import { startDatabaseProxy } from '../../support/database-proxy.ts';
import { until } from '../../support/limited-loops.ts';
import { type Answer, type SentRequest, startProbity } from '../../support/probity.ts';
import { document, v2Client } from './v2-client.ts';
import { type Applicant, jane, makeApplicant, makeCheck, nobody } from './v2-samples.ts';

// Interface §Errors, then decisions, Error types beyond the interface's, verbatim.
const words = [
  [400, 'bad_request', 'The request could not be understood by the server.'],
  [401, 'authorization_error', 'Authorization error: re-check credentials.'],
  [401, 'unauthorized_request', 'Unauthorized'],
  [401, 'user_authorization_error', 'User is not allowed to access API.'],
  [404, 'resource_not_found', 'The resource could not be found.'],
  [422, 'validation_error', 'There was a validation error on this request.'],
  [422, 'invalid_reports_names', 'Unprocessable Entity'],
  [422, 'invalid_check_type_for_variant', 'Unprocessable Entity'],
  [422, 'failed_check_requirements', 'Check requirements have not been met for this request.'],
  [
    422,
    'incomplete_checks',
    'Check cannot be created as there are other ongoing checks associated with this applicant.',
  ],
  [500, 'internal_server_error', 'Something went wrong.'],
  [403, 'https_required', 'HTTPS is required.'],
  [405, 'method_not_allowed', 'The method is not allowed for this resource.'],
  [409, 'idempotency_in_progress', 'A request with this Idempotency-Key is still in progress.'],
  [413, 'payload_too_large', 'The request body is too large.'],
  [415, 'unsupported_media_type', 'The request body must be form-encoded or JSON.'],
  [422, 'idempotency_key_reused', 'This Idempotency-Key was used with another request.'],
  [
    429,
    'rate_limit_exceeded',
    'Too many requests: the sandbox takes 100 in 10 minutes from a user, and live requests are limited by the minute for each key.',
  ],
  [503, 'service_unavailable', 'The service is temporarily unavailable. Please retry.'],
] as const;

type ErrorName = (typeof words)[number][1];
const reached = new Set<string>();

/** Compares the whole error: it has no properties besides the interface's. */
function assertError(answer: Answer, type: ErrorName, fields: readonly string[] = []): void {
  const [status, , message] = words.find((row) => row[1] === type)!;
  const { error, ...rest } = answer.json as ErrorBody;
  const { id, ...shown } = error;
  assert.deepEqual(rest, {});
  const expected = fields.length === 0 ? {} : { fields };
  const given = shown.fields === undefined ? {} : { fields: Object.keys(shown.fields) };
  assert.deepEqual({ status: answer.status, ...shown, ...given }, { status, type, message, ...expected }, answer.text);
  assert.equal(id, answer.headers['x-request-id']);
  assert.match(String(answer.headers['content-type']), /^application\/json\b/);
  reached.add(type);
}

const probity = await startProbity();
const { account, database } = probity;
const client = v2Client(probity);
const base = v2Bases.test;

/** A request without the checks of the test client. */
const send = (path: string, sent: SentRequest = {}) =>
  probity.fetch(`${base}${path}`, { key: account.keys.test, ...sent });
const post = (body: string | Buffer, type = 'application/json') =>
  send('/applicants', { method: 'POST', body, headers: { 'content-type': type } });
const form = 'application/x-www-form-urlencoded';

test('answers unreadable requests with bad request', async (t) => {
  const nested = (depth: number) => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const bodies: readonly (readonly [what: string, body: string | Buffer, type?: string])[] = [
    ['JSON that ends early', '{"first_name": "Jane"'],
    ['JSON with a name twice', '{"first_name":"Jane","first_name":"Joan"}'],
    ['JSON that is a list', '[1]'],
    ['JSON that is a text', '"Jane"'],
    ['JSON that is null', 'null'],
    ['JSON of 9 levels', nested(9)],
    ['JSON of 1,001 values', JSON.stringify({ tags: Array(1001).fill('x') })],
    ['JSON with NUL', '{"first_name":"Ja\\u0000ne"}'],
    ['JSON with half a character', '{"first_name":"\\ud800"}'],
    ['JSON that is no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['a form that contradicts itself', 'tags=a&tags[]=b', form],
    ['a form with a bad escape', 'first_name=%zz', form],
    ['a form with NUL', 'first_name=%00', form],
    ['a form that is no UTF-8', 'first_name=%ff', form],
    ['a form of 1,001 parameters', 'a=1&'.repeat(1001), form],
    ['a form of 9 levels', 'a[b][c][d][e][f][g][h][i]=1', form],
  ];
  for (const [what, body, type] of bodies) {
    await t.test(what, async () => assertError(await post(body, type), 'bad_request'));
  }
  for (const path of ['/applicants?page=%zz', '/applicants?x=%ff', '/applicants/%00', '/applicants/%c3%28']) {
    await t.test(`GET ${path}`, async () => assertError(await send(path), 'bad_request'));
  }
  const deep = await post(nested(8));
  assertError(deep, 'validation_error', ['first_name', 'last_name', 'email', 'gender']);
});

test('refuses a body of more than 1 MiB, and accepts one of exactly 1 MiB', async () => {
  const body = (length: number) => `{"x":"${'a'.repeat(length - 8)}"}`;
  assertError(await post(body(1_048_577)), 'payload_too_large');
  assertError(await post(body(1_048_576)), 'validation_error', ['first_name', 'last_name', 'email', 'gender']);
});

test('accepts a body only as a form or as JSON', async () => {
  assertError(await post('<applicant/>', 'text/xml'), 'unsupported_media_type');
});

test('a refused key is told the reason', async () => {
  assertError(await send('/applicants', { key: undefined }), 'unauthorized_request');
  assertError(await send('/applicants', { key: account.keys.live }), 'authorization_error');
  assertError(await send('/applicants', { key: account.readOnlyKeys.test }), 'user_authorization_error');
});

test('refuses plain HTTP for every path, and marks the key in it as exposed', async () => {
  const exposed = () =>
    database.row<{ count: number }>(sql`select count(*) as count from api_keys where exposed_at is not null`);
  for (const path of [`${base}/applicants`, `${v2Bases.live}/applicants/${nobody}`]) {
    const answer = await request(`${probity.plainUrl}${path}`, {
      headers: { authorization: `Token token=${account.keys.test}` },
      method: 'POST',
      body: '{}',
    });
    const text = await answer.body.text();
    const { statusCode: status, headers } = answer;
    assert.equal(headers.location, undefined);
    assertError({ status, headers, text, json: JSON.parse(text) }, 'https_required');
  }
  for (const until = performance.now() + 90_000; performance.now() < until && (await exposed())?.count === 0; ) {
    await send('/jobroles');
  }
  assert.deepEqual(await exposed(), { count: 1 });
});

test('refuses an unknown method with the list of allowed ones', async () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;
  for (const [path, operations] of Object.entries(document.paths)) {
    const documented = Object.keys(operations).map((method) => method.toUpperCase());
    const there = documented.includes('GET') ? ['HEAD', ...documented] : documented;
    const at = path.replace(/\{\w+\}/g, nobody);
    for (const method of methods.filter((candidate) => !there.includes(candidate))) {
      const answer = await send(at, { method });
      assertError(answer, 'method_not_allowed');
      assert.deepEqual(String(answer.headers.allow).split(', ').sort(), there.sort(), `${method} ${path}`);
    }
  }
});

test('unknown resources and paths are not found', async () => {
  for (const path of [
    '',
    '/',
    '/applicant',
    `/applicants/${nobody}/x`,
    '/checks',
    `/checks/${nobody}`,
    '/v2/applicants',
  ]) {
    assertError(await send(path), 'resource_not_found');
    assertError(await send(path, { key: undefined }), 'resource_not_found');
  }
});

test('a check that cannot be placed is refused with the reason', async () => {
  const { id } = await makeApplicant(client);
  const order = (reports: object[]) =>
    send(`/applicants/${id}/checks`, { method: 'POST', json: { type: 'standard', reports } });
  assertError(await order([{ name: 'x' }]), 'invalid_reports_names');
  assertError(await order([{ name: 'criminal_history' }]), 'invalid_check_type_for_variant');
  assertError(await order([{ name: 'criminal_history', variant: 'enhanced' }]), 'failed_check_requirements', [
    'criminal_history_report_details.JobRoleId',
  ]);
  await makeCheck(client, {}, id);
  assertError(await order([{ name: 'identity' }]), 'incomplete_checks');
});

test('refuses a repeated request while the first is in progress, and a different one under its key', async () => {
  const headers = { 'idempotency-key': randomUUID() };
  const create = (json: object = jane) => send('/applicants', { method: 'POST', json, headers });
  const claimed = () => database.rows(sql`select from idempotency_keys`);
  const first = await database.transaction(async (db) => {
    await db.run(sql`lock table applicants in access exclusive mode`);
    const before = (await claimed()).length;
    const answer = create();
    await until(async () => (await claimed()).length > before);
    assertError(await create(), 'idempotency_in_progress');
    return { answer };
  });
  assert.equal((await first.answer).status, 201);
  assertError(await create({}), 'idempotency_key_reused');
});

test('the sandbox takes a hundred requests in ten minutes, then none for one minute, counted for all keys of a user and both interfaces', async () => {
  let now = Date.now();
  const limited = await startProbity({ sandboxLimit: true, now: () => new Date(now) });
  const { ctx, account: of } = limited;
  const testKey = async (userId: string) =>
    (await createApiKey(ctx, 'system', of.accountId, { userId, environment: 'test' })).key;
  const ask = (environment: 'live' | 'test' = 'test', key = of.keys[environment]) =>
    limited.fetch(`${v2Bases[environment]}/jobroles`, { key });
  const first = await Promise.all(Array.from({ length: 130 }, () => ask()));
  const refused = first.filter((answer) => answer.status !== 200);
  assert.equal(refused.length, 30);
  for (const answer of refused) {
    assertError(answer, 'rate_limit_exceeded');
    assert.equal(answer.headers['retry-after'], '60');
  }
  assert.equal((await ask('live')).status, 200);
  assert.equal((await ask('test', await testKey(of.userId))).status, 429, 'another key of the same user');
  const order = await limited.fetch('/api/v1/metadata/packages', { key: of.keys.test });
  assert.deepEqual([order.status, order.headers['retry-after']], [429, '60'], 'interface v1');
  const colleague = { name: 'Sample Colleague', email: 'colleague@sample.test', role: 'standard' } as const;
  const { id } = await createUser(ctx, 'system', of.accountId, colleague);
  assert.equal((await ask('test', await testKey(id))).status, 200, 'another user');
  now += 59_000;
  assert.equal((await ask()).headers['retry-after'], '1');
  now += 1_001;
  assert.equal((await ask()).status, 200);
});

test("live requests are limited by key, at the operator's setting", async () => {
  const limited = await startProbity({ settings: { PROBITY_RATE_LIMIT: '3' } });
  const path = `${v2Bases.live}/jobroles`;
  for (let index = 0; index < 3; index += 1) {
    assert.equal((await limited.fetch(path, { key: limited.account.keys.live })).status, 200);
  }
  const answer = await limited.fetch(path, { key: limited.account.keys.live });
  assertError(answer, 'rate_limit_exceeded');
  assert.deepEqual([answer.headers['ratelimit-limit'], answer.headers['ratelimit-remaining']], ['3', '0']);
  assert.equal(answer.headers['ratelimit-reset'], answer.headers['retry-after']);
  assert.ok(Number(answer.headers['retry-after']) >= 1 && Number(answer.headers['retry-after']) <= 60);
});

test('each answer says what is left of the limit, and a path that nothing has counts as well', async () => {
  const limited = await startProbity({ settings: { PROBITY_RATE_LIMIT: '3' } });
  const { live, test: sandbox } = limited.account.keys;
  const leftAt = ({ headers }: Awaited<ReturnType<typeof limited.fetch>>) =>
    ['limit', 'remaining'].map((name) => Number(headers[`ratelimit-${name}`]));
  const known = await limited.fetch(`${v2Bases.live}/jobroles`, { key: live });
  assert.deepEqual(leftAt(known), [3, 2]);
  assert.ok(Number(known.headers['ratelimit-reset']) >= 1 && Number(known.headers['ratelimit-reset']) <= 60);
  const unknown = await limited.fetch(`${v2Bases.live}/jobrolls`, { key: live });
  assertError(unknown, 'resource_not_found');
  assert.deepEqual(leftAt(unknown), [3, 1]);
  const v1 = await limited.fetch('/api/v1/nowhere', { key: live });
  assert.equal(v1.status, 404);
  assert.deepEqual(leftAt(v1), [3, 0]);
  assertError(await limited.fetch(`${v2Bases.live}/jobrolls`, { key: live }), 'rate_limit_exceeded');
  const nobody = await limited.fetch(`${v2Bases.live}/jobrolls`);
  assert.deepEqual([nobody.status, nobody.headers['ratelimit-limit']], [404, undefined]);
  const rehearsed = await limited.fetch(`${v2Bases.test}/jobroles`, { key: sandbox });
  assert.equal(leftAt(rehearsed)[0], 100);
});

test('an internal error reveals nothing, and is not stored under an Idempotency-Key', async () => {
  const { id } = await makeApplicant(client);
  const check = await makeCheck(client);
  await database.run(sql`alter table reports rename to reports_elsewhere`);
  const headers = { 'idempotency-key': randomUUID() };
  const order = () =>
    send(`/applicants/${id}/checks`, {
      method: 'POST',
      json: { type: 'standard', reports: [{ name: 'identity' }] },
      headers,
    });
  assertError(await send(`/checks/${check.id}/reports`), 'internal_server_error');
  assertError(await order(), 'internal_server_error');
  await database.run(sql`alter table reports_elsewhere rename to reports`);
  assert.equal((await send(`/checks/${check.id}/reports`)).status, 200);
  assert.equal((await order()).status, 201);
});

test('answers service unavailable while the database is unavailable, and recovers by itself', async () => {
  const own = await openTestDatabase(2);
  const proxy = await startDatabaseProxy(own.connection);
  const served = await startProbity({ connection: proxy.connection });
  after(() => proxy.cut());
  after(own.drop);
  const client = v2Client(served);
  const create = (key: string) => client.post<Applicant>('/applicants', jane, { headers: { 'idempotency-key': key } });
  const kept = await create('kept');
  await proxy.cut();
  const away = [await create('lost'), await client.get(`/applicants/${kept.body.id}`), await client.get('/jobroles')];
  for (const answer of away) {
    assertError(answer, 'service_unavailable');
    assert.ok(Number(answer.headers['retry-after']) >= 1);
  }
  await proxy.restore();
  assert.equal((await create('kept')).text, kept.text);
  assert.equal((await create('lost')).status, 201);
  assert.equal((await client.get('/applicants')).headers['x-total-count'], '2');
});

test('the tests have reached every error type, and no other exists', () => {
  const ours = [...new Set([...Object.values(errorTypes), internalError])];
  const sorted = (rows: readonly (readonly [number, string, string])[]) => rows.map((row) => row.join(' ')).sort();
  assert.deepEqual(sorted(ours.map(({ status, type, message }) => [status, type, message] as const)), sorted(words));
  assert.deepEqual([...reached].sort(), words.map((row) => row[1]).sort());
});
