// When deadlines are due: working days over weekends and bank holidays.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { afterDays, afterWorkingDays, endOfDay, onDay } from '../../../src/features/deadlines/deadline-schedule.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { startOfUkDay, ukDateOf, ukFormat } from '../../../src/lib/uk-times.ts';

/** Half past two by the clocks of the UK, on a day on which they do not change. */
const at = (day: string) => new Date(startOfUkDay(day).getTime() + 14.5 * 3_600_000);

for (const [from, days, due, why] of [
  ['2026-11-23', 3, '2026-11-26', 'three working days within a week'],
  ['2026-11-26', 3, '2026-12-01', 'a weekend between'],
  ['2026-11-28', 1, '2026-11-30', 'set on a Saturday'],
  ['2026-12-23', 3, '2026-12-30', 'Christmas, and Boxing Day on the Monday'],
  ['2027-03-25', 5, '2027-04-05', 'Good Friday and Easter Monday'],
] as const) {
  test(`${days} working days after ${from} are ${due}: ${why}`, () => {
    assert.deepEqual(afterWorkingDays(at(from), days, bankHolidays), at(due));
  });
}

for (const [from, days, due, why] of [
  ['2026-11-23', 7, '2026-11-30', 'a Monday again'],
  ['2026-11-28', 7, '2026-12-07', 'a Saturday becomes Monday'],
  ['2026-12-18', 7, '2026-12-29', 'Christmas, a weekend and a bank holiday'],
] as const) {
  test(`${days} days after ${from} is ${due}: ${why}`, () => {
    assert.deepEqual(afterDays(at(from), days, bankHolidays), at(due));
  });
}

const clockOf = ukFormat({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const moments = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true });

test('a deadline keeps its day and its time of day when the clocks change between', () => {
  const set = new Date('2026-10-01T00:30:00+01:00');
  assert.deepEqual(onDay(set, '2026-10-29'), new Date('2026-10-29T00:30:00Z'));
  fc.assert(
    fc.property(moments, fc.integer({ min: -400, max: 400 }), (from, days) => {
      const day = addDays(ukDateOf(from), days);
      const due = onDay(from, day);
      assert.equal(ukDateOf(due), day);
      // The clocks skip the hour after one o'clock on the last Sunday of March.
      if (clockOf(from).startsWith('01')) return;
      assert.equal(clockOf(due), clockOf(from));
    }),
    {
      numRuns: 1000,
      examples: [
        [new Date('2026-10-25T23:30:00Z'), 1],
        [new Date('2026-03-28T00:30:00Z'), 1],
      ],
    },
  );
});

test('a day is over when the next one begins in the UK, also on the days on which the clocks change', () => {
  assert.deepEqual(endOfDay('2026-03-29'), new Date('2026-03-29T23:00:00Z'));
  assert.deepEqual(endOfDay('2026-10-25'), new Date('2026-10-26T00:00:00Z'));
});
