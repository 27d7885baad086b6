// What the copy on the candidate's own page leaves out.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startJson } from '../../../src/features/results/evidence-start-rules.ts';
import type { Results } from '../../../src/features/results/results-actions.ts';
import { unreadNote, withoutFreeWords } from '../../../src/features/retention/own-copy-rules.ts';

test('nothing that a client wrote freely of a start before the screening is complete stands in the own copy', () => {
  const at = new Date('2026-05-04T09:00:00Z');
  const words = { text: 'Bob watches', supervisor: 'Bob', longer: 'Bob is ill', beforeLimited: 'Bob agreed' };
  const start: NonNullable<Results['start']> = {
    ...{ id: '0b0e4b1e-0000-4000-8000-000000000001', startsOn: '2026-05-05', completeBy: '2026-07-28' },
    ...{
      hasStarted: true,
      withoutClearance: false,
      agreedAt: at,
      stoppedOn: null,
      recordedBy: 'system',
      recordedAt: at,
    },
    ...{ lateCheck: undefined, terms: undefined },
    risks: [{ ...words, by: { name: 'Cleo Client', kind: 'client' }, recordedAt: at }],
  };
  const order = { queries: [], conditional_start: startJson(start) };
  const own = JSON.stringify(withoutFreeWords(order));
  assert.doesNotMatch(own, /Bob/);
  assert.ok(own.includes(unreadNote) && own.includes('2026-05-05'));
});
