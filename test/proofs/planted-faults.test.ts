// A proof that cannot fail proves nothing: the six faults that nothing may let through are planted in the shipped source.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults, isFound } from './planted-faults.ts';

describe('a planted fault is found', { concurrency: 4 }, () => {
  for (const fault of faults.slice(0, 6)) {
    test(`${fault.name}, by ${fault.proof}`, async ({ signal }) => {
      const { found, said } = await isFound(fault, signal);
      assert.ok(found, said);
    });
  }
});
