// Whether somebody of the desk counts as trained, and what can be recorded.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import {
  endProblems,
  type GivenTraining,
  isInTrainingIn,
  isProlonged,
  isTrainedIn,
  type Training,
  takesOf,
  takesType,
  trainingProblems,
  trainingState,
  typesTaken,
} from '../../../src/features/training/training-rules.ts';

const today = '2026-11-29';
const soon = '2027-01-28';
const entry = (validUntil: string | null, completedOn: string | null = '2026-01-31'): Training => ({
  ...{ area: 'driving', completedOn, validUntil, how: 'Taught by the lead' },
  ...{ trainingUntil: null, trainingReports: null, reportsDone: 0, judged: 0, wrong: 0, mostWrongPercent: 5 },
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

const learning = (trainingUntil: string | null, trainingReports: number | null, reportsDone = 0): Training => ({
  ...entry(null, null),
  ...{ trainingUntil, trainingReports, reportsDone },
});

test('somebody is in training until the day or the number of reports, whichever comes first, and trained then', () => {
  const table = [
    [learning('2026-11-29', null), 'in_training'],
    [learning('2026-11-28', null), 'trained'],
    [learning(null, 20, 19), 'in_training'],
    [learning(null, 20, 20), 'trained'],
    [learning('2026-12-31', 20, 20), 'trained'],
    [learning('2026-11-28', 20, 0), 'trained'],
    [learning('2026-12-31', 20, 19), 'in_training'],
  ] as const;
  for (const [one, state] of table) {
    assert.equal(trainingState(one, today, soon), state, JSON.stringify(one));
    assert.equal(isInTrainingIn([one], 'driving', today), state === 'in_training');
    assert.equal(isTrainedIn([one], 'driving', today), state === 'trained');
  }
});

test('a training does not end by itself while more than the allowed share of it was wrong', () => {
  const table = [
    [{ ...learning(null, 20, 20), judged: 20, wrong: 1 }, 'trained'],
    [{ ...learning(null, 20, 20), judged: 20, wrong: 2 }, 'in_training'],
    [{ ...learning('2026-11-28', null), judged: 3, wrong: 1 }, 'in_training'],
    [{ ...learning('2026-11-28', null), judged: 3, wrong: 1, mostWrongPercent: 50 }, 'trained'],
  ] as const;
  for (const [one, state] of table) {
    assert.equal(trainingState(one, today, soon), state, JSON.stringify(one));
    assert.equal(isProlonged(one, today), state === 'in_training');
  }
  assert.equal(
    isProlonged({ ...learning(null, 20, 19), judged: 19, wrong: 9 }, today),
    false,
    'it has not come to its end',
  );
});

test('everything is given to somebody of whom nothing is recorded, and else only that in which they are trained or in training', () => {
  assert.equal(takesOf([], today), 'all');
  assert.deepEqual(takesOf([entry(null)], today), ['driving']);
  assert.deepEqual(takesOf([entry('2026-11-28')], today), [], 'what has ended gives nothing back');
  assert.deepEqual(takesOf([entry(null), entry(null, null)], today), []);
  const health = { ...learning('2026-12-31', null), area: 'health' } as const;
  assert.deepEqual(takesOf([entry(null), health], today), ['driving', 'health']);
  for (const { id, area } of catalogue) {
    assert.equal(takesType(['driving', 'health'], id), area === 'driving' || area === 'health');
    assert.equal(typesTaken(['driving'])!.includes(id), area === 'driving');
    assert.ok(takesType('all', id));
  }
  assert.equal(typesTaken('all'), undefined);
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
    [{ completedOn: '', training: { until: '2026-11-29', reports: '' } }, []],
    [{ completedOn: '', training: { until: '', reports: '20' } }, []],
    [{ training: { until: '', reports: '' } }, ['training_until']],
    [{ training: { until: '2026-11-28', reports: '20' } }, ['training_until']],
    [{ training: { until: 'soon', reports: '0' } }, ['training_until', 'training_reports']],
    [{ training: { until: '', reports: '1001' } }, ['training_reports']],
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
