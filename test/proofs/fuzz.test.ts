import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { ApiCall } from '../../src/api/shared/route.ts';
import { v2Routes } from '../../src/api/v2/index.ts';
import type { V2Route } from '../../src/api/v2/route.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { startProbity } from '../support/probity.ts';
import type { Hash } from './fuzz/fuzz-request.ts';
import { fuzz, linesOf } from './fuzz.ts';

const names = await startDnsServer();
after(() => names.close());
const { url, ca, account } = await startProbity({ settings: { PROBITY_DNS_SERVERS: names.address } });
const target = { port: Number(new URL(url).port), ca, keys: account.keys, readOnlyKey: account.readOnlyKeys.test };

test('spoilt requests of every kind get answers that the OpenAPI document promises', async (t) => {
  const found = await fuzz(target, { requests: 2000, seed: 14 });
  t.diagnostic(linesOf(found)[0]!);
  assert.deepEqual(linesOf(found).slice(1), []);
  assert.equal(found.sent, 2000);
});

/** Searches while an operation answers as it should not. */
async function fuzzPlanted(
  operationId: string,
  handle: (call: ApiCall, route: V2Route) => ReturnType<V2Route['handle']>,
) {
  const route = v2Routes.find((one) => one.operationId === operationId)! as {
    -readonly [K in keyof V2Route]: V2Route[K];
  };
  const whole = { ...route };
  route.handle = (call) => handle(call, whole);
  try {
    const { faults } = await fuzz(target, { requests: 3000, seed: 5, faultsAtMost: 1 });
    return faults;
  } finally {
    route.handle = whole.handle;
  }
}

test('a planted fault is found and made small: a handler that fails on one odd value', async () => {
  const [fault] = await fuzzPlanted('createApplicant', (call, whole) => {
    const texts = Object.entries(call.body ?? {}).filter(([name]) => /name|email|phone|birth/.test(name));
    if (texts.some(([, value]) => typeof value === 'object')) throw new TypeError('planted');
    return whole.handle(call);
  });
  assert.match(fault?.complaint ?? '', /^answers 500/);
  assert.equal(fault?.request.operationId, 'createApplicant');
  const { body } = fault.request;
  assert.ok(body.as === 'json' || body.as === 'form');
  assert.equal((body.value as Hash).pairs.length, 1);
});

test('a planted fault is found: an answer that says something else than its schema', async () => {
  const [fault] = await fuzzPlanted('readSandboxClock', async () => ({ status: 200, body: { now: 'soon' } }));
  assert.match(fault?.complaint ?? '', /date-time/);
  assert.equal(fault?.request.operationId, 'readSandboxClock');
});

test('a planted fault is found: a status that the operation does not have', async () => {
  const [fault] = await fuzzPlanted('listJobRoles', async () => ({ status: 201, body: { job_roles: [] } }));
  assert.match(fault?.complaint ?? '', /answers 201, which is not documented/);
});
