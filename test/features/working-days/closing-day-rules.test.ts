import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  calendarWith,
  endsSoon,
  jurisdictions,
  readClosingDays,
  recounted,
  untilRemoval,
} from '../../../src/features/working-days/closing-day-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { addDays, addWorkingDays, workingDaysBetween } from '../../../src/lib/dates.ts';

const today = '2026-11-30';
const christmas = { name: 'Closed', from: '2026-12-24', to: '2027-01-01', jurisdictions };
const usual = bankHolidays.england_and_wales;
const closed = calendarWith([christmas]).england_and_wales;

test('own closing days are no working days of the parts that they are for, beside the bank holidays', () => {
  const calendar = calendarWith([{ ...christmas, jurisdictions: ['scotland'] }]);
  assert.equal(addWorkingDays('2026-12-23', 1, calendar.scotland), '2027-01-05', 'after 4 January, a holiday there');
  assert.equal(addWorkingDays('2026-12-23', 1, calendar.england_and_wales), '2026-12-24');
  assert.ok(calendar.scotland.has('2026-06-15'), 'a bank holiday of Scotland');
  assert.deepEqual(calendarWith([]), bankHolidays);
});

test('days that were removed while they ran stay closed up to the day before', () => {
  const calendar = calendarWith([untilRemoval(christmas, '2026-12-30')]);
  assert.deepEqual(
    ['2026-12-29', '2026-12-30'].map((day) => calendar.england_and_wales.has(day)),
    [true, false],
  );
  assert.deepEqual(calendarWith([untilRemoval(christmas, '2026-12-01')]), bankHolidays);
});

test('an open due date moves by the working days that are lost before it, and comes back with them', () => {
  const due = (dueOn: string, beganOn = '2026-11-25') => ({ dueOn, beganOn, today });
  for (const [dueOn, to] of [
    ['2026-12-23', '2026-12-23'],
    ['2026-12-24', '2027-01-04'],
    // 24, 29, 30 and 31 December are lost.
    ['2027-01-05', '2027-01-11'],
  ] as const) {
    assert.equal(recounted(due(dueOn), usual, closed), to, dueOn);
    assert.equal(recounted(due(to), closed, usual), dueOn, `${to} back`);
  }
  assert.equal(recounted(due('2026-12-26'), usual, closed), '2026-12-26', 'a Saturday that somebody agreed');
  const begunToday = { dueOn: '2026-12-01', beganOn: today, today };
  const tomorrow = calendarWith([{ ...christmas, from: today, to: today }]).england_and_wales;
  assert.equal(recounted(begunToday, usual, tomorrow), '2026-12-01', 'the day on which work begins does not count');
});

test('a due date keeps its working days whatever days are closed', () => {
  fc.assert(
    fc.property(fc.nat(60), fc.integer({ min: 1, max: 40 }), fc.nat(60), fc.nat(20), (begun, days, first, length) => {
      const beganOn = addDays(today, begun);
      const from = addDays(today, first);
      const off = calendarWith([{ ...christmas, from, to: addDays(from, length) }]).england_and_wales;
      const dueOn = addWorkingDays(beganOn, days, usual);
      const to = recounted({ dueOn, beganOn, today: beganOn }, usual, off);
      assert.equal(to, addWorkingDays(beganOn, days, off));
      assert.equal(workingDaysBetween(beganOn, to, off), days);
    }),
  );
});

test('a day alone, and all parts of the country, are what is meant where nothing else is typed', () => {
  const typed = { name: ' Coronation ', from: '2027-05-10', to: '', jurisdictions: [] };
  const { days, problems } = readClosingDays(typed, today);
  assert.equal(problems.any, false);
  assert.deepEqual(days, { name: 'Coronation', from: '2027-05-10', to: '2027-05-10', jurisdictions });
});

test('closing days have a name, come, and are neither backwards nor endless', () => {
  const typed = { name: 'Closed', from: '2026-12-24', to: '2027-01-01', jurisdictions: ['scotland'] };
  const fieldsOf = (change: Partial<typeof typed>) =>
    Object.keys(readClosingDays({ ...typed, ...change }, today).problems.fields);
  assert.deepEqual(fieldsOf({}), []);
  assert.deepEqual(fieldsOf({ name: ' ', from: '' }), ['name', 'from']);
  assert.deepEqual(fieldsOf({ from: '2026-11-29', to: '' }), ['from'], 'what has passed stays as it was');
  assert.deepEqual(fieldsOf({ to: '2026-12-23' }), ['to']);
  assert.deepEqual(fieldsOf({ to: '2027-02-24' }), ['to']);
  assert.deepEqual(fieldsOf({ to: 'New Year' }), ['to']);
  assert.deepEqual(fieldsOf({ from: '2031-01-02', to: '' }), ['from']);
  assert.deepEqual(fieldsOf({ jurisdictions: ['france'] }), ['part']);
});

test('that the known bank holidays end is said half a year before', () => {
  assert.deepEqual([endsSoon('2027-06-30'), endsSoon('2027-07-01')], [false, true]);
});
