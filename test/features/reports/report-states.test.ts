import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventTypes } from '../../../src/features/events/event-types.ts';
import {
  isOpen,
  nextReportState,
  reportMoveEvents,
  reportStates,
  reportTable,
} from '../../../src/features/reports/report-states.ts';
import { finalStates, reachableStates } from '../../../src/lib/state-table.ts';

test('every state of a report has its row, and can be reached from its first', () => {
  assert.deepEqual(new Set(Object.keys(reportTable)), new Set(reportStates));
  assert.deepEqual(reachableStates(reportTable, 'awaiting_data'), new Set(reportStates));
});

test('a report is open until it is complete, cancelled or withdrawn; only a complete one can be opened again', () => {
  assert.deepEqual(finalStates(reportTable), ['cancelled', 'withdrawn']);
  assert.deepEqual(reportStates.filter(isOpen), ['awaiting_data', 'paused', 'awaiting_approval']);
});

test('every move that changes the state of a report stores an event that notifies', () => {
  const moves = new Set(Object.values(reportTable).flatMap((row) => Object.keys(row)));
  assert.deepEqual(moves, new Set(Object.keys(reportMoveEvents)));
  for (const [state, row] of Object.entries(reportTable)) {
    for (const [move, next] of Object.entries(row)) {
      const event = reportMoveEvents[move as keyof typeof reportMoveEvents];
      assert.equal(eventTypes[event].notifies, next !== state, event);
    }
  }
});

test('a paused report must be resumed before it can be completed', () => {
  assert.equal(nextReportState('paused', 'complete'), undefined);
  assert.equal(nextReportState('paused', 'resume'), 'awaiting_data');
});
