// What is wrong with a verification as typed: the day on which it was verified, beside the days that it confirms.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readVerification } from '../../../src/features/verifications/verification-rules.ts';
import type { Refusal } from '../../../src/lib/refusal.ts';

const about = {
  ...{ entry: null, entryKey: null, from: '2026-01-01', to: '2026-06-30', today: '2026-11-28', fileTokens: [] },
};
const messagesOf = (typed: { readonly from: string; readonly to: string; readonly on: string }) => {
  try {
    readVerification({ source: 'travel', by: '', fileTokens: [], note: 'Seen', ...typed }, about);
    return {};
  } catch (error) {
    return (error as Refusal).fields;
  }
};

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
