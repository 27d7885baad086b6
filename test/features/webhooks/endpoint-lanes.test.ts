import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CallEnd, createEndpointLanes } from '../../../src/features/webhooks/endpoint-lanes.ts';

/** Lanes whose calls end when the test says so, on a clock of its own. */
function lanesUnderTest() {
  let now = 0;
  const underWay: { readonly item: string; readonly end: (end: CallEnd) => void }[] = [];
  const givenBack: string[] = [];
  const lanes = createEndpointLanes<string>({
    call: (item) => new Promise((end) => underWay.push({ item, end })),
    giveBack: (items) => givenBack.push(...items),
    clock: () => now,
  });
  return {
    lanes,
    givenBack,
    underWay,
    claim(endpoint: string, count: number) {
      for (let n = 0; n < count; n++) lanes.reserve(endpoint);
      for (let n = 0; n < count; n++) lanes.add(endpoint, `${endpoint} ${n}`);
    },
    async end(count: number, end: CallEnd) {
      for (const call of underWay.splice(0, count)) call.end(end);
      await new Promise(setImmediate);
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

const prompt: CallEnd = { prompt: true, ms: 5 };
const silent: CallEnd = { prompt: false, ms: 10_000 };

test('an endpoint starts with a small share, and has more as it answers', async () => {
  const { lanes, claim, end } = lanesUnderTest();
  assert.equal(lanes.room().newcomer, 2);
  claim('a', 2);
  assert.equal(lanes.room().limits.get('a'), 0);
  await end(2, prompt);
  assert.equal(lanes.room().limits.get('a'), 8);
  await lanes.idle();
});

test('eight calls at once, more while answers stay quick, the rest waits in its own queue', async () => {
  const { lanes, claim, end, underWay } = lanesUnderTest();
  claim('a', 1);
  await end(1, prompt);
  claim('a', 100);
  assert.equal(underWay.length, 8);
  await end(8, prompt);
  assert.ok(underWay.length > 8);
  const before = underWay.length;
  await end(before, { prompt: true, ms: 500 });
  assert.equal(underWay.length, 8);
  assert.equal(lanes.drain().length, 100 - 8 - before - 8);
});

test('an endpoint that stops answering loses its queue, and has one call at a time', async () => {
  const { lanes, claim, end, underWay, givenBack } = lanesUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  await end(1, silent);
  assert.deepEqual([underWay.length, givenBack.length], [7, 12]);
  await end(7, silent);
  assert.equal(lanes.room().limits.get('a'), 1);
});

test('what is queued for a silent endpoint is given back after a second, long before its calls end', async () => {
  const { lanes, claim, end, pass, givenBack } = lanesUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  pass(1001);
  lanes.giveBackStalled();
  assert.equal(lanes.room().limits.get('a'), 0);
  assert.equal(givenBack.length, 12);
});

test('endpoints that hang use up their own places, and not those of endpoints that answer', async () => {
  const { lanes, claim, end, pass } = lanesUnderTest();
  claim('good', 2);
  await end(2, prompt);
  for (let n = 0; n < 512; n++) claim(`hanging ${n}`, 2);
  pass(1500);
  const room = lanes.room();
  assert.equal(room.newcomer, 0);
  assert.equal(room.total, 1024);
  assert.equal(room.limits.get('good'), 8);
});

test('many endpoints that answer share the places fairly', async () => {
  const { lanes, claim, end } = lanesUnderTest();
  for (let n = 0; n < 20; n++) claim(`endpoint ${n}`, 6);
  for (let n = 0; n < 6; n++) await end(20, prompt);
  const limits = [...lanes.room().limits.values()];
  assert.deepEqual(new Set(limits), new Set([51]));
});

test('an endpoint that answers in one and a half seconds keeps its queue: each delivery is claimed once', async () => {
  const { lanes, claim, end, pass, underWay, givenBack } = lanesUnderTest();
  let answered = 0;
  for (let seconds = 0; seconds < 90; seconds += 1.5) {
    // It is looked at often while its calls last.
    for (let look = 0; look < 15; look++) {
      lanes.giveBackStalled();
      const room = lanes.room();
      const count = room.limits.get('slow') ?? room.newcomer;
      claim('slow', count);
      pass(100);
    }
    answered += underWay.length;
    await end(underWay.length, { prompt: true, ms: 1500 });
  }
  assert.ok(answered > 300, `${answered} answered`);
  assert.equal(givenBack.length, 0);
});

test('an endpoint that answered last time does not pay for hanging ones after a quiet time', async () => {
  const { lanes, claim, end, pass } = lanesUnderTest();
  claim('good', 2);
  await end(2, prompt);
  pass(60_000);
  for (let n = 0; n < 512; n++) claim(`hanging ${n}`, 2);
  pass(1500);
  const room = lanes.room();
  assert.deepEqual([room.newcomer, room.limits.get('good')], [0, 8]);
});

test('asking for room gives nothing back', async () => {
  const { lanes, claim, end, pass, givenBack } = lanesUnderTest();
  claim('a', 2);
  await end(2, prompt);
  claim('a', 20);
  pass(1001);
  assert.equal(lanes.room().limits.get('a'), 0);
  assert.equal(givenBack.length, 0);
});
