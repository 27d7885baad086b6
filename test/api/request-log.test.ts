// The request log: what the requests of both interfaces leave in it, and that nothing of a query, a body or an unknown id does.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { createApiKey, revokeApiKey } from '../../src/features/accounts/account-actions.ts';
import type { ApiRequestRow } from '../../src/features/api-requests/api-request.ts';
import { recordApiRequest } from '../../src/features/api-requests/api-request-actions.ts';
import { housekeepingJobs } from '../../src/features/housekeeping/housekeeping-jobs.ts';
import { Refusal } from '../../src/lib/refusal.ts';
import { sql } from '../../src/platform/db/database.ts';
import { type SentRequest, startProbity } from '../support/probity.ts';

const probity = await startProbity();
const { ctx, database, account } = probity;
const { accountId } = account;

const person = {
  first_name: 'Jo',
  last_name: 'Sample',
  email: 'jo@demo.example',
  gender: 'male',
  dob: '1980-01-01',
  country: 'GBR',
};

/** What the answers that began last left in the log. */
async function logged(...sent: readonly [path: string, sent?: SentRequest][]) {
  const ids: string[] = [];
  for (const [path, { key = account.keys.test, ...more } = {}] of sent) {
    const { headers } = await probity.fetch(path, { key, ...more });
    ids.push(String(headers['x-request-id']));
  }
  await ctx.batches.write();
  const rows = await database.rows<ApiRequestRow>(
    sql`select * from api_requests order by id desc limit ${sent.length}`,
  );
  return { ids, rows: rows.reverse() };
}

const fieldsOf = ({ fields }: ApiRequestRow) => Object.fromEntries(fields.map(({ path, rule }) => [path, rule]));

test('a request of each interface is listed with its route, ids, status, key, user and the id that its answer carried', async () => {
  const order = '/api/v1/orders/1042';
  const { ids, rows } = await logged(['/v2/applicants', { method: 'POST', json: person }], [`${order}/status?page=7`]);
  const [made, asked] = rows as [ApiRequestRow, ApiRequestRow];
  assert.deepEqual(
    rows.map(({ id }) => id),
    ids,
  );
  assert.deepEqual(
    [made.interface, made.method, made.route, made.ids, made.status, made.user_id, made.account_id, made.environment],
    ['v2', 'POST', '/v2/applicants', [], 201, account.userId, accountId, 'test'],
  );
  assert.deepEqual(
    [asked.interface, asked.route, asked.ids, asked.status, asked.error_type],
    ['v1', '/api/v1/orders/:id/status', ['1042'], 404, 'not_found'],
  );
  const key = await database.row<{ id: string }>(sql`select id from api_keys where id = ${made.key_id}`);
  assert.ok(key !== undefined && made.duration_ms > 0);
});

test('a refusal is listed with its type, and with the fields and rules, never with the values', async () => {
  const secret = 'Xanthippe';
  // A name that is none of the interface may be what somebody typed.
  const name = `${secret}_Smith`;
  const gapped = { ...person, last_name: `${secret}!`, dob: '1900-01-01', email: `${secret}@@x` };
  const { rows } = await logged(
    ['/v2/applicants', { method: 'POST', json: { ...gapped, addresses: [{ street: secret.repeat(20) }], [name]: 1 } }],
    [`/v2/applicants/${secret}`],
    [`/v2/applicants?${secret}=${secret}&page=${secret}`],
    [`/api/v1/metadata/valuesets/${secret}`],
    ['/api/v1/orders/candidateentry', { method: 'POST', json: { Candidate: { [name]: 1, [name.toLowerCase()]: 2 } } }],
  );
  const [refused, unknown, listed, word, twice] = rows as [ApiRequestRow, ...ApiRequestRow[]] as ApiRequestRow[];
  assert.equal(refused!.error_type, 'validation_error');
  assert.deepEqual(fieldsOf(refused!), { 'addresses[0].street': 'is too long (maximum is 32 characters)' });
  assert.deepEqual(refused!.unread, ['…']);
  assert.deepEqual([unknown!.ids, unknown!.status], [[null], 404]);
  assert.equal(listed!.error_type, 'validation_error');
  assert.deepEqual(word!.ids, [null]);
  assert.ok(twice!.status >= 400);
  const rest = await database.rows(sql`select r from api_requests r where r::text ilike ${`%${secret}%`}`);
  assert.deepEqual(rest, []);
});

test('names that the interface does not know are listed of what succeeded, without their values', async () => {
  const { rows } = await logged(
    [
      '/v2/applicants',
      { method: 'POST', json: { ...person, date_of_birth: '1980-01-01', addresses: [{ steret: 'x' }] } },
    ],
    [
      '/api/v1/orders/candidateentry/validate',
      { method: 'POST', json: { candidate: { currentName: { firstname: 'Jo', Surname: 'x' } }, checks: [] } },
    ],
  );
  assert.deepEqual(
    rows.map(({ status, unread }) => [status, unread]),
    [
      [201, ['date_of_birth', 'addresses[].steret']],
      [200, ['Candidate.CurrentName.Surname']],
    ],
  );
  const validated = rows[1]!;
  assert.equal(validated.error_type, null);
  assert.equal(fieldsOf(validated)['Candidate.CurrentName.LastName'], "can't be blank");
});

test('an unknown name or variant of a report says which of the reports it is', async () => {
  const { json } = await probity.fetch('/v2/applicants', { method: 'POST', key: account.keys.test, json: person });
  const path = `/v2/applicants/${(json as { id: string }).id}/checks`;
  const ordering = (second: object) => ({
    method: 'POST' as const,
    json: { type: 'standard', reports: [{ name: 'identity' }, second] },
  });
  const { rows } = await logged(
    [path, ordering({ name: 'street' })],
    [path, ordering({ name: 'document', variant: 'x' })],
  );
  assert.deepEqual(rows.map(fieldsOf), [
    { 'reports[1].name': 'is not the name of a report type' },
    { 'reports[1].variant': 'is not a variant of this report type, or is missing' },
  ]);
});

test('a header that names an unknown subsidiary is named', async () => {
  const headers = { VerifileSubsidiaryOrganisationId: 'nowhere' };
  const { rows } = await logged(['/api/v1/metadata/packages', { headers }]);
  assert.deepEqual(
    [rows[0]!.status, fieldsOf(rows[0]!)],
    [403, { VerifileSubsidiaryOrganisationId: 'is not the external identifier of a subsidiary of this account' }],
  );
});

test('a mistyped base path answers JSON to a program and a page to a browser', async () => {
  const typeOf = async (headers: Readonly<Record<string, string>>, key?: string) => {
    const { status, headers: answered } = await probity.fetch('/v3/applicants', { headers, ...(key && { key }) });
    return [status, String(answered['content-type']).split(';')[0]];
  };
  assert.deepEqual(await typeOf({}, account.keys.test), [404, 'application/json']);
  assert.deepEqual(await typeOf({ 'Ocp-Apim-Subscription-Key': 'x' }), [404, 'application/json']);
  assert.deepEqual(await typeOf({ accept: 'application/json' }), [404, 'application/json']);
  assert.deepEqual(await typeOf({ accept: 'text/html,application/json;q=0.9' }), [404, 'text/html']);
  assert.deepEqual(await typeOf({ accept: '*/*' }), [404, 'text/html']);
});

test('a path that does not exist is listed with its words and ids, and nothing else of it', async () => {
  const id = randomUUID();
  const { rows } = await logged(
    [`/vft-staging/v2/checks/${id}/report?x=1`],
    ['/api/v1/order/jo@demo.example/07700900123', { method: 'POST', json: { Secret: 1 } }],
  );
  assert.deepEqual(
    rows.map(({ method, route, ids, status, error_type }) => [method, route, ids, status, error_type]),
    [
      ['GET', '/:id/v2/checks/:id/report', [null, id], 404, 'resource_not_found'],
      ['POST', '/api/v1/order/:id/:id', [null, null], 404, 'not_found'],
    ],
  );
});

test('of requests to paths that do not exist and over the limit, the first ten a minute of a key are listed', async () => {
  const { id, key } = await createApiKey(ctx, 'system', accountId, { userId: account.userId, environment: 'test' });
  for (let count = 0; count < 25; count += 1) await probity.fetch('/v2/nothing', { key });
  await ctx.batches.write();
  const rows = await database.rows(sql`select id from api_requests where key_id = ${id}`);
  assert.ok(rows.length >= 10 && rows.length <= 20, `${rows.length}`);
});

test('a refusal and its replay are both listed, and the replay names the first request', async () => {
  const sent = { method: 'POST', json: { first_name: 'Jo' }, headers: { 'idempotency-key': randomUUID() } } as const;
  const { ids, rows } = await logged(['/v2/applicants', sent], ['/v2/applicants', sent]);
  const [first, replay] = rows as [ApiRequestRow, ApiRequestRow];
  assert.equal(ids[1], ids[0]);
  assert.deepEqual(
    [first.is_replay, first.error_type, fieldsOf(first).last_name],
    [false, 'validation_error', "can't be blank"],
  );
  assert.deepEqual([replay.is_replay, replay.replay_of, replay.error_type], [true, first.id, null]);
});

test('a revoked key is listed for its account, and an unknown one for none', async () => {
  const { id, key } = await createApiKey(ctx, 'system', accountId, { userId: account.userId, environment: 'test' });
  await revokeApiKey(ctx, 'system', accountId, id);
  const { rows } = await logged(['/v2/checks', { key: 'test_unknown' }], ['/v2/applicants', { key }]);
  const ofKey = rows.filter(({ key_id }) => key_id === id);
  assert.deepEqual(
    ofKey.map(({ status, error_type }) => [status, error_type]),
    [[401, 'unauthorized_request']],
  );
  assert.equal(rows.filter(({ route }) => route === '/v2/checks').length, 0);
});

test('a request is answered though its log cannot be kept', () => {
  const full = () => {
    throw new Refusal('service_unavailable', {}, 1);
  };
  assert.doesNotThrow(() =>
    recordApiRequest({ ...ctx, batches: { ...ctx.batches, add: full } }, () => ({ id: randomUUID() }) as ApiRequestRow),
  );
});

test('requests are deleted after the days of the setting, and not before', async () => {
  const { rows } = await logged(['/v2/applicants'], ['/v2/applicants']);
  const kept = rows.at(-1)!;
  const at = async (id: string, days: number) =>
    database.run(sql`
      insert into api_requests select account_id, environment, ${id}, interface, method, route, ids, status, duration_ms, key_id,
        user_id, error_type, fields, unread, cut_by, is_replay, replay_of, now() - make_interval(days => ${days})
      from api_requests where id = ${kept.id}`);
  const [old, young] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'] as const;
  await at(old, 31);
  await at(young, 29);
  await housekeepingJobs(ctx).prune({});
  const left = await database.rows<{ id: string }>(
    sql`select id from api_requests where id in (${old}, ${young}, ${kept.id})`,
  );
  assert.deepEqual(new Set(left.map(({ id }) => id)), new Set([young, kept.id]));
});
