import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, test } from 'node:test';
import type { ApiCall, ApiRoute } from '../../src/api/shared/route.ts';
import { v1Routes } from '../../src/api/v1/index.ts';
import { v2Routes } from '../../src/api/v2/index.ts';
import { createPackage } from '../../src/features/report-types/agreement-actions.ts';
import { startDnsServer } from '../support/dns-server.ts';
import { startProbity } from '../support/probity.ts';
import type { Hash } from './fuzz/fuzz-request.ts';
import { operationIds } from './fuzz/operations.ts';
import { fuzz, linesOf } from './fuzz.ts';

const names = await startDnsServer();
after(() => names.close());
/** The program's log of internal errors, which explains an answer of 500 that does not recur. */
const logged: string[] = [];
const { url, ca, account, ctx } = await startProbity({
  settings: { PROBITY_DNS_SERVERS: names.address, PROBITY_LOG_LEVEL: 'error' },
  log: new Writable({
    write(line, _encoding, done) {
      logged.push(String(line));
      done();
    },
  }),
});
await createPackage(ctx, 'system', account.accountId, { name: 'Office', reports: [{ name: 'identity' }] });
const target = { port: Number(new URL(url).port), ca, keys: account.keys, readOnlyKey: account.readOnlyKeys.test };

test('mutated requests of every kind get answers that the OpenAPI documents allow', async (t) => {
  const found = await fuzz(target, { requests: 1000, seed: 14 });
  t.diagnostic(linesOf(found)[0]!);
  assert.deepEqual([...linesOf(found).slice(1), ...logged], []);
  assert.equal(found.sent, 1000);
  assert.deepEqual([...found.operations].sort(), [...operationIds].sort());
});

/** Fuzzes an interface with a planted fault until the fault is found. */
async function fuzzPlanted(
  operationId: string,
  handle: (call: ApiCall, route: ApiRoute) => ReturnType<ApiRoute['handle']>,
) {
  const routes: readonly ApiRoute[] = [...v1Routes, ...v2Routes];
  const route = routes.find((one) => one.operationId === operationId)! as {
    -readonly [K in keyof ApiRoute]: ApiRoute[K];
  };
  const whole = { ...route };
  route.handle = (call) => handle(call, whole);
  try {
    const { faults } = await fuzz(target, { requests: 3000, seed: 5, faultsAtMost: 1, mostly: operationId });
    return faults;
  } finally {
    route.handle = whole.handle;
  }
}

test('a planted fault is found and its request is minimised: a handler that fails on one odd value', async () => {
  const [fault] = await fuzzPlanted('createApplicant', (call, whole) => {
    const texts = Object.entries(call.body.json ?? {}).filter(([name]) => /name|email|phone|birth/.test(name));
    if (texts.some(([, value]) => typeof value === 'object')) throw new TypeError('planted');
    return whole.handle(call);
  });
  assert.match(fault?.complaint ?? '', /^answers 500/);
  assert.equal(fault?.request.operationId, 'createApplicant');
  const { body } = fault.request;
  assert.ok(body.as === 'json' || body.as === 'form');
  assert.equal((body.value as Hash).pairs.length, 1);
});

test('a planted fault is found: an answer that does not match its schema', async () => {
  const [fault] = await fuzzPlanted('readSandboxClock', async () => ({ status: 200, body: { now: 'soon' } }));
  assert.match(fault?.complaint ?? '', /date-time/);
  assert.equal(fault?.request.operationId, 'readSandboxClock');
});

test('a planted fault is found: a status that the operation does not have', async () => {
  const [fault] = await fuzzPlanted('listPackages', async () => ({ status: 201, body: [] }));
  assert.match(fault?.complaint ?? '', /answers 201, which is not documented/);
});
