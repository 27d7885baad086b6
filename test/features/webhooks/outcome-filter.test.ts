import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutcomeFilter } from '../../../src/features/webhooks/outcome-filter.ts';

test('records one success of a healthy endpoint in five seconds, and every failure', () => {
  let now = 0;
  const { shouldRecord } = createOutcomeFilter(() => now);
  assert.deepEqual(
    [shouldRecord('a', 0, true), shouldRecord('a', 0, true), shouldRecord('b', 0, true)],
    [true, false, true],
  );
  assert.deepEqual([shouldRecord('a', 0, false), shouldRecord('a', 0, false)], [true, true]);
  now += 5001;
  assert.deepEqual([shouldRecord('b', 0, true), shouldRecord('b', 0, true)], [true, false]);
});

test('records a success after a failure although its claim came before the failure, so that successes always end a series of failures', () => {
  const { shouldRecord } = createOutcomeFilter(() => 0);
  const outcomes = [true, false, true, false, true, true];
  assert.deepEqual(
    outcomes.map((acknowledged) => shouldRecord('a', 0, acknowledged)),
    [true, true, true, true, true, false],
  );
});
