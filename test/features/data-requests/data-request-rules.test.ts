// By when a request about somebody's data must be answered.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerBy,
  dueOn,
  isIdentityAwaited,
  mayAskMeaning,
  mayExtend,
  urgencyOf,
} from '../../../src/features/data-requests/data-request-rules.ts';

test('a request is due on the same day of the next month, on its last day, or on the next working day', () => {
  for (const [received, due, why] of [
    ['2026-03-03', '2026-04-07', 'Good Friday and Easter Monday follow 3 April'],
    ['2026-09-03', '2026-10-05', 'a Saturday'],
    ['2026-01-31', '2026-03-02', '28 February is a Saturday'],
    ['2025-01-31', '2025-02-28', 'the last day of February'],
    ['2028-01-31', '2028-02-29', 'of a leap year'],
    ['2026-05-31', '2026-06-30', 'the last day of June'],
    ['2026-11-25', '2026-12-29', 'Christmas Day, Boxing Day on a Saturday and its day in lieu'],
    ['2026-12-10', '2027-01-11', 'a Sunday of the next year'],
    ['2026-06-15', '2026-07-15', 'a working day'],
  ] as const)
    assert.equal(answerBy(received), due, why);
});

test('the time counts from the day on which they have shown who they are, and two months longer once extended', () => {
  const asked = { step: 'identity_asked', on: '2026-06-02' } as const;
  const confirmed = { step: 'identity_confirmed', on: '2026-06-10' } as const;
  const extended = { step: 'extended', on: '2026-07-01' } as const;
  for (const [steps, due] of [
    [[], '2026-07-01'],
    [[{ ...confirmed, on: '2026-06-01' }], '2026-07-01'],
    [[asked], null],
    [[asked, confirmed], '2026-07-10'],
    [[asked, confirmed, extended], '2026-09-10'],
    [[extended], '2026-09-01'],
  ] as const)
    assert.equal(dueOn('2026-06-01', steps), due, JSON.stringify(steps));
  assert.equal(isIdentityAwaited('2026-06-01', [asked]), true);
  assert.equal(isIdentityAwaited('2026-06-01', [asked, confirmed]), false);
});

test('the days from asking what they mean to their answer do not count', () => {
  const asked = { step: 'clarification_asked', on: '2026-06-10' } as const;
  for (const [steps, due, why] of [
    [[asked], null, 'they have not answered'],
    [[asked, { step: 'clarified', on: '2026-06-10' }], '2026-07-02', 'on the same day'],
    [[asked, { step: 'clarified', on: '2026-06-16' }], '2026-07-08', 'seven days'],
    [
      [asked, { step: 'clarified', on: '2026-06-16' }, { step: 'extended', on: '2026-06-20' }],
      '2026-09-08',
      'and longer',
    ],
  ] as const)
    assert.equal(dueOn('2026-06-01', steps), due, why);
  const may = (kind: 'access' | 'erasure', steps: Parameters<typeof mayAskMeaning>[2]) =>
    mayAskMeaning(kind, '2026-07-01', steps, '2026-06-10');
  assert.deepEqual([may('access', []), may('erasure', []), may('access', [asked])], [true, false, false]);
});

test('it is extended once, while the first month lasts', () => {
  assert.equal(mayExtend('2026-07-01', [], '2026-07-01'), true);
  assert.equal(mayExtend('2026-07-01', [], '2026-07-02'), false);
  assert.equal(mayExtend('2026-09-01', [{ step: 'extended', on: '2026-06-20' }], '2026-07-02'), false);
  assert.equal(mayExtend(null, [], '2026-07-01'), false);
});

test('what is due within a week comes forward, and what is past is late', () => {
  for (const [due, urgency] of [
    ['2026-06-30', 'late'],
    ['2026-07-01', 'soon'],
    ['2026-07-08', 'soon'],
    ['2026-07-09', undefined],
    [null, undefined],
  ] as const)
    assert.equal(urgencyOf(due, '2026-07-01'), urgency, String(due));
});
