// Every POST of the OpenAPI document with an Idempotency-Key: replayed with the same bytes, refused with another body,
// or while in progress.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { v2Bases } from '../../../src/api/v2/index.ts';
import { fingerprint, keyHash } from '../../../src/features/idempotency/idempotency-rules.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { startProbity } from '../../support/probity.ts';
import { allowLoopback, bodyFor, documentedOperations, makeWorlds, pathFor } from './operation-samples.ts';
import { assertRefused, v2Client } from './v2-client.ts';
import { type Applicant, jane, makeApplicant } from './v2-samples.ts';

const probity = await startProbity({ settings: allowLoopback });
const { account, ctx, database } = probity;
const client = v2Client(probity);
const posts = documentedOperations.filter(({ method }) => method === 'POST');

const withKey = (key: string) => ({ headers: { 'idempotency-key': key } });

/** Inserts the claim of a request that is still in progress. */
async function plantClaim(key: string, path: string, body: string): Promise<void> {
  const request = {
    key,
    method: 'POST',
    target: `${v2Bases.test}${path}`,
    body: Buffer.from(body),
    subsidiaryIds: null,
  };
  await database.run(sql`
    insert into idempotency_keys (account_id, environment, key_hash, fingerprint, claimed_at)
    values (${account.accountId}, 'test', ${keyHash(request)}, ${fingerprint(request)}, ${ctx.now()})`);
}

for (const operation of posts) {
  test(`${operation.operationId} runs once for each key`, async () => {
    const path = pathFor(operation, (await makeWorlds(client, database)).for(operation.operationId));
    const json = bodyFor(operation);
    const key = randomUUID();
    const first = await client.post(path, json, withKey(key));
    assert.ok(first.status < 300, first.text);
    assert.equal(first.headers['idempotent-replayed'], undefined);

    const again = await client.post(path, json, withKey(key));
    assert.deepEqual([again.status, again.text], [first.status, first.text]);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.headers['content-type'], first.headers['content-type']);
    assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);

    const other = await client.post(path, { ...(json as object), other: true }, withKey(key));
    assertRefused(other, 422, 'idempotency_key_reused', []);

    const inFlight = randomUUID();
    await plantClaim(inFlight, path, json === undefined ? '' : JSON.stringify(json));
    assertRefused(await client.post(path, json, withKey(inFlight)), 409, 'idempotency_in_progress', []);
  });
}

test('a refusal is replayed too, with its original id', async () => {
  const key = randomUUID();
  const first = await client.post('/applicants', { ...jane, gender: 'x' }, withKey(key));
  assertRefused(first, 422, 'validation_error', ['gender']);
  const again = await probity.fetch(`${v2Bases.test}/applicants`, {
    method: 'POST',
    key: account.keys.test,
    json: { ...jane, gender: 'x' },
    ...withKey(key),
  });
  assert.equal(again.text, first.text);
  assert.equal(again.headers['idempotent-replayed'], 'true');
});

test('a hundred concurrent requests with one key make one applicant', async () => {
  const key = randomUUID();
  const before = Number((await client.get('/applicants')).headers['x-total-count']);
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => client.post<Applicant>('/applicants', jane, withKey(key))),
  );
  const made = answers.filter((answer) => answer.status === 201);
  for (const answer of answers) if (answer.status !== 201) assertRefused(answer, 409, 'idempotency_in_progress');
  assert.equal(new Set(made.map((answer) => answer.text)).size, 1);
  assert.equal(made.filter((answer) => answer.headers['idempotent-replayed'] === undefined).length, 1);
  assert.equal(Number((await client.get('/applicants')).headers['x-total-count']), before + 1);
});

test('a key is another key in another environment and for another path', async () => {
  const key = randomUUID();
  const live = v2Client(probity, 'live');
  const one = await client.post<Applicant>('/applicants', jane, withKey(key));
  const other = await live.post<Applicant>('/applicants', jane, withKey(key));
  assert.deepEqual([one.body.sandbox, other.body.sandbox], [true, false]);
  const path = `/applicants/${one.body.id}/checks`;
  assertRefused(await client.post(path, jane, withKey(key)), 422, 'idempotency_key_reused');
});

test('equivalent spellings of a path share the key, and the query counts', async () => {
  const { id } = await makeApplicant(client);
  const key = randomUUID();
  const order = { type: 'standard', reports: [{ name: 'identity' }] };
  const first = await client.post(`/applicants/${id}/checks`, order, withKey(key));
  assert.equal(first.status, 201, first.text);
  const inCode = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`;
  for (const path of [`${id.toUpperCase()}/checks`, `${inCode}/checks`, `${id}/checks/`, `${id}/checks?`]) {
    const again = await client.post(`/applicants/${path}`, order, withKey(key));
    assert.deepEqual([again.status, again.text], [201, first.text], path);
    assert.equal(again.headers['idempotent-replayed'], 'true', path);
  }
  const { id: other } = await makeApplicant(client);
  for (const path of [`${other}/checks`, `${id}/checks?expand=reports`]) {
    assertRefused(await client.post(`/applicants/${path}`, order, withKey(key)), 422, 'idempotency_key_reused');
  }
});

test('refuses an empty key, and one of more than 255 characters', async () => {
  for (const key of ['', 'a'.repeat(256)]) {
    assertRefused(await client.post('/applicants', jane, withKey(key)), 400, 'bad_request');
  }
  assert.equal((await client.post('/applicants', jane, withKey('a'.repeat(255)))).status, 201);
});

test('ignores the key on methods that are repeatable by themselves', async () => {
  const { id } = await makeApplicant(client);
  const key = randomUUID();
  for (const mobile of ['1', '2']) {
    const answer = await client.put<Applicant>(`/applicants/${id}`, { mobile }, withKey(key));
    assert.equal(answer.body.mobile, mobile);
    assert.equal(answer.headers['idempotent-replayed'], undefined);
  }
});

test('no transaction waits for slow name servers', async () => {
  const dns = await startDnsServer({ 'slow.com': 'silence', com: 'NOERROR' });
  after(() => dns.close());
  const settings = {
    PROBITY_EMAIL_DOMAIN_CHECK: 'dns',
    PROBITY_DNS_SERVERS: dns.address,
    PROBITY_DATABASE_POOL: '5',
  };
  const slow = await startProbity({ settings });
  const live = v2Client(slow, 'live');
  const applicants = await Promise.all([1, 2, 3, 4].map(() => makeApplicant(live, { email: 'a@slow.com' })));
  const order = { type: 'standard', reports: [{ name: 'identity' }] };
  const answers = [
    ...applicants.map(({ id }) => live.post(`/applicants/${id}/checks`, order, withKey(randomUUID()))),
    ...[1, 2, 3, 4].map((n) => live.post('/webhooks', { url: `https://hook${n}.slow.com/` }, withKey(randomUUID()))),
  ];
  const asked = () => dns.questions.includes('slow.com') && dns.questions.includes('hook4.slow.com');
  for (let waitedMs = 0; !asked() && waitedMs < 10_000; waitedMs += 20) await sleep(20);
  const open = async () =>
    (
      await slow.database.rows(sql`
      select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`)
    ).length;
  // Any transaction is idle between two statements; one that waits for a name server is idle for two seconds.
  let waiting = await open();
  for (let waitedMs = 0; waiting > 0 && waitedMs < 1000; waitedMs += 20) waiting = await sleep(20).then(open);
  assert.equal(waiting, 0);
  for (const answer of await Promise.all(answers)) assert.equal(answer.status, 201, answer.text);
  assert.equal(dns.questions.filter((name) => name === 'hook4.slow.com').length, 2, 'one each for IPv4 and IPv6');
});
