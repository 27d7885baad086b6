// What the next working days bring by what used to arrive, and whether the desk keeps its days.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { arrivalsOf, lastForecastDay, shortfallOf } from '../../../src/features/lists/forecast-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

const none = { england_and_wales: new Set<string>(), scotland: new Set<string>(), northern_ireland: new Set<string>() };
/** A Monday. */
const time = { today: '2026-11-30', calendar: none };

test('the ten working days begin with today, and leave out bank holidays', () => {
  assert.equal(lastForecastDay(time), '2026-12-11');
  assert.equal(lastForecastDay({ today: '2026-12-21', calendar: bankHolidays }), '2027-01-06');
});

test('each day brings what its day of the week brought on average in eight weeks, and what is due soon counts', () => {
  const mondays = { weekday: 1, count: 80, working_days: 5 };
  // Two Mondays: of the second, four working days are left.
  assert.deepEqual(arrivalsOf([mondays], time), { expected: 20, due: 10 });
  assert.deepEqual(arrivalsOf([{ ...mondays, working_days: null }], time), { expected: 20, due: 0 });
  assert.deepEqual(arrivalsOf([{ ...mondays, weekday: 7 }], time), { expected: 10, due: 10 }, 'a Sunday lies between');
});

test('the days are kept where the pace suffices; otherwise what is over is late', () => {
  const paced = { done: 100, away: 0 };
  assert.equal(shortfallOf(paced, 50, time), 0);
  assert.equal(shortfallOf(paced, 100, time), 50);
  assert.equal(shortfallOf({ done: 3, away: 0 }, 9, time), undefined, 'too few to say');
  assert.equal(shortfallOf({ done: 0, away: 0 }, 0, time), 0);
});
