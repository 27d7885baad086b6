// What a query may say, to whom, and when its addressee is chased.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsWith } from '../../../src/features/accounts/account-settings.ts';
import { kindsFor, queryProblems } from '../../../src/features/queries/query-rules.ts';
import {
  dueOnBeforeStart,
  isExhausted,
  nextChaseAt,
  usualDueOn,
} from '../../../src/features/queries/query-schedule.ts';
import { bankHolidays } from '../../../src/lib/bank-holidays.ts';
import { ADDED_REPORT, APPOINTMENT, OWN_CERTIFICATE, queryKinds } from '../../../src/messages/en-queries.ts';

const at = { today: '2026-11-23', hasForm: true };
const whole = {
  addressee: 'candidate',
  kind: 'address_gap',
  text: 'Where did you live?',
  dueOn: '2026-11-30',
  link: '',
};

test('a whole query has no problem', () => {
  assert.deepEqual(queryProblems(whole, at).fields, {});
});

for (const [what, change, field] of [
  ['nobody is asked', { addressee: 'source' }, 'question'],
  ['a kind that only the client is asked', { kind: 'client_decision' }, 'question'],
  ['an unknown kind', { kind: 'constructor' }, 'question'],
  ['no text', { text: ' \n ' }, 'text'],
  ['2,001 characters', { text: 'x'.repeat(2001) }, 'text'],
  ['a part of the template that was not replaced', { text: 'Please send [which].' }, 'text'],
  ['no date', { dueOn: '' }, 'due_on'],
  ['a date that is over', { dueOn: '2026-11-22' }, 'due_on'],
  ['a date in two years', { dueOn: '2028-11-23' }, 'due_on'],
] as const) {
  test(`refuses ${what}`, () => {
    assert.deepEqual(Object.keys(queryProblems({ ...whole, ...change }, at).fields), [field]);
  });
}

test('a candidate without a form is asked nothing', () => {
  assert.deepEqual(kindsFor('candidate', false), []);
  assert.deepEqual(Object.keys(queryProblems(whole, { ...at, hasForm: false }).fields), ['question']);
});

test('every kind is asked of somebody, and begins with a text that fits', () => {
  const asked = (['candidate', 'client'] as const).flatMap((addressee) =>
    kindsFor(addressee, true).map((kind) => ({ addressee, kind })),
  );
  // The candidate agrees to what was added in the form; an appointment and a certificate have pages of their own.
  const { [ADDED_REPORT]: _, [APPOINTMENT]: __, [OWN_CERTIFICATE]: ___, ...others } = queryKinds;
  assert.deepEqual(new Set(asked.map(({ kind }) => kind)), new Set(Object.keys(others)));
  for (const { addressee, kind } of asked) assert.ok(queryKinds[kind][addressee]!.length > 40, kind);
});

const settings = settingsWith({});
/** At ten by the clocks of the UK, which go forward on 28 March 2027. */
const moment = (day: string) => new Date(`${day}T${day >= '2027-03-28' ? '09' : '10'}:00:00Z`);

for (const [addressee, from, chases] of [
  ['candidate', '2026-11-23', ['2026-11-26', '2026-12-01', '2026-12-04', '2026-12-09']],
  ['client', '2026-11-23', ['2026-11-30', '2026-12-07', '2026-12-14', '2026-12-21']],
  ['candidate', '2026-12-22', ['2026-12-29', '2027-01-04', '2027-01-07', '2027-01-12']],
  ['client', '2027-03-22', ['2027-03-31', '2027-04-07', '2027-04-14', '2027-04-21']],
] as const) {
  test(`a ${addressee} who was asked on ${from} is chased three times, on working days; then it is said to be in vain`, () => {
    let now = moment(from);
    chases.forEach((day, count) => {
      now = nextChaseAt(addressee, now, settings, bankHolidays);
      assert.deepEqual(now, moment(day));
      assert.equal(isExhausted(count, settings), count === 3, day);
    });
  });
}

test('an answer is asked for by the day of the second chase, unless the screener says otherwise', () => {
  assert.equal(usualDueOn('candidate', moment('2026-11-23'), settings, bankHolidays), '2026-12-01');
});

test('an answer is asked for before work begins, while that day is to come', () => {
  const before = (startsOn: string | null) => dueOnBeforeStart('2026-12-08', '2026-11-30', startsOn);
  assert.deepEqual([null, '2026-12-11', '2026-12-05', '2026-11-30'].map(before), [
    '2026-12-08',
    '2026-12-08',
    '2026-12-05',
    '2026-12-08',
  ]);
});
