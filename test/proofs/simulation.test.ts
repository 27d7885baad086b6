import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { StoreFault } from './simulation/delivery-store.ts';
import { type SimulationOptions, simulateDatabase, simulateModel } from './simulation.ts';

test('ten thousand histories over the model of the store keep every invariant', async () => {
  const workerData: SimulationOptions = { size: 10_000 };
  const thread = new Worker(new URL('./simulation/model-thread.ts', import.meta.url), { workerData });
  assert.deepEqual(await once(thread, 'message'), [[]]);
});

test('three hundred histories over the real statements keep every invariant', async () => {
  assert.deepEqual(await simulateDatabase({ size: 300 }), []);
});

const faults: readonly (readonly [fault: StoreFault, found: RegExp])[] = [
  ['lease lapses at once', /claimed under a valid lease/],
  ['claims what is leased', /claimed under a valid lease/],
  ['lease never lapses', /stuck/],
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
