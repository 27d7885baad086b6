// When a client is reminded of results that wait for its decision.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  decidableSince,
  firstReminderAt,
  isRepeated,
  nextReminderAt,
} from '../../../src/features/client-decisions/decision-reminder-schedule.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

const at = (day: string) => new Date(`2026-12-${day}T10:00:00Z`);
const asked = {
  ...{ is_over: false, asked_at: at('02'), answered_at: null, answer_by: '2026-12-09' },
  due_at: new Date('2026-12-10T00:00:00Z'),
};

test('the days count from the results, or from when the candidate answered or could answer no more', () => {
  const since = (heard?: Partial<typeof asked> | object) =>
    decidableSince(at('01'), heard && { ...asked, ...heard }).toISOString();
  assert.equal(since(), at('01').toISOString());
  assert.equal(since({}), '2026-12-10T00:00:00.000Z', 'who may answer until then');
  assert.equal(since({ due_at: null }), '2026-12-10T00:00:00.000Z', 'who did not answer');
  assert.equal(since({ due_at: null, answered_at: at('04') }), at('04').toISOString());
  assert.equal(since({ is_over: true }), at('01').toISOString(), 'what was asked about earlier results');
});

test('a reminder comes after so many working days, and each one a week later is a repeated one', () => {
  const first = firstReminderAt(at('04'), 3, bankHolidays);
  assert.equal(first.toISOString(), at('09').toISOString(), 'a weekend is between');
  assert.deepEqual(
    [
      isRepeated(first, first, bankHolidays),
      isRepeated(at('15'), first, bankHolidays),
      isRepeated(at('16'), first, bankHolidays),
    ],
    [false, false, true],
  );
});

test('nobody is reminded for ever: after eight weeks the reminders end', () => {
  const first = at('09');
  const days = (from: Date | undefined): Date[] =>
    from === undefined ? [] : [from, ...days(nextReminderAt(from, first, bankHolidays))];
  const sent = days(first);
  assert.deepEqual(sent.at(1), at('16'));
  assert.deepEqual([sent.length, sent.at(-1)?.toISOString().slice(0, 10)], [9, '2027-02-03']);
});
