// The sentences of the spent convictions calculator.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentences } from '../../src/features/assessments/sentences.ts';
import { spentConvictions } from '../../src/features/assessments/spent-conviction-rules.ts';
import { spentReason } from '../../src/messages/en-spent-convictions.ts';

test('a conviction extended by a later one gives the reasons in order', () => {
  const length = { count: 3, unit: 'months' } as const;
  const [first] = spentConvictions(
    [
      { convictedOn: '2015-05-20', isYouth: false, sentences: [{ kind: 'prison', length }] },
      { convictedOn: '2016-02-01', isYouth: false, sentences: [{ kind: 'suspended_prison', length }] },
    ],
    '2016-03-01',
  );
  assert.deepEqual(first!.because.map(spentReason), [
    'Prison counts for 12 months after its end: unspent until 19 August 2016.',
    'The conviction of 1 February 2016 overlaps: this one stays unspent until 30 April 2017.',
  ]);
});

test('a conviction without a last day says so', () => {
  const reasons = (sentence: object, other?: object) =>
    spentConvictions(
      [sentence, ...(other === undefined ? [] : [other])].map((one) => ({
        convictedOn: '2020-01-01',
        isYouth: false,
        sentences: [one as never],
      })),
      '2020-06-01',
    )[0]!.because.map(spentReason);
  const custody = { kind: 'prison', length: { count: 5, unit: 'years' }, isSchedule18: true };
  assert.deepEqual(reasons(custody), ['Prison of over four years for an offence of Schedule 18 is never spent.']);
  assert.deepEqual(reasons({ kind: 'fine', length: null }, custody), [
    'A fine counts for 12 months after the conviction: unspent until 1 January 2021.',
    'The conviction of 1 January 2020 overlaps: this one stays unspent without end.',
  ]);
  assert.deepEqual(reasons({ kind: 'compensation', length: null }), [
    'A compensation order is unspent until it is paid in full.',
  ]);
  assert.deepEqual(reasons({ kind: 'restraining_order', length: 'until_further_order' }), [
    'A restraining order until further order is unspent until the court ends it.',
  ]);
  assert.deepEqual(reasons({ kind: 'absolute_discharge', length: null }), ['An absolute discharge is spent at once.']);
});

test('every kind of sentence has a name', () => {
  for (const kind of Object.keys(sentences) as (keyof typeof sentences)[]) {
    assert.match(spentReason({ code: 'at_once', kind }), /^[A-Z].* is spent at once\.$/);
  }
});
