// Lists of work, education and memberships: what an entry takes, what the list needs, and what becomes of it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findEntry, withEntry, withoutEntry } from '../../../src/features/candidate-form/entry-page.ts';
import type { FormScope, Typed } from '../../../src/features/candidate-form/form-page.ts';
import { activitiesPage, educationPage, membershipsPage } from '../../../src/features/candidate-form/history-pages.ts';
import { type Activity, noFacts } from '../../../src/features/facts/facts.ts';
import { addDays } from '../../../src/lib/dates.ts';

const today = '2026-03-04';
const scope: FormScope = { needs: new Set(['employment_history']), addressYears: 0, activityYears: 5, today };
const facts = { ...noFacts, dob: '1990-03-04' };

const job: Typed = {
  ...{ status: 'FullTime', employer: 'Example Ltd', job_title: 'Driver', country: 'GBR', contact_timing: 'Never' },
  ...{ 'start-day': '1', 'start-month': 'june', 'start-year': '2006' },
};

const refused: readonly [Typed, Record<string, string[]>][] = [
  [{}, { status: ['Choose what you did'], 'start-day': ['Enter the date it began'] }],
  [{ ...job, status: 'Idle' }, { status: ['Choose from the list'] }],
  [{ ...job, employer: '' }, { employer: ['Enter the name of the employer'] }],
  [{ ...job, job_title: '' }, { job_title: ['Enter your job title'] }],
  [{ ...job, contact_timing: '' }, { contact_timing: ['Choose when we may contact the employer'] }],
  [{ ...job, status: 'SelfEmployed' }, { self_employed_status: ['Choose how you worked'] }],
  [{ ...job, country: 'XXX' }, { country: ['Choose a country'] }],
  [{ ...job, 'start-year': '2027' }, { 'start-day': ['Date it began must be in the past'] }],
  [
    { ...job, reason_for_leaving: 'Resigned', 'end-month': '5', 'end-year': '2006' },
    { 'end-day': ['Date it ended must be after the date it began'] },
  ],
  [{ ...job, 'end-month': '5', 'end-year': '2010' }, { reason_for_leaving: ['Choose why you left'] }],
  [
    { ...job, reason_for_leaving: 'Resigned', 'end-month': '3', 'end-year': '2026' },
    { 'end-day': ['Enter the day, too, or nothing if it goes on'] },
  ],
  [
    { ...job, reason_for_leaving: 'Resigned', 'end-month': '4', 'end-year': '2026' },
    { 'end-day': ['Date it ended must be in the past'] },
  ],
];
for (const [typed, messages] of refused) {
  test(`an activity is refused: ${Object.values(messages)[0]}`, () => {
    assert.deepEqual(activitiesPage.entryProblems(typed, scope).fields, messages);
  });
}

test('what was not work needs no employer', () => {
  for (const status of ['Unemployed', 'Education', 'Travelling', 'Caring', 'Retired']) {
    const typed = { status, 'start-month': '6', 'start-year': '2006' };
    assert.deepEqual(activitiesPage.entryProblems(typed, scope).fields, {}, status);
  }
});

test('a time of over 31 days that nothing accounts for is named', () => {
  const ended = { reason_for_leaving: 'Resigned', 'end-day': '31', 'end-month': '1', 'end-year': '2024' };
  const idle = (day: string) => ({ status: 'Unemployed', 'start-day': day, 'start-month': '3', 'start-year': '2024' });
  const problems = (day: string) => {
    const entries = [
      { key: 1, typed: { ...job, ...ended } },
      { key: 2, typed: idle(day) },
    ];
    return activitiesPage.problems({ entries }, scope, facts).fields;
  };
  assert.deepEqual(problems('3'), {});
  assert.deepEqual(problems('4'), { add: ['Add what you did from 1 February 2024 to 3 March 2024'] });
  assert.deepEqual(activitiesPage.problems({ entries: [] }, scope, facts).fields, {
    add: ['Add a job, or what you did instead'],
  });
});

test('nobody accounts for the time before they were 16', () => {
  const young = { ...facts, dob: '2008-01-01' };
  const entries = [
    { key: 1, typed: { status: 'Education', 'start-day': '1', 'start-month': '1', 'start-year': '2024' } },
  ];
  assert.deepEqual(activitiesPage.problems({ entries }, scope, young).fields, {});
});

test('education and memberships may be none, but what is given is whole', () => {
  for (const page of [educationPage, membershipsPage]) {
    assert.deepEqual(page.problems({ entries: [] }, scope, facts).fields, {}, page.id);
    const fields = page.problems({ entries: [{ key: 3, typed: {} }] }, scope, facts).fields;
    assert.deepEqual(Object.keys(fields), ['entry-3'], page.id);
  }
  const membership = { body: 'Law Society', membership_status: 'Member', number: '' };
  assert.deepEqual(membershipsPage.apply(facts, { entries: [{ key: 1, typed: membership }] }).memberships, [
    { body: 'Law Society', status: 'Member', number: null },
  ]);
});

const day = fc.integer({ min: 0, max: 7000 }).map((days) => addDays('2006-06-01', days));
const activity: fc.Arbitrary<Activity> = fc.record(
  {
    status: fc.constantFrom('FullTime', 'Unemployed', 'SelfEmployed'),
    employer: fc.constantFrom('Example Ltd', 'Sample plc'),
    job_title: fc.constant('Driver'),
    country: fc.constantFrom('GBR', null),
    start_date: day,
    end_date: fc.option(day),
    self_employed_status: fc.constantFrom('SoleTrader', null),
    reason_for_leaving: fc.constant('Resigned'),
    contact_timing: fc.constant('Never'),
    referee: fc.option(fc.constant('Personnel')),
  },
  { noNullPrototype: true },
);

test('what the client gave, seen and continued with, stays as it was, newest first', () => {
  fc.assert(
    fc.property(fc.array(activity, { maxLength: 5 }), (activities) => {
      const shown = activitiesPage.prefill({ ...facts, activities });
      const kept = activitiesPage.apply(facts, shown).activities;
      assert.deepEqual(new Set(kept), new Set(activities));
      const ends = kept.map(({ end_date }) => end_date ?? '9999');
      assert.deepEqual(ends, ends.toSorted().reverse());
    }),
  );
});

test('an entry keeps its number while others come and go', () => {
  const one = withEntry(activitiesPage, { entries: [] }, undefined, job);
  const two = withEntry(activitiesPage, one, undefined, { ...job, employer: 'Sample plc' });
  assert.deepEqual(
    two.entries.map(({ key }) => key),
    [1, 2],
  );
  const left = withoutEntry(two, 1);
  assert.equal(findEntry(left, 1), undefined);
  assert.equal(findEntry(left, 2)?.typed.employer, 'Sample plc');
  const changed = withEntry(activitiesPage, left, 2, { ...job, employer: 'Other Ltd' });
  assert.deepEqual(
    changed.entries.map(({ typed }) => typed.employer),
    ['Other Ltd'],
  );
});
