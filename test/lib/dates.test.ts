import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  addDays,
  addMonths,
  addYears,
  ageOn,
  dateOf,
  daysBetween,
  formatLongDate,
  parseDate,
  parseInstant,
  toTimestamp,
} from '../../src/lib/dates.ts';

test('reads days of the real calendar', () => {
  for (const text of ['2026-03-04', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31']) {
    assert.equal(parseDate(text), text);
  }
  for (const text of [
    ...['2026-02-29', '1900-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '2026-01-32', '0000-01-01'],
    ...[
      '',
      '2026-3-4',
      '26-03-04',
      '04/03/2026',
      '20260304',
      ' 2026-03-04',
      '2026-03-04\n',
      '2026-03-04x',
      '-2026-03-04',
    ],
    ...['२०२६-०३-०४', '2026-03', '+02026-03-04'],
  ]) {
    assert.equal(parseDate(text), undefined, text);
  }
});

test('takes the date part of a full date-time as written', () => {
  for (const time of [
    'T00:00:00Z',
    'T23:59:59.9999999+14:00',
    't10:20z',
    ' 10:20:30',
    'T10:20:60Z',
    'T10:20:30,5-0330',
  ]) {
    assert.equal(parseDate(`2026-03-04${time}`), '2026-03-04', time);
  }
  for (const time of ['T', 'T24:00:00Z', 'T10', 'T10:60', 'T10:20:61', 'T10:20:30.', 'T10:20:30ZZ', 'Z', '+01:00']) {
    assert.equal(parseDate(`2026-03-04${time}`), undefined, time);
  }
});

test('counts age in whole years, leaplings from 1 March in common years', () => {
  assert.equal(ageOn('2026-03-03', '2000-03-04'), 25);
  assert.equal(ageOn('2026-03-04', '2000-03-04'), 26);
  assert.equal(ageOn('2022-02-28', '2004-02-29'), 17);
  assert.equal(ageOn('2022-03-01', '2004-02-29'), 18);
  assert.equal(ageOn('2024-02-29', '2004-02-29'), 20);
});

test('adds months and years up to the last day of the month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2024-01-31', 1), '2024-02-29');
  assert.equal(addMonths('2026-11-30', 3), '2027-02-28');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(addMonths('2026-01-15', -13), '2024-12-15');
  assert.equal(addYears('2024-02-29', 1), '2025-02-28');
  assert.equal(addYears('2026-03-04', -5), '2021-03-04');
});

test('adds and counts days across months and years', () => {
  assert.equal(addDays('2026-12-31', 1), '2027-01-01');
  assert.equal(addDays('2024-03-01', -1), '2024-02-29');
  assert.equal(daysBetween('2026-03-04', '2026-03-05'), 1);
  assert.equal(daysBetween('2025-03-04', '2024-03-04'), -365);
});

test('writes timestamps to the second and dates for people', () => {
  assert.equal(toTimestamp(new Date('2026-03-04T09:05:06.999Z')), '2026-03-04T09:05:06Z');
  assert.equal(formatLongDate('2026-03-04'), '4 March 2026');
  assert.equal(formatLongDate('1999-12-31'), '31 December 1999');
});

const day = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-01-01'), noInvalidDate: true }).map(dateOf);

test('agrees with the system’s calendar on every day', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -40_000, max: 40_000 }), (date, days) => {
      assert.equal(parseDate(date), date);
      assert.equal(daysBetween(date, addDays(date, days)), days);
      assert.equal(parseDate(addDays(date, days)), addDays(date, days));
      assert.equal(date < addDays(date, days), days > 0);
    }),
  );
});

test('reads a day of two digits where and only where the calendar has it', () => {
  const number = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  fc.assert(
    fc.property(fc.integer({ min: 1583, max: 2400 }), number(13), number(32), (year, month, date) => {
      const text = `${year}-${month}-${date}`;
      const there = new Date(Date.UTC(year, Number(month) - 1, Number(date))).toISOString().startsWith(text);
      assert.equal(parseDate(text), there ? text : undefined);
    }),
    { numRuns: 1000 },
  );
});

test('keeps the day, or the month’s last, when months are added', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: -600, max: 600 }), (date, months) => {
      const moved = addMonths(date, months);
      assert.equal(parseDate(moved), moved);
      assert.ok(moved.slice(8) === date.slice(8) || addDays(moved, 1).endsWith('-01'));
      const monthsApart = (text: string) => Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7));
      assert.equal(monthsApart(moved) - monthsApart(date), months);
    }),
  );
});

test('reads an instant whose zone is given, and nothing else', () => {
  for (const text of [
    '2026-03-04T09:30:00Z',
    '2026-03-04t09:30:00z',
    '2026-03-04T09:30:00.000Z',
    '2026-03-04T10:30:00+01:00',
    '2026-03-04T09:30Z',
    '2026-03-04T10:30:00+0100',
  ]) {
    assert.equal(parseInstant(text)?.toISOString(), '2026-03-04T09:30:00.000Z', text);
  }
  const unread = ['2026-03-04', '2026-03-04T09:30:00', '2026-02-30T09:30:00Z', '2026-03-04T25:00:00Z', 'now', ''];
  for (const text of unread) assert.equal(parseInstant(text), undefined, text);
  fc.assert(fc.property(fc.string(), (text) => parseInstant(text) === undefined || text.length >= 17));
});
