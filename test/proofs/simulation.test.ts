import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { StoreFault } from './simulation/delivery-store.ts';
import { type SimulationOptions, simulateModel } from './simulation.ts';

/** In a thread of its own, because the test runner tracks every promise, which takes up to three times as long. */
async function inThread(part: 'model' | 'database', options: SimulationOptions): Promise<unknown> {
  const thread = new Worker(new URL('./simulation/thread.ts', import.meta.url), { workerData: { part, options } });
  const [violations] = await once(thread, 'message');
  return violations;
}

test('a thousand histories over the model of the store keep every invariant', async () => {
  assert.deepEqual(await inThread('model', { size: 1000 }), []);
});

test('thirty histories over the real statements keep every invariant', async () => {
  assert.deepEqual(await inThread('database', { size: 30 }), []);
});

const faults: readonly (readonly [fault: StoreFault, found: RegExp])[] = [
  ['lease ends at once', /claimed under a valid lease/],
  ['claims what is leased', /claimed under a valid lease/],
  ['lease never ends', /stuck/],
  ['reaps a running worker', /claimed under a valid lease/],
];

for (const [fault, found] of faults) {
  test(`a planted fault is found over the model: ${fault}`, async () => {
    const violations = await simulateModel({ size: 100, fault });
    assert.ok(
      violations.some((violation) => found.test(violation)),
      violations.join('\n') || 'nothing was found',
    );
  });
}
