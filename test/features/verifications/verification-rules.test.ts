// What is wrong with a verification as typed: the day on which it was verified, beside the days that it confirms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerification } from '../../../src/features/verifications/verification-rules.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';

const about = {
  ...{ stated: null, toleranceDays: 31 },
  ...{ entry: null, entryKey: null, from: '2026-01-01', to: '2026-06-30', today: '2026-11-28', fileTokens: [] },
};
interface Typed {
  readonly from: string;
  readonly to: string;
  readonly on: string;
  readonly isMeant?: boolean;
}
const messagesOf = (typed: Typed, stated: Parameters<typeof readVerification>[1]['stated'] = null) => {
  try {
    readVerification({ source: 'travel', by: '', fileTokens: [], note: 'Seen', ...typed }, { ...about, stated });
    return {};
  } catch (error) {
    return (error as Refusal).fields;
  }
};

test('days far outside the stated job are asked once more, and those within the tolerance are not', () => {
  const on = '2026-11-28';
  const asked = {
    days_meant: [
      'The candidate stated 1 January 2026 to 30 June 2026: correct the days, or confirm that they are right',
    ],
  };
  const stated = { from: '2026-01-01', to: '2026-06-30' };
  assert.deepEqual(messagesOf({ from: '2019-01-01', to: '2026-06-30', on }, stated), asked);
  assert.deepEqual(messagesOf({ from: '2026-01-01', to: '2026-11-28', on }, stated), asked);
  assert.deepEqual(messagesOf({ from: '2019-01-01', to: '2026-11-28', on, isMeant: true }, stated), {});
  assert.deepEqual(messagesOf({ from: '2025-12-01', to: '2026-07-31', on }, stated), {});
  assert.deepEqual(messagesOf({ from: '2026-02-01', to: '2026-03-31', on }, stated), {}, 'it confirms less');
  assert.deepEqual(messagesOf({ from: '2026-01-01', to: '2026-11-28', on }, { ...stated, to: null }), {});
  assert.deepEqual(messagesOf({ from: '2019-01-01', to: '2026-11-28', on }), {}, 'papers of a gap');
});

test('a period is verified no earlier than on its last confirmed day', () => {
  const [from, to] = ['2026-01-01', '2026-06-30'];
  const before = { verified_on: ['Must not be before the last day that it confirms'] };
  const future = { verified_on: ['Enter a date that is not in the future'] };
  const table: readonly [string, object][] = [
    ['2026-06-29', before],
    ['2025-01-01', before],
    ['2026-06-30', {}],
    ['2026-11-28', {}],
    ['2026-11-29', future],
  ];
  for (const [on, expected] of table) assert.deepEqual(messagesOf({ from, to, on }), expected, on);
});
