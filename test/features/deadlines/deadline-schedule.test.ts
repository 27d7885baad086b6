// When deadlines are due: working days over weekends and bank holidays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { afterDays, afterWorkingDays } from '../../../src/features/deadlines/deadline-schedule.ts';

const at = (day: string) => new Date(`${day}T14:30:00Z`);

for (const [from, days, due, why] of [
  ['2026-11-23', 3, '2026-11-26', 'three working days within a week'],
  ['2026-11-26', 3, '2026-12-01', 'a weekend between'],
  ['2026-11-28', 1, '2026-11-30', 'set on a Saturday'],
  ['2026-12-23', 3, '2026-12-30', 'Christmas, and Boxing Day on the Monday'],
  ['2027-03-25', 5, '2027-04-05', 'Good Friday and Easter Monday'],
] as const) {
  test(`${days} working days after ${from} are ${due}: ${why}`, () => {
    assert.deepEqual(afterWorkingDays(at(from), days), at(due));
  });
}

for (const [from, days, due, why] of [
  ['2026-11-23', 7, '2026-11-30', 'a Monday again'],
  ['2026-11-28', 7, '2026-12-07', 'a Saturday becomes Monday'],
  ['2026-12-18', 7, '2026-12-29', 'Christmas, a weekend and a bank holiday'],
] as const) {
  test(`${days} days after ${from} is ${due}: ${why}`, () => {
    assert.deepEqual(afterDays(at(from), days), at(due));
  });
}
