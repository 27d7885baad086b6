// Dates as people type them into three fields.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readTypedDate, typedDate, typedDateText } from '../../../src/features/candidate-form/typed-date-rules.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { personSentence } from '../../../src/messages/sentences.ts';

const read = (day: string, month: string, year: string, dayMayBeMissing?: 'first' | 'last') =>
  readTypedDate({ 'on-day': day, 'on-month': month, 'on-year': year }, 'on', { today: '2026-03-04', dayMayBeMissing });

for (const [day, month, year, date] of [
  ['4', '3', '1990', '1990-03-04'],
  ['04', '03', '1990', '1990-03-04'],
  ['29', 'Feb', '2024', '2024-02-29'],
  ['1', 'september', '2024', '2024-09-01'],
  ['31', 'DEC', '1999', '1999-12-31'],
] as const) {
  test(`${day} ${month} ${year} is ${date}`, () => assert.deepEqual(read(day, month, year), { date }));
}

for (const [typed, input, message] of [
  [['', '', ''], 'on-day', 'Enter the date you moved in'],
  [['', '3', '1990'], 'on-day', 'Date you moved in: enter the day, too'],
  [['4', '', ''], 'on-month', 'Date you moved in: enter the month and the year, too'],
  [['4', '3', '90'], 'on-year', 'Date you moved in: enter the year in full, like 2021'],
  [['31', '4', '1990'], 'on-day', 'Date you moved in must be a real date'],
  [['29', '2', '2023'], 'on-day', 'Date you moved in must be a real date'],
  [['4', 'ma', '1990'], 'on-day', 'Date you moved in must be a real date'],
  [['-4', '3', '1990'], 'on-day', 'Date you moved in must be a real date'],
  [['4', '13', '1990'], 'on-day', 'Date you moved in must be a real date'],
] as const) {
  test(`${JSON.stringify(typed)} gets the message: ${message}`, () => {
    const [day, month, year] = typed;
    const result = read(day, month, year);
    assert.ok('code' in result);
    assert.deepEqual([result.input, personSentence(result, 'addresses.start_date')], [input, message]);
  });
}

test('if the day may be left out, a month counts from its first to its last day', () => {
  assert.deepEqual(read('', '2', '2024', 'first'), { date: '2024-02-01' });
  assert.deepEqual(read('', '2', '2024', 'last'), { date: '2024-02-29' });
  assert.deepEqual(read('', '12', '2023', 'last'), { date: '2023-12-31' });
  assert.deepEqual(read('7', '2', '2024', 'last'), { date: '2024-02-07' });
});

test('where the month may be left out, a year alone is enough, from its first to its last day', () => {
  const year = (day: string, month: string, on: string, dayMayBeMissing: 'first' | 'last') =>
    readTypedDate({ 'on-day': day, 'on-month': month, 'on-year': on }, 'on', {
      today: '2026-03-04',
      dayMayBeMissing,
      monthMayBeMissing: true,
    });
  assert.deepEqual(year('', '', '2006', 'first'), { date: '2006-01-01' });
  assert.deepEqual(year('', '', '2006', 'last'), { date: '2006-12-31' });
  assert.deepEqual(year('', '', '2026', 'last'), { date: '2026-03-04' });
  assert.deepEqual(year('', '7', '2006', 'first'), { date: '2006-07-01' });
  assert.deepEqual(year('4', '', '2006', 'first'), {
    input: 'on-month',
    code: 'date_part_missing',
    params: { parts: ['month'] },
  });
  assert.equal(typedDateText({ 'on-year': '2006' }, 'on'), '2006');
  assert.deepEqual(typedDate('on', '2006'), { 'on-day': '', 'on-month': '', 'on-year': '2006' });
});

test('the current month counts to today', () => {
  assert.deepEqual(read('', '3', '2026', 'last'), { date: '2026-03-04' });
});

test('a day that was not typed is not shown', () => {
  const typed = { 'on-day': '', 'on-month': 'mar', 'on-year': '2021' };
  assert.equal(typedDateText(typed, 'on'), 'March 2021');
  assert.equal(typedDateText({ ...typed, 'on-day': '4' }, 'on'), '4 March 2021');
  assert.equal(typedDateText({}, 'on'), '');
});

test('a date that is shown in fields reads as the same date', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays('1900-01-01', days));
  fc.assert(
    fc.property(day, (date) => {
      assert.deepEqual(readTypedDate(typedDate('on', date), 'on', { today: '2100-01-01' }), { date });
    }),
  );
});

test('any typed text is a real date or gets a message', () => {
  const part = fc.oneof(fc.string({ maxLength: 6 }), fc.integer({ min: -1, max: 10_000 }).map(String));
  fc.assert(
    fc.property(part, part, part, (day, month, year) => {
      const result = read(day, month, year);
      return 'date' in result ? !Number.isNaN(Date.parse(result.date)) : result.code.length > 0;
    }),
  );
});
