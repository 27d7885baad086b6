import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  checkMoveEvents,
  checkStates,
  checkTable,
  isOngoing,
  nextCheckState,
} from '../../../src/features/checks/check-states.ts';
import { eventTypes } from '../../../src/features/events/event-types.ts';
import { finalStates, reachableStates } from '../../../src/lib/state-table.ts';

test('every state of a check has its row, and can be reached from the first', () => {
  assert.deepEqual(new Set(Object.keys(checkTable)), new Set(checkStates));
  assert.deepEqual(reachableStates(checkTable, 'awaiting_applicant'), new Set(checkStates));
});

test('a check is ongoing until it is complete, withdrawn or cancelled', () => {
  assert.deepEqual(finalStates(checkTable), ['withdrawn', 'cancelled']);
  assert.deepEqual(checkStates.filter(isOngoing), ['awaiting_applicant', 'in_progress', 'on_hold']);
});

test('every move of a check in the table stores an event that notifies', () => {
  const moves = new Set(Object.values(checkTable).flatMap((row) => Object.keys(row)));
  assert.deepEqual(moves, new Set(Object.keys(checkMoveEvents)));
  for (const event of Object.values(checkMoveEvents)) assert.equal(eventTypes[event].notifies, true, event);
});

test('a check that ended does not move', () => {
  assert.equal(nextCheckState('complete', 'withdraw'), undefined);
  assert.equal(nextCheckState('on_hold', 'resume'), 'in_progress');
});
