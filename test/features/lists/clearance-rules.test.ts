// Whether a candidate is cleared, for somebody who learns no result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearanceOf } from '../../../src/features/lists/clearance-rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const check = {
  ...{ status: 'complete', result: 'clear', isRestricted: false },
  ...{ completedAt: at(2), decidedAt: null },
} as const;
const of = (change: object, decision: Parameters<typeof clearanceOf>[1] = null, isDisputed = false) =>
  clearanceOf({ ...check, ...change } as Parameters<typeof clearanceOf>[0], decision, isDisputed);

test('clear results clear somebody, unless they are disputed, restricted or looked at again', () => {
  assert.equal(of({}), 'cleared');
  assert.equal(of({}, null, true), 'not_yet');
  assert.equal(of({ isRestricted: true }), 'not_yet');
  for (const status of ['awaiting_applicant', 'in_progress', 'on_hold'])
    assert.equal(of({ status, result: null, completedAt: null }, 'suitable'), 'not_yet');
});

test('others are cleared by the decision of the client alone, which results after it outdate', () => {
  const consider = { result: 'consider', decidedAt: at(3) };
  assert.equal(of({ ...consider, decidedAt: null }), 'not_yet');
  assert.equal(of(consider, 'suitable'), 'cleared');
  assert.equal(of(consider, 'suitable_with_conditions'), 'with_conditions');
  assert.equal(of(consider, 'not_suitable'), 'not_cleared');
  assert.equal(of({ ...consider, completedAt: at(4) }, 'suitable'), 'not_yet');
  assert.equal(of({ decidedAt: at(3) }, 'not_suitable'), 'not_cleared', 'also where the results are clear');
});

test('an order that ended without results clears nobody', () => {
  for (const status of ['withdrawn', 'cancelled']) assert.equal(of({ status, result: null }), 'no_more');
  assert.equal(of({ result: null }), 'no_more');
});
