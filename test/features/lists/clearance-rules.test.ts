// Whether a candidate is cleared, for somebody who learns no result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearanceOf, clearanceWait } from '../../../src/features/lists/clearance-rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const check = {
  ...{ status: 'complete', result: 'clear', isRestricted: false },
  ...{ completedAt: at(2), decidedAt: null },
} as const;
type Checked = Parameters<typeof clearanceOf>[0];
type Said = Parameters<typeof clearanceOf>[1];
const of = (
  change: object,
  decision: Said['decision'] = null,
  isDisputed = false,
  mayStart = false,
  conditions: Said['conditions'] = null,
) => clearanceOf({ ...check, ...change } as Checked, { decision, conditions, isDisputed, mayStart });

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
  assert.equal(of(consider, 'suitable_with_conditions', false, false, 'met'), 'cleared');
  assert.equal(of(consider, 'suitable_with_conditions', false, false, 'not_met'), 'not_yet');
  assert.equal(of(consider, 'not_suitable'), 'not_cleared');
  assert.equal(of({ ...consider, completedAt: at(4) }, 'suitable'), 'not_yet');
  assert.equal(of({ decidedAt: at(3) }, 'not_suitable'), 'not_cleared', 'also where the results are clear');
});

test('an order that ended without results clears nobody', () => {
  for (const status of ['withdrawn', 'cancelled']) assert.equal(of({ status, result: null }), 'no_more');
  assert.equal(of({ result: null }), 'no_more');
});

test('who may start on condition does so only while the screening goes on', () => {
  const open = { status: 'in_progress', result: null, completedAt: null };
  assert.equal(of(open, null, false, true), 'may_start');
  assert.equal(of({ ...open, isRestricted: true }, null, false, true), 'not_yet');
  assert.equal(of({}, null, false, true), 'cleared');
  assert.equal(of({ status: 'withdrawn', result: null }, null, false, true), 'no_more');
});

test('what is waited for is said in general words, and of nobody whose clearance is known', () => {
  const wait = (change: object, isOfClient = false, waitingFor: 'client' | 'candidate' | 'source' | null = null) => {
    const judged = { ...check, result: null, completedAt: null, status: 'in_progress', ...change } as Checked;
    const clearance = clearanceOf(judged, { decision: null, conditions: null, isDisputed: false, mayStart: false });
    return clearanceWait(judged, clearance, { isOfClient, waitingFor });
  };
  assert.equal(wait({ status: 'awaiting_applicant' }, true), 'form');
  assert.equal(wait({}), 'screeners');
  assert.equal(wait({}, false, 'source'), 'screeners', 'whom the screeners ask is theirs');
  assert.equal(wait({}, false, 'candidate'), 'candidate');
  assert.equal(wait({}, true, 'candidate'), 'client');
  assert.equal(wait({ status: 'complete', result: 'consider', completedAt: at(2) }), 'client', 'to decide');
  assert.equal(wait({ status: 'complete', result: 'clear' }), undefined);
  assert.equal(wait({ isRestricted: true }), undefined);
});
