import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLongerThan, isShorterThan } from '../../src/lib/text-length.ts';

test('counts code points', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 12 }), fc.nat({ max: 12 }), (text, limit) => {
      const length = [...text].length;
      assert.equal(isLongerThan(text, limit), length > limit);
      assert.equal(isShorterThan(text, limit), length < limit);
    }),
    { numRuns: 1000 },
  );
});
