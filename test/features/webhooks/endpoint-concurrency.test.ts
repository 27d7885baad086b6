import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallResult, createEndpointConcurrency } from '../../../src/features/webhooks/endpoint-concurrency.ts';

/** Calls end when the test says so, on a clock of its own. */
function concurrencyUnderTest() {
  let now = 0;
  const running: { readonly item: string; readonly end: (end: CallResult) => void }[] = [];
  const released: string[] = [];
  const concurrency = createEndpointConcurrency<string>({
    call: (item) => new Promise((end) => running.push({ item, end })),
    release: (items) => released.push(...items),
    clock: () => now,
  });
  return {
    concurrency,
    released,
    running,
    claim(endpoint: string, count: number) {
      for (let n = 0; n < count; n++) concurrency.reserve(endpoint);
      for (let n = 0; n < count; n++) concurrency.enqueue(endpoint, `${endpoint} ${n}`);
    },
    async end(count: number, end: CallResult) {
      for (const call of running.splice(0, count)) call.end(end);
      await new Promise(setImmediate);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const prompt: CallResult = { isPrompt: true, ms: 5 };
const silent: CallResult = { isPrompt: false, ms: 10_000 };

test('an endpoint starts with a low claim limit, which rises as it answers', async () => {
  const { concurrency, claim, end } = concurrencyUnderTest();
  assert.equal(concurrency.capacity().unknownEndpoint, 2);
  claim('a', 2);
  assert.equal(concurrency.capacity().limits.get('a'), 0);
  await end(2, prompt);
  assert.equal(concurrency.capacity().limits.get('a'), 8);
  await concurrency.idle();
});

test('an endpoint gets eight calls at once, more while its answers stay fast, and queues the rest', async () => {
  const { concurrency, claim, end, running } = concurrencyUnderTest();
  claim('a', 1);
  await end(1, prompt);
  claim('a', 100);
  assert.equal(running.length, 8);
  await end(8, prompt);
  assert.ok(running.length > 8);
  const before = running.length;
  await end(before, { isPrompt: true, ms: 500 });
  assert.equal(running.length, 8);
  assert.equal(concurrency.drain().length, 100 - 8 - before - 8);
});

test('the queue of an endpoint that stops answering is released, and it gets one call at a time', async () => {
  const { concurrency, claim, end, running, released } = concurrencyUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  await end(1, silent);
  assert.deepEqual([running.length, released.length], [7, 12]);
  await end(7, silent);
  assert.equal(concurrency.capacity().limits.get('a'), 1);
});

test('the queue of a silent endpoint is released after a second, long before its calls end', async () => {
  const { concurrency, claim, end, pass, released } = concurrencyUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  pass(1001);
  concurrency.releaseStalled();
  assert.equal(concurrency.capacity().limits.get('a'), 0);
  assert.equal(released.length, 12);
});

test('hanging endpoints use up their own slots, and not those of endpoints that answer', async () => {
  const { concurrency, claim, end, pass } = concurrencyUnderTest();
  claim('good', 2);
  await end(2, prompt);
  for (let n = 0; n < 512; n++) claim(`hanging ${n}`, 2);
  pass(1500);
  const capacity = concurrency.capacity();
  assert.equal(capacity.unknownEndpoint, 0);
  assert.equal(capacity.total, 1024);
  assert.equal(capacity.limits.get('good'), 8);
});

test('many endpoints that answer share the slots equally', async () => {
  const { concurrency, claim, end } = concurrencyUnderTest();
  for (let n = 0; n < 20; n++) claim(`endpoint ${n}`, 6);
  for (let n = 0; n < 6; n++) await end(20, prompt);
  const limits = [...concurrency.capacity().limits.values()];
  assert.deepEqual(new Set(limits), new Set([51]));
});

test('the queue of an endpoint that answers in one and a half seconds is not released: each delivery is claimed once', async () => {
  const { concurrency, claim, end, pass, running, released } = concurrencyUnderTest();
  let answered = 0;
  for (let seconds = 0; seconds < 90; seconds += 1.5) {
    // Claims come often while its calls last.
    for (let claims = 0; claims < 15; claims++) {
      concurrency.releaseStalled();
      const capacity = concurrency.capacity();
      const count = capacity.limits.get('slow') ?? capacity.unknownEndpoint;
      claim('slow', count);
      pass(100);
    }
    answered += running.length;
    await end(running.length, { isPrompt: true, ms: 1500 });
  }
  assert.ok(answered > 300, `${answered} answered`);
  assert.equal(released.length, 0);
});

test('hanging endpoints do not lower the limit of an idle endpoint whose last answer was prompt', async () => {
  const { concurrency, claim, end, pass } = concurrencyUnderTest();
  claim('good', 2);
  await end(2, prompt);
  pass(60_000);
  for (let n = 0; n < 512; n++) claim(`hanging ${n}`, 2);
  pass(1500);
  const capacity = concurrency.capacity();
  assert.deepEqual([capacity.unknownEndpoint, capacity.limits.get('good')], [0, 8]);
});

test('reading the capacity releases nothing', async () => {
  const { concurrency, claim, end, pass, released } = concurrencyUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  pass(1001);
  assert.equal(concurrency.capacity().limits.get('a'), 0);
  assert.equal(released.length, 0);
});
