import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnderWay, requestStates, requestTable } from '../../../src/features/provider-requests/request-states.ts';
import { finalStates, reachableStates } from '../../../src/lib/state-table.ts';

test('every state of a request has its row, and can be reached from the first', () => {
  assert.deepEqual(new Set(Object.keys(requestTable)), new Set(requestStates));
  assert.deepEqual(reachableStates(requestTable, 'asking'), new Set(requestStates));
});

test('a request is open until it is answered, given up, left to a person or cancelled', () => {
  assert.deepEqual(finalStates(requestTable), ['answered', 'person_needed', 'given_up', 'cancelled']);
  assert.deepEqual(requestStates.filter(isUnderWay), ['asking', 'accepted', 'cancelling']);
});
