// The times of the figures, and how long the backlog takes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  awayPart,
  comparedWith,
  type FigurePeriod,
  figureTimes,
  forecastOf,
  medianOf,
  openingPeriod,
  workingDaysIn,
  workingDaysLeft,
  workingDaysUntil,
} from '../../../src/features/lists/figure-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { workingDaysBetween } from '../../../src/lib/dates.ts';

const none = { from: '', to: '' };
const timesOf = (period: FigurePeriod, today: string, days = none) => {
  const { now, before } = figureTimes(period, today, days);
  return [`${now.from} ${now.to}`, `${before.from} ${before.to}`];
};

test('a week is the last whole one, from Monday, against the one before it', () => {
  for (const today of ['2026-11-23', '2026-11-29'])
    assert.deepEqual(timesOf('week', today), ['2026-11-16 2026-11-22', '2026-11-09 2026-11-15'], today);
  assert.deepEqual(timesOf('four_weeks', '2026-11-29'), ['2026-10-26 2026-11-22', '2026-09-28 2026-10-25']);
});

test('a month or quarter that goes on is compared with as many days of the one before it, a whole one with all of it', () => {
  assert.deepEqual(timesOf('month', '2026-11-10'), ['2026-11-01 2026-11-10', '2026-10-01 2026-10-10']);
  assert.deepEqual(timesOf('month', '2027-03-31'), ['2027-03-01 2027-03-31', '2027-02-01 2027-02-28']);
  assert.deepEqual(timesOf('last_month', '2027-01-10'), ['2026-12-01 2026-12-31', '2026-11-01 2026-11-30']);
  assert.deepEqual(timesOf('quarter', '2026-11-29'), ['2026-10-01 2026-11-29', '2026-07-01 2026-08-29']);
  assert.deepEqual(timesOf('last_quarter', '2026-11-29'), ['2026-07-01 2026-09-30', '2026-04-01 2026-06-30']);
});

test('a year, and a financial year from April, is compared with the one before it, one that goes on with as many days of it', () => {
  assert.deepEqual(timesOf('last_year', '2026-11-29'), ['2025-01-01 2025-12-31', '2024-01-01 2024-12-31']);
  assert.deepEqual(timesOf('year', '2026-11-29'), ['2026-01-01 2026-11-29', '2025-01-01 2025-11-29']);
  assert.deepEqual(timesOf('last_financial_year', '2027-03-31'), ['2025-04-01 2026-03-31', '2024-04-01 2025-03-31']);
  assert.deepEqual(timesOf('financial_year', '2027-04-01'), ['2027-04-01 2027-04-01', '2026-04-01 2026-04-01']);
});

test('a month is compared with the same month of the year before, also one that goes on, and weeks keep their days', () => {
  const yearBefore = (period: FigurePeriod, today: string, days = none) => {
    const { before } = comparedWith('year', period, figureTimes(period, today, days));
    return `${before.from} ${before.to}`;
  };
  assert.equal(yearBefore('last_month', '2025-03-10'), '2024-02-01 2024-02-29');
  assert.equal(yearBefore('last_month', '2024-03-10'), '2023-02-01 2023-02-28');
  assert.equal(yearBefore('month', '2026-11-10'), '2025-11-01 2025-11-10');
  assert.equal(yearBefore('month', '2026-11-30'), '2025-11-01 2025-11-30');
  assert.equal(yearBefore('week', '2026-11-29'), '2025-11-17 2025-11-23');
  const october = { from: '2026-10-01', to: '2026-10-31' };
  assert.equal(yearBefore('days', '2026-11-29', october), '2025-10-01 2025-10-31');
  assert.deepEqual(timesOf('days', '2026-11-29', october)[1], '2026-09-01 2026-09-30');
  const times = figureTimes('last_month', '2026-11-29', none);
  assert.deepEqual(comparedWith('before', 'last_month', times), times);
});

test('chosen days are compared with as many days just before them', () => {
  const days = { from: '2026-11-10', to: '2026-11-12' };
  assert.deepEqual(timesOf('days', '2026-11-29', days), ['2026-11-10 2026-11-12', '2026-11-07 2026-11-09']);
});

const on = (today: string) => ({ today, calendar: bankHolidays });

test('what is due takes as many working days as people need at the pace of the last four weeks, rounded up', () => {
  // The four weeks before 30 November 2026 have 20 working days.
  assert.deepEqual(forecastOf({ done: 40, away: 0 }, 23, on('2026-11-30')), { pace: 2, takes: 12 });
  assert.equal(forecastOf({ done: 40, away: 0 }, 0, on('2026-11-30')).takes, 0);
  assert.equal(forecastOf({ done: 19, away: 0 }, 23, on('2026-11-30')).takes, undefined, 'too few to say');
  assert.equal(forecastOf({ done: 0, away: 0 }, 23, on('2026-11-30'), 0).takes, undefined, 'nobody completes any');
});

test('who is away in the time left completes nothing then', () => {
  // Of the ten working days from 30 November to 13 December 2026.
  const away = (from: string | null, until: string | null) =>
    awayPart({ away_from: from, away_until: until, works_on: null }, on('2026-11-30'));
  assert.deepEqual([away(null, null), away('2026-11-01', '2026-11-29'), away('2026-12-14', '2026-12-20')], [0, 0, 0]);
  assert.deepEqual([away('2026-11-20', '2026-12-01'), away('2026-12-10', '2027-01-10')], [0.2, 0.2]);
  assert.equal(away('2026-11-01', '2026-12-31'), 1);
  // On Mondays and Tuesdays alone there are four days, of which the absence takes the first two.
  const partTime = { away_from: '2026-11-20', away_until: '2026-12-04', works_on: [1, 2] };
  assert.equal(awayPart(partTime, on('2026-11-30')), 0.5);
  assert.deepEqual(forecastOf({ done: 40, away: 20 }, 23, on('2026-11-30')), { pace: 2, takes: 23 });
  assert.equal(forecastOf({ done: 40, away: 40 }, 23, on('2026-11-30')).takes, undefined);
});

test('working days of the time left are counted with today, without bank holidays', () => {
  assert.equal(workingDaysLeft(on('2026-11-30')), 10);
  assert.equal(workingDaysLeft(on('2026-11-29')), 5);
  assert.equal(workingDaysIn({ from: '2026-12-21', to: '2026-12-31' }, bankHolidays), 7);
});

test('the place of a day among the working days tells how many lie between two', () => {
  const days = workingDaysUntil('2026-12-31', bankHolidays);
  const at = (day: string) => days.filter((one) => one <= day).length;
  for (const [from, to] of [
    ['2026-12-23', '2026-12-29'],
    ['2026-11-28', '2026-11-29'],
    ['2026-08-28', '2026-09-01'],
  ] as const)
    assert.equal(at(to) - at(from), workingDaysBetween(from, to, bankHolidays.england_and_wales));
});

test('the median of reports is the days within which half of them were completed', () => {
  const took = (...days: (number | null)[]) =>
    medianOf(days.map((one) => ({ days: one, completed: one === null ? 0 : 1 })));
  assert.equal(took(5, 1, 2), 2);
  assert.equal(took(4, 1, 2, 9), 2);
  assert.equal(
    medianOf([
      { days: 3, completed: 10 },
      { days: 0, completed: 9 },
      { days: null, completed: 0 },
    ]),
    3,
  );
  assert.equal(took(null), null);
});

test('figures open with the shortest time that has something while a company is new, and with four weeks afterwards', () => {
  const opens = (today: string, firstDay?: string) => openingPeriod(today, firstDay);
  assert.equal(opens('2026-12-02'), 'four_weeks');
  // 2 December 2026 is a Wednesday: the last whole week ended on 29 November.
  assert.equal(opens('2026-12-02', '2026-12-01'), 'month');
  assert.equal(opens('2026-12-02', '2026-11-30'), 'quarter');
  assert.equal(opens('2026-12-02', '2026-11-29'), 'four_weeks');
  assert.equal(opens('2026-12-08', '2026-12-01'), 'four_weeks', 'a whole week has something');
  assert.equal(opens('2027-01-01', '2026-12-30'), 'this_week', 'the quarter began after the first order');
});
