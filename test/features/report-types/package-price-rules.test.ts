// How the price of a package is spread over its reports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { spreadPrice } from '../../../src/features/report-types/package-price-rules.ts';

test('the price of a package is spread in proportion to the prices of its reports', () => {
  assert.deepEqual(spreadPrice(4000, [3000, 2000]), [2400, 1600]);
  assert.deepEqual(spreadPrice(4000, [3000, 2000, 0]), [2400, 1600, 0], 'one that is free has no share');
  assert.deepEqual(spreadPrice(1000, [null, null, null]), [333, 334, 333], 'evenly where none has a price');
  assert.deepEqual(spreadPrice(0, [500, 500]), [0, 0]);
});

test('a report of a package without a price of its own counts as the average of those with one', () => {
  assert.deepEqual(spreadPrice(4000, [3000, null]), [2000, 2000]);
  assert.deepEqual(spreadPrice(6000, [500, null, 1500, null]), [750, 1500, 2250, 1500]);
});

test('the shares of a package add up to its price, and none is below nothing', () => {
  const prices = fc.array(fc.option(fc.integer({ min: 0, max: 10_000_000 })), { minLength: 1, maxLength: 100 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), prices, (price, of) => {
      const shares = spreadPrice(price, of);
      assert.equal(
        shares.reduce((sum, one) => sum + one, 0),
        price,
      );
      assert.ok(shares.every((share) => Number.isInteger(share) && share >= 0));
    }),
  );
});
