// By which day an answer of a referee helps.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { helpsUntil } from '../../../src/features/references/asking-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

test('an answer helps that leaves a working day before the report is due; no day is named where none is known or left', () => {
  const cases: [dueOn: string | null, today: string, expected: string | undefined][] = [
    [null, '2026-11-30', undefined],
    ['2026-12-10', '2026-11-30', '2026-12-09'],
    // Over a weekend, and over the bank holidays of Christmas.
    ['2026-12-07', '2026-11-30', '2026-12-04'],
    ['2026-12-29', '2026-11-30', '2026-12-24'],
    ['2026-12-02', '2026-11-30', '2026-12-01'],
    ['2026-12-01', '2026-11-30', undefined],
    ['2026-11-20', '2026-11-30', undefined],
  ];
  for (const [dueOn, today, expected] of cases)
    assert.equal(helpsUntil(dueOn, today, bankHolidays), expected, `${dueOn} on ${today}`);
});
