// The rules of stated jobs: each has an entry in the outcome, and those that nobody confirmed are named.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { askedKeyNow } from '../../../src/features/references/asked-entry-rules.ts';
import { entriesOf } from '../../../src/features/references/claim-rules.ts';
import type { Reference } from '../../../src/features/references/reference.ts';
import type { ReferenceState } from '../../../src/features/references/reference-states.ts';
import {
  employmentsIn,
  jobsOf,
  type Made,
  restated,
  unaskedPlaces,
  unconfirmedJobs,
  withStatedJobs,
} from '../../../src/features/references/stated-job-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { noFindings } from '../../../src/features/reports/report-rules.ts';
import { noActivity } from '../../support/empty-entries.ts';

const typeOf = (variant: string) =>
  catalogue.find((type) => type.name === 'employment_history' && type.variant === variant)!;

const job = {
  ...noActivity,
  ...{
    status: 'FullTime',
    job_title: 'Driver',
    country: 'GBR',
    referee: null,
  },
  ...{ reason_for_leaving: 'NewJob', contact_timing: 'Immediately' },
} as const;
const facts: ApplicantFacts = {
  ...noFacts,
  activities: [
    { ...job, employer: 'Acme Ltd', start_date: '2015-01-01', end_date: '2016-03-31' },
    { ...job, employer: 'Acme Ltd', start_date: '2020-01-01', end_date: '2021-03-31' },
    { ...job, status: 'SelfEmployed', employer: 'Own garage', start_date: '2021-04-01', end_date: '2023-06-30' },
    { ...job, status: 'Travelling', employer: 'Travel', start_date: '2023-07-01', end_date: '2023-08-31' },
    { ...job, employer: 'Brook Bank', start_date: '2023-09-01', end_date: null, reason_for_leaving: 'StillEmployed' },
  ] as unknown as ApplicantFacts['activities'],
};
const stated = { facts, statedOn: '2026-03-04', activityYears: null };
const jobs = jobsOf(typeOf('uk'), stated);
const asked = (entryKey: string, status: ReferenceState, reportId = 'this') =>
  ({ status, mailedAt: new Date(0), request: { entryKey }, reportId, readerId: 'this' }) as unknown as Pick<
    Reference,
    'status' | 'request' | 'mailedAt' | 'reportId' | 'readerId'
  >;

test('the jobs of a report are those that its type asks for', () => {
  const named = (variant: string, activityYears: number | null = null) =>
    jobsOf(typeOf(variant), { ...stated, activityYears }).map(({ claim }) => `${claim.subject} ${claim.from}`);
  const all = ['Acme Ltd 2015-01-01', 'Acme Ltd 2020-01-01', 'Own garage 2021-04-01', 'Brook Bank 2023-09-01'];
  assert.deepEqual(named('uk'), all);
  assert.deepEqual(named('uk', 5), all.slice(1));
  assert.deepEqual(named('regulated_sysc22'), all.slice(1));
  assert.deepEqual(named('last_employer'), all.slice(3));
  assert.deepEqual(jobsOf(catalogue.find(({ name }) => name === 'character_reference')!, stated), []);
});

test('a job of which nobody said anything has an entry, before those that are typed, and no entry twice', () => {
  const typed = { employer: 'Crane Ltd', confirmed_from: '2012-02' };
  const confirmed = { employer: 'ACME Ltd', from: '2020-01', confirmed_from: '2020-01-01', differs: [] };
  const before = { ...noFindings, properties: { employments: [confirmed, typed] } };
  const listed = employmentsIn(withStatedJobs(before, jobs));
  assert.deepEqual(
    listed.map(({ employer, from }) => `${employer} ${from}`),
    [
      'ACME Ltd 2020-01',
      'Acme Ltd 2015-01-01',
      'Own garage 2021-04-01',
      'Brook Bank 2023-09-01',
      'Crane Ltd undefined',
    ],
  );
  assert.equal(listed[3]!.reason, null, 'who is still there has not left');
  const again = withStatedJobs({ ...noFindings, properties: { employments: listed } }, jobs);
  assert.deepEqual(employmentsIn(again), listed);
});

/** Whether "no reply" about the first job of Acme Ltd is refused. */
function isRefused(request: object, employer = 'Acme Ltd'): boolean {
  const entry = { employer, from: '2015-01-01', not_confirmed_because: 'no_reply', differs: [] };
  return unaskedPlaces(jobs, { properties: { employments: [entry] } }, [request as Made]).length > 0;
}
const mailed = { status: 'requested', mailedAt: new Date(), calls: 0 } as const;
const about = (list: string, entryKey: string, organisation = '') => ({
  request: { entryKey, claim: { list, subject: 'Acme Ltd' }, referee: { organisation } },
});

test('who did not reply was asked: by a mail that was not refused, by a call, also as a person of the employer', () => {
  const first = about('activities', 'activities-0');
  assert.equal(isRefused({ ...mailed, ...first }), false);
  assert.equal(isRefused({ ...mailed, ...about('references', 'references-1', 'Acme') }), false);
  assert.equal(isRefused({ ...mailed, ...about('references', 'references-1', 'Brook Bank') }), true);
  assert.equal(isRefused({ ...mailed, ...first, status: 'undelivered' }), true);
  const telephone = { ...first, status: 'requested', mailedAt: null };
  assert.equal(isRefused({ ...telephone, calls: 0 }), true, 'nobody rang yet');
  assert.equal(isRefused({ ...telephone, calls: 1 }), false);
});

test('an employer that a screener wrote otherwise was asked, or was not, as well', () => {
  assert.equal(isRefused({ ...mailed, ...about('activities', 'activities-0') }, 'ACME'), false);
  assert.equal(isRefused({ ...mailed, ...about('activities', 'activities-0') }, 'Acme Ltd, Leeds'), false);
  assert.equal(isRefused({ ...mailed, ...about('activities', 'activities-0') }, 'Someone else'), true);
});

test('each job without a confirmation is named with what became of the request about it', () => {
  const confirmed = { employer: 'Acme Ltd', from: '2015-01-01', confirmed_from: '2015-01-01' };
  const found = withStatedJobs({ ...noFindings, properties: { employments: [confirmed] } }, jobs);
  const references = [
    asked('activities-0', 'answered'),
    asked('activities-1', 'declined'),
    asked('activities-4', 'requested'),
  ];
  const labels = (list: typeof references) => unconfirmedJobs(jobs, found, list).map(({ label }) => label);
  assert.deepEqual(labels(references), [
    'Acme Ltd, from 1 January 2020 (the referee declined)',
    'Own garage, from 1 April 2021 (nobody was asked)',
    'Brook Bank, from 1 September 2023 (asked, and not answered; the request is withdrawn)',
  ]);
  // Who approves the proposal that withdrew the request still reads of it.
  assert.deepEqual(
    labels(references.map((one) => ({ ...one, status: 'withdrawn' }))).slice(2),
    labels(references).slice(2),
  );
});

test('a reference that another report of the order asked for counts as asked, and its request goes on', () => {
  const labels = (...references: ReturnType<typeof asked>[]) =>
    unconfirmedJobs(jobs, noFindings, references).map(({ label }) => label.replace(/^[^(]*/, ''));
  assert.equal(labels(asked('activities-0', 'requested', 'other'))[0], '(asked, and not answered)');
  const byTelephone = { ...asked('activities-0', 'requested', 'other'), mailedAt: null };
  assert.equal(labels(byTelephone)[0], '(by telephone, and not answered)');
  const twice = [asked('activities-0', 'answered', 'other'), asked('activities-0', 'requested')] as const;
  assert.equal(labels(...twice)[0], '(the answer of the referee is not used)');
});

test('a reference stays with its entry when a newer job is stated before it, and is about none that is not stated', () => {
  const claims = entriesOf(typeOf('uk'), facts).map(({ key, claim }) => ({ entryKey: key, claim }));
  const [newer, ...rest] = [
    { ...facts.activities[4]!, employer: 'Canal', start_date: '2025-01-01' },
    ...facts.activities,
  ];
  const added = { ...facts, activities: [newer!, ...rest] };
  assert.deepEqual(
    claims.map((request) => askedKeyNow(added, request)),
    ['activities-1', 'activities-2', 'activities-3', 'activities-5'],
  );
  assert.deepEqual(
    claims.map((request) => askedKeyNow({ ...added, activities: [newer!] }, request)),
    ['', '', '', ''],
  );
});

test('an entry goes with its job when that is corrected, and one that nobody confirmed goes with the old statement', () => {
  const after = jobs.map((one, at) => (at === 0 ? { ...one, claim: { ...one.claim, from: '2014-11-01' } } : one));
  const filled = { reference_id: '7', confirmed_from: '2014-11-01', differs: ['from'] };
  const old = { employer: 'Acme Ltd', from: '2015-01-01' };
  const listedAfter = (entry: object) => {
    const before = { ...noFindings, properties: { employments: [{ ...old, ...entry }] } };
    const references = [{ id: '7', request: { claim: after[0]!.claim } as never }];
    const listed = employmentsIn(withStatedJobs(restated(before, references), after));
    return listed.filter(({ employer }) => employer === 'Acme Ltd').map(({ from }) => from);
  };
  assert.deepEqual(listedAfter(filled), ['2014-11-01', '2020-01-01']);
  assert.deepEqual(listedAfter({ differs: [] }), ['2014-11-01', '2020-01-01']);
  assert.deepEqual(listedAfter({ confirmed_to: '2016', differs: [] }), ['2015-01-01', '2014-11-01', '2020-01-01']);
});
