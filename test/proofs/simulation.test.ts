import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoreFault } from './simulation/delivery-store.ts';
import { simulateDatabase, simulateModel } from './simulation.ts';

test('ten thousand histories over the model of the store keep every invariant', async () => {
  assert.deepEqual(await simulateModel({ size: 10_000 }), []);
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
  test(`a planted fault is found over the model and over the database: ${fault}`, async () => {
    for (const violations of [await simulateModel({ size: 100, fault }), await simulateDatabase({ size: 20, fault })]) {
      assert.ok(
        violations.some((violation) => found.test(violation)),
        violations.join('\n') || 'nothing was found',
      );
    }
  });
}
