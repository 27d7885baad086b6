import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { Ctx, Tenant } from '../../../src/context.ts';
import {
  type Answer,
  forgetAnswersAbout,
  pruneIdempotencyKeys,
  withIdempotency,
} from '../../../src/features/idempotency/idempotency-actions.ts';
import { Refusal, type RefusalReason } from '../../../src/lib/refusal.ts';
import { type Db, sql } from '../../../src/platform/db/database.ts';
import { createAccountKeys } from '../../../src/platform/encryption/account-keys.ts';
import { parseMasterKeys } from '../../../src/platform/encryption/master-keys.ts';
import { testDatabase } from '../../support/database.ts';
import { makeBareAccounts } from '../../support/events.ts';

const { database } = await testDatabase();
await database.run(sql`create table effects (text text not null)`);

const clock = { ahead: 0 };
const now = () => new Date(Date.now() + clock.ahead);
const masterKeys = parseMasterKeys(randomBytes(32).toString('base64'));
const keys = createAccountKeys({ db: database, masterKeys, now });
const ctx = { db: database, now, keys } as unknown as Ctx;
const accounts = await makeBareAccounts(database, 2);
for (const id of accounts) await keys.createFor(database, id);
const tenant: Tenant = { accountId: accounts[0]!, environment: 'live' };

const request = (key: string, body = '{"a":1}', target = '/v2/applicants') => ({
  key,
  method: 'POST',
  target,
  body: Buffer.from(body),
  subsidiaryIds: null,
});

const statusOf: Partial<Record<RefusalReason, number>> = {
  invalid_fields: 422,
  rate_limited: 429,
  unauthenticated: 401,
};
const answerTo = ({ reason }: Refusal): Answer => ({ status: statusOf[reason] ?? 400, body: `{"error":"${reason}"}` });

const effectsOf = async (text: string) =>
  (await database.row<{ n: number }>(sql`select count(*) as n from effects where text = ${text}`))!.n;

const write = (text: string) => async (inner: { db: Db }) => {
  await inner.db.run(sql`insert into effects values (${text})`);
  return { status: 201, body: `{"id":"${randomUUID()}"}` };
};

const once = (key: string, work: (ctx: Ctx) => Promise<Answer>, sent = request(key), whose = tenant) =>
  withIdempotency(ctx, whose, sent, work, answerTo);

function refusedWith(reason: RefusalReason) {
  return (error: unknown) => error instanceof Refusal && error.reason === reason;
}

/** Work that stays in its transaction until it is released. */
function slowly(text: string) {
  const gate = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const work = async (inner: Ctx) => {
    const answer = await write(text)(inner);
    begun.resolve();
    await gate.promise;
    return answer;
  };
  return { work, begun: begun.promise, letGo: gate.resolve };
}

test('replays the first answer to the same request', async () => {
  const first = await once('again', write('again'));
  const second = await once('again', write('again'));
  assert.deepEqual([first.replayed, second.replayed], [false, true]);
  assert.deepEqual([second.status, second.body], [first.status, first.body]);
  assert.equal(await effectsOf('again'), 1);
});

test('of 100 concurrent requests exactly one has an effect', async () => {
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => once('race', write('race'))));
  assert.equal(await effectsOf('race'), 1);
  const answers = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value);
  assert.equal(answers.filter(({ replayed }) => !replayed).length, 1);
  assert.equal(new Set(answers.map(({ body }) => body)).size, 1);
  for (const result of results) {
    if (result.status === 'rejected') assert.ok(refusedWith('idempotency_in_progress')(result.reason));
  }
});

test('of 100 requests that find an expired claim exactly one has an effect', async () => {
  const crashed = slowly('taken over');
  const owner = once('taken over', crashed.work);
  await crashed.begun;
  clock.ahead += 61_000;
  const results = await Promise.allSettled(Array.from({ length: 100 }, () => once('taken over', write('taken over'))));
  assert.equal(results.filter((result) => result.status === 'fulfilled' && !result.value.replayed).length, 1);
  crashed.letGo();
  await owner;
  assert.equal(await effectsOf('taken over'), 1);
});

test('refuses another body, method or path under the same key', async () => {
  await once('reused', write('reused'));
  const others = [
    request('reused', '{"a":2}'),
    request('reused', '{"a":1}', '/v2/webhooks'),
    { ...request('reused'), method: 'PUT' },
  ];
  for (const other of others) {
    await assert.rejects(once('reused', write('reused'), other), refusedWith('idempotency_key_reused'));
  }
  assert.equal(await effectsOf('reused'), 1);
});

test('a key belongs to its account and environment', async () => {
  const tenants: Tenant[] = [tenant, { ...tenant, environment: 'test' }, { ...tenant, accountId: accounts[1]! }];
  for (const whose of tenants) {
    const { replayed } = await once('scoped', write('scoped'), request('scoped'), whose);
    assert.equal(replayed, false);
  }
  assert.equal(await effectsOf('scoped'), 3);
});

test('refuses the second request while the first is in progress, but not a minute later', async () => {
  const first = slowly('late');
  const owner = once('late', first.work);
  await first.begun;
  await assert.rejects(once('late', write('late')), refusedWith('idempotency_in_progress'));
  clock.ahead += 59_000;
  await assert.rejects(once('late', write('late')), refusedWith('idempotency_in_progress'));
  clock.ahead += 2_000;
  assert.equal((await once('late', write('late'))).replayed, false);
  first.letGo();
  // The first owner has lost its claim: its work is rolled back.
  assert.equal((await owner).body, '{"error":"idempotency_in_progress"}');
  assert.equal(await effectsOf('late'), 1);
});

test('a clock that was set back does not leave a claim in progress for ever', async () => {
  clock.ahead += 3_600_000;
  const first = slowly('set back');
  const owner = once('set back', first.work);
  await first.begun;
  clock.ahead -= 3_600_000;
  assert.equal((await once('set back', write('set back'))).replayed, false);
  first.letGo();
  await owner;
  assert.equal(await effectsOf('set back'), 1);
});

test('stores a refusal that depends on the request', async () => {
  let runs = 0;
  const refuse = async (inner: Ctx) => {
    runs += 1;
    await write('refused')(inner);
    throw new Refusal('invalid_fields');
  };
  const first = await once('refused', refuse);
  const second = await once('refused', refuse);
  assert.deepEqual([first.status, second.status, second.body], [422, 422, first.body]);
  assert.deepEqual([runs, second.replayed, await effectsOf('refused')], [1, true, 0]);
});

for (const failure of [new Refusal('rate_limited'), new Refusal('unauthenticated'), new Error('a bug')]) {
  test(`releases the key after ${failure instanceof Refusal ? failure.reason : 'an internal error'}`, async () => {
    const key = `given back after ${failure.message}`;
    const fail = () => Promise.reject(failure);
    await assert.rejects(once(key, fail), (error) => error === failure);
    assert.equal((await once(key, write(key))).replayed, false);
  });
}

test('the answer is stored in the transaction of the effect: both are committed or neither', async () => {
  const lost = once('lost', async (inner) => {
    const answer = await write('lost')(inner);
    const { pid } = (await inner.db.row<{ pid: number }>(sql`select pg_backend_pid() as pid`))!;
    await database.run(sql`select pg_terminate_backend(${pid})`);
    return answer;
  });
  await assert.rejects(lost);
  assert.equal(await effectsOf('lost'), 0);
  assert.equal((await once('lost', write('lost'))).replayed, false);
});

test('an answer is replayed for 24 hours, then the key is free and its row is deleted', async () => {
  await once('aged', write('aged'));
  clock.ahead += 24 * 3_600_000 - 1000;
  assert.equal((await once('aged', write('aged'))).replayed, true);
  clock.ahead += 2000;
  assert.equal((await once('aged', write('aged'), request('aged', 'another body'))).replayed, false);
  const pruned = await pruneIdempotencyKeys(ctx);
  assert.ok(pruned > 0);
  const { n } = (await database.row<{ n: number }>(sql`select count(*) as n from idempotency_keys`))!;
  assert.equal(n, 1);
});

test('answers about an applicant are deleted when they are erased, and are encrypted until then', async () => {
  const applicantId = randomUUID();
  await once('erased', async () => ({ status: 201, body: '{"first_name":"Canary"}', applicantId }));
  const row = await database.row<{ text: string }>(sql`
    select encode(sealed_answer, 'escape') as text from idempotency_keys where applicant_id = ${applicantId}`);
  assert.ok(row !== undefined && !row.text.includes('Canary'));
  await forgetAnswersAbout(database, tenant, applicantId);
  assert.equal((await once('erased', write('erased'))).replayed, false);
});

test('refuses an empty key and one over 255 characters', async () => {
  for (const key of ['', 'x'.repeat(256)]) {
    await assert.rejects(once(key, write('badly keyed')), refusedWith('malformed_request'));
  }
  assert.equal((await once('x'.repeat(255), write('longest'))).status, 201);
});
