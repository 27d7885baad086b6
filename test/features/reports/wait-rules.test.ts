// How far a wait for the candidate or the client moves the due date of a report.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueAfterWait, waitingSince } from '../../../src/features/reports/wait-rules.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';

const at = (day: string, time = '12:00') => new Date(`${day}T${time}:00Z`);
const wait = (from: string, to: string) => ({ started_at: at(from), ended_at: at(to) });

test('a wait lasts since the first of those that overlap until now', () => {
  for (const [waits, until, since] of [
    [[], '2026-03-10', undefined],
    [[wait('2026-03-04', '2026-03-10')], '2026-03-10', '2026-03-04'],
    [[wait('2026-03-04', '2026-03-08'), wait('2026-03-06', '2026-03-10')], '2026-03-10', '2026-03-04'],
    [[wait('2026-03-02', '2026-03-03'), wait('2026-03-06', '2026-03-10')], '2026-03-10', '2026-03-06'],
    [[wait('2026-03-02', '2026-03-10'), wait('2026-03-06', '2026-03-07')], '2026-03-10', '2026-03-02'],
    [[wait('2026-03-02', '2026-03-03')], '2026-03-10', undefined],
  ] as const)
    assert.deepEqual(waitingSince(waits, at(until)), since && at(since), JSON.stringify(waits));
});

test('the due date moves by the working days of the wait', () => {
  for (const [dueOn, since, until, to] of [
    // Within a day.
    ['2026-03-12', at('2026-03-10', '09:00'), at('2026-03-10', '16:00'), '2026-03-12'],
    // Tuesday to Thursday.
    ['2026-03-12', at('2026-03-10'), at('2026-03-12'), '2026-03-16'],
    // Over a weekend.
    ['2026-03-13', at('2026-03-13'), at('2026-03-16'), '2026-03-16'],
    // Over Easter: Good Friday and Easter Monday are no working days.
    ['2026-04-02', at('2026-04-02'), at('2026-04-08'), '2026-04-08'],
    // Half past midnight in British summer time is still the day before in UTC.
    ['2026-06-04', at('2026-06-01', '23:30'), at('2026-06-02', '12:00'), '2026-06-04'],
  ] as const)
    assert.equal(
      dueAfterWait(dueOn, since, until, bankHolidays.england_and_wales),
      to,
      `${dueOn} ${since.toISOString()}`,
    );
});
