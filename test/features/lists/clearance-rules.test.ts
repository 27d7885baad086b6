// Whether a candidate is cleared, for somebody who learns no result.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clearanceOf, clearanceWait, rightNote } from '../../../src/features/lists/clearance-rules.ts';

const at = (day: number) => new Date(Date.UTC(2026, 10, day));
const check = {
  ...{ status: 'complete', result: 'clear', isRestricted: false },
  ...{ completedAt: at(2), decidedAt: null, asksDecision: false },
} as const;
type Checked = Parameters<typeof clearanceOf>[0];
type Said = Parameters<typeof clearanceOf>[1];
const clearRight = { lack: undefined, endsOn: null };
const plain: Said = {
  ...{ decision: null, conditions: null, isDisputed: false, mayStart: false, right: clearRight, hasLeft: false },
};
const of = (
  change: object,
  decision: Said['decision'] = null,
  isDisputed = false,
  mayStart = false,
  conditions: Said['conditions'] = null,
) => clearanceOf({ ...check, ...change } as Checked, { ...plain, decision, conditions, isDisputed, mayStart });

test('clear results clear somebody, unless they are disputed, restricted or looked at again', () => {
  assert.equal(of({}), 'cleared');
  assert.equal(of({}, null, true), 'not_yet');
  assert.equal(of({ isRestricted: true }), 'not_yet');
  assert.equal(of({ asksDecision: true }), 'not_yet');
  assert.equal(of({ asksDecision: true, decidedAt: at(3) }, 'suitable'), 'cleared');
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

test('nobody is cleared, nor may start, without a right to work, whatever was decided; who checks it elsewhere is', () => {
  const open = { status: 'in_progress', result: null, completedAt: null };
  const decided = { result: 'consider', decidedAt: at(3) };
  const as = (change: object, said: Partial<Said>) =>
    clearanceOf({ ...check, ...change } as Checked, { ...plain, ...said });
  for (const lack of ['open', 'not_clear', 'ended', 'not_compared', 'no_excuse'] as const) {
    const right = { lack, endsOn: null };
    assert.equal(as({}, { right }), 'not_cleared');
    assert.equal(as(decided, { right, decision: 'suitable' }), 'not_cleared');
    assert.equal(as(decided, { right, decision: 'suitable_with_conditions' }), 'not_cleared');
    assert.equal(as(open, { right, mayStart: true }), 'not_yet');
  }
  const right = { lack: 'missing', endsOn: null } as const;
  assert.equal(as({}, { right }), 'cleared');
  assert.equal(as(open, { right, mayStart: true }), 'may_start');
});

test('who has left is cleared no more; who was found not suitable stays not cleared', () => {
  const as = (said: Partial<Said>) =>
    clearanceOf({ ...check, decidedAt: at(3) } as Checked, { ...plain, hasLeft: true, ...said });
  assert.equal(as({ decision: 'suitable' }), 'left');
  assert.equal(as({ decision: 'not_suitable' }), 'not_cleared');
});

test('what is said of the right to work names the day, and no other result', () => {
  const [today, ended, toCome] = ['2026-11-30', '2026-11-21', '2026-12-21'];
  const of = (clearance: Parameters<typeof rightNote>[0], right: Said['right'], startsOn: string | null = null) =>
    rightNote(clearance, { right, isRestricted: false, startsOn, today });
  assert.deepEqual(of('not_cleared', { lack: 'ended', endsOn: ended }), { code: 'ended', on: ended });
  assert.deepEqual(of('not_cleared', { lack: 'ended', endsOn: toCome }), { code: 'ends_before', on: toCome });
  assert.deepEqual(of('cleared', { lack: undefined, endsOn: toCome }), { code: 'ends', on: toCome });
  assert.deepEqual(of('not_yet', { lack: 'open', endsOn: null }, toCome), { code: 'open' });
  assert.equal(of('not_yet', { lack: 'open', endsOn: null }), undefined, 'nobody says that they start');
  assert.deepEqual(of('not_cleared', { lack: 'not_clear', endsOn: null }), { code: 'not_confirmed' });
  assert.deepEqual(of('may_start', { lack: 'missing', endsOn: null }), { code: 'not_ordered' });
  assert.deepEqual(of('not_cleared', { lack: 'no_excuse', endsOn: null }), { code: 'not_confirmed' });
  assert.deepEqual(of('not_cleared', { lack: 'not_compared', endsOn: null }), { code: 'not_compared' });
  assert.deepEqual(of('cleared', { lack: 'missing', endsOn: null }), { code: 'not_ordered' }, 'cleared without any');
  assert.equal(of('not_yet', { lack: 'missing', endsOn: null }), undefined);
  assert.equal(of('left', { lack: 'ended', endsOn: ended }), undefined);
});

test('what is waited for is said in general words, and of nobody whose clearance is known', () => {
  const wait = (change: object, isOfClient = false, waitingFor: 'client' | 'candidate' | 'source' | null = null) => {
    const judged = { ...check, result: null, completedAt: null, status: 'in_progress', ...change } as Checked;
    const clearance = clearanceOf(judged, plain);
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
