// Whether somebody of the desk counts as trained, and what can be recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endProblems,
  type GivenTraining,
  isTrainedIn,
  type Training,
  trainingProblems,
  trainingState,
} from '../../../src/features/training/training-rules.ts';

const today = '2026-11-29';
const soon = '2027-01-28';
const entry = (validUntil: string | null, completedOn: string | null = '2026-01-31'): Training => ({
  ...{ area: 'driving', completedOn, validUntil, how: 'Taught by the lead' },
});

test('a training counts from its day to its last day, and is said to end soon before that', () => {
  const table = [
    [undefined, 'not_trained'],
    [entry(null), 'trained'],
    [entry('2027-01-29'), 'trained'],
    [entry('2027-01-28'), 'ends_soon'],
    [entry('2026-11-29'), 'ends_soon'],
    [entry('2026-11-28'), 'ended'],
    [entry(null, '2026-11-30'), 'not_trained'],
    [entry(null, null), 'not_trained'],
  ] as const;
  for (const [one, state] of table) assert.equal(trainingState(one, today, soon), state, JSON.stringify(one));
});

test('the newest entry of an area counts, whatever stood before it', () => {
  assert.equal(isTrainedIn([entry('2026-06-30'), entry(null)], 'driving', today), true);
  assert.equal(isTrainedIn([entry(null), entry('2026-06-30')], 'driving', today), false);
  assert.equal(isTrainedIn([entry(null), entry(null, null)], 'driving', today), false);
  assert.equal(isTrainedIn([entry('2026-11-29')], 'driving', today), true, 'on its last day');
  assert.equal(isTrainedIn([entry(null)], 'health', today), false, 'of another area');
});

test('what is wrong with a training that somebody records is said by field', () => {
  const given = { areas: ['driving'], completedOn: '2026-11-29', validUntil: '2027-11-29', how: 'Course of the DBS' };
  const table: readonly (readonly [Partial<GivenTraining>, readonly string[]])[] = [
    [{}, []],
    [{ validUntil: '' }, []],
    [{ areas: [] }, ['areas']],
    [{ areas: ['driving', 'flying'] }, ['areas']],
    [{ completedOn: '2026-11-30' }, ['completed_on']],
    [{ completedOn: '2026-02-30' }, ['completed_on']],
    [{ completedOn: '' }, ['completed_on']],
    [{ validUntil: '2026-11-29' }, ['valid_until']],
    [{ validUntil: 'soon' }, ['valid_until']],
    [{ how: ' ' }, ['how']],
    [{ how: 'x'.repeat(301) }, ['how']],
    [{ areas: [], completedOn: 'x', validUntil: 'y', how: '' }, ['areas', 'completed_on', 'valid_until', 'how']],
  ];
  for (const [change, fields] of table)
    assert.deepEqual(
      Object.keys(trainingProblems({ ...given, ...change }, today).fields),
      fields,
      JSON.stringify(change),
    );
  assert.deepEqual(Object.keys(endProblems('flying', '').fields), ['areas', 'how']);
});
