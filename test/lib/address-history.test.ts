import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { gapsSince, type Stay } from '../../src/lib/address-history.ts';
import { addDays, addYears, daysBetween } from '../../src/lib/dates.ts';

const until = '2026-03-04';
const addressGaps = (stays: readonly Stay[], years: number, day: string) =>
  gapsSince(stays, addYears(day, -years), day);
const stay = (startDate: string | null, endDate: string | null): Stay => ({ startDate, endDate });

test('has no gap if one address covers the whole period', () => {
  assert.deepEqual(addressGaps([stay('2021-03-04', null)], 5, until), []);
  assert.deepEqual(addressGaps([stay('1990-01-01', '2030-01-01')], 5, until), []);
});

test('has no gap if people moved on the same or the next day', () => {
  assert.deepEqual(addressGaps([stay('2024-06-02', null), stay('2020-01-01', '2024-06-01')], 5, until), []);
  assert.deepEqual(addressGaps([stay('2024-06-01', null), stay('2020-01-01', '2024-06-01')], 5, until), []);
});

test('names the first and last day of every gap, earliest first', () => {
  assert.deepEqual(addressGaps([], 5, until), [{ from: '2021-03-04', to: until }]);
  assert.deepEqual(addressGaps([stay('2024-01-01', null), stay('2022-01-01', '2023-01-31')], 5, until), [
    { from: '2021-03-04', to: '2021-12-31' },
    { from: '2023-02-01', to: '2023-12-31' },
  ]);
  assert.deepEqual(addressGaps([stay('2020-01-01', '2026-03-03')], 5, until), [{ from: until, to: until }]);
});

test('counts nothing for an address without a start, in the future, or that ended before it began', () => {
  const whole = [{ from: '2021-03-04', to: until }];
  assert.deepEqual(addressGaps([stay(null, null)], 5, until), whole);
  assert.deepEqual(addressGaps([stay('2026-03-05', null)], 5, until), whole);
  assert.deepEqual(addressGaps([stay('2024-01-02', '2024-01-01')], 5, until), whole);
});

test('agrees with counting day by day', () => {
  const day = fc.integer({ min: -100, max: 900 }).map((days) => addDays('2024-01-01', days));
  const stays = fc.array(fc.record({ startDate: fc.option(day, { freq: 10 }), endDate: fc.option(day, { freq: 5 }) }), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(stays, day, (lived, last) => {
      const gaps = addressGaps(lived, 1, last);
      const first = addYears(last, -1);
      for (let i = 0; i <= daysBetween(first, last); i++) {
        const date = addDays(first, i);
        const isCovered = lived.some(
          ({ startDate, endDate }) => startDate !== null && startDate <= date && date <= (endDate ?? last),
        );
        assert.equal(gaps.filter(({ from, to }) => from <= date && date <= to).length, isCovered ? 0 : 1, date);
      }
      assert.ok(gaps.every(({ from, to }) => first <= from && from <= to && to <= last));
    }),
  );
});

test('a gap of as many days as are tolerated does not count, and one more does', () => {
  const stays = [stay('2025-01-01', '2025-06-30'), stay('2025-08-01', null)];
  assert.deepEqual(gapsSince(stays, '2025-01-01', until, 31), []);
  assert.deepEqual(gapsSince(stays, '2025-01-01', until, 30), [{ from: '2025-07-01', to: '2025-07-31' }]);
});
