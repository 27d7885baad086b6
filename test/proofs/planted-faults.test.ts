// The proofs can fail: they find the six faults that must never pass.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { faults, unreachedFault } from './planted-faults/faults.ts';
import { proveWith } from './planted-faults/prove-with-fault.ts';
import { isFound } from './planted-faults.ts';

describe('a planted fault is found', () => {
  for (const fault of faults.slice(0, 6)) {
    test(`${fault.name}, by ${fault.proof}`, async () => {
      const { found, said } = await isFound(fault);
      assert.ok(found, said);
    });
  }
});

test('a planted fault that its proof never runs is an error', async () => {
  await assert.rejects(proveWith(unreachedFault), /simulation never ran the planted fault/);
});
