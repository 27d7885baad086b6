// Working days by weekends and bank holidays, compared with the days that GOV.UK publishes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bankHolidays, bankHolidaysSource, type Jurisdiction } from '../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays, dateOf } from '../../src/lib/dates.ts';
import { publishedHolidays } from './bank-holiday-examples.ts';

const jurisdictions = Object.keys(bankHolidays) as Jurisdiction[];

for (const [day, title, where] of publishedHolidays.examples) {
  test(`${day}, ${title}, is a bank holiday ${where.length === 0 ? 'nowhere' : `in ${where.join(', ')}`}`, () => {
    assert.deepEqual(
      jurisdictions.filter((jurisdiction) => bankHolidays[jurisdiction].has(day)),
      where,
    );
  });
}

const due: readonly [from: string, days: number, where: Jurisdiction, on: string][] = [
  ['2026-12-24', 1, 'england_and_wales', '2026-12-29'],
  ['2026-12-24', 4, 'england_and_wales', '2027-01-04'],
  ['2026-12-24', 4, 'scotland', '2027-01-05'],
  ['2026-11-27', 1, 'scotland', '2026-12-01'],
  ['2026-11-27', 1, 'england_and_wales', '2026-11-30'],
  ['2026-04-02', 1, 'scotland', '2026-04-06'],
  ['2026-04-02', 1, 'northern_ireland', '2026-04-07'],
  ['2026-07-10', 1, 'northern_ireland', '2026-07-14'],
  ['2026-03-04', 5, 'england_and_wales', '2026-03-11'],
  ['2026-03-07', 1, 'england_and_wales', '2026-03-09'],
  ['2026-03-04', 0, 'england_and_wales', '2026-03-04'],
];
for (const [from, days, where, on] of due) {
  test(`${days} working days after ${from} is ${on} in ${where}`, () => {
    assert.equal(addWorkingDays(from, days, bankHolidays[where]), on);
  });
}

test('each year of each jurisdiction has its holidays, all on weekdays, up to the last known day', () => {
  const year = Number(bankHolidaysSource.endsOn.slice(0, 4));
  for (const jurisdiction of jurisdictions) {
    const days = [...bankHolidays[jurisdiction]];
    assert.deepEqual(days, days.toSorted());
    assert.ok(days.every((day) => ![0, 6].includes(new Date(day).getUTCDay())));
    for (const each of [year - 2, year - 1, year]) {
      assert.ok(days.filter((day) => day.startsWith(`${each}`)).length >= 8, `${jurisdiction} ${each}`);
    }
    assert.ok(days.every((day) => day <= bankHolidaysSource.endsOn));
  }
});

test('adding working days gives a working day with that many working days until it', () => {
  const day = fc.date({ min: new Date('2024-01-01'), max: new Date('2027-10-01'), noInvalidDate: true }).map(dateOf);
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 60 }), fc.constantFrom(...jurisdictions), (from, days, where) => {
      const holidays = bankHolidays[where];
      const isWorked = (date: string) => ![0, 6].includes(new Date(date).getUTCDay()) && !holidays.has(date);
      const on = addWorkingDays(from, days, holidays);
      let worked = 0;
      for (let date = addDays(from, 1); date <= on; date = addDays(date, 1)) worked += isWorked(date) ? 1 : 0;
      assert.deepEqual([worked, isWorked(on)], [days, true]);
    }),
  );
});
