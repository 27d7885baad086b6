// Who is asked about a job or a qualification, and what they are told so that they find the candidate in their records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import type { Answers } from '../../../src/features/references/answer-rules.ts';
import { objectionsTo } from '../../../src/features/references/asking-rules.ts';
import { type Claim, entriesOf } from '../../../src/features/references/claim-rules.ts';
import { compareWithClaim } from '../../../src/features/references/discrepancy-rules.ts';
import { questionnaires } from '../../../src/features/references/questionnaires.ts';
import { toldChoices, toldOf } from '../../../src/features/references/told-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { claimRows } from '../../../src/portals/desk/references/request-page.ts';
import { noActivity, noQualification } from '../../support/empty-entries.ts';

const employment = catalogue.find(({ name, variant }) => name === 'employment_history' && variant === 'uk')!;

const nurse = {
  ...noActivity,
  ...{ status: 'Temporary', employer: 'Lagos General Hospital', place: 'Lagos Island', country: 'NGA' },
  ...{ job_title: 'Nurse', start_date: '2015-02-01', end_date: '2018-01-31', contact_timing: 'Immediately' },
};
const factsOf = (activity: ApplicantFacts['activities'][number]): ApplicantFacts => ({
  ...noFacts,
  ...{ first_name: 'Ada', last_name: 'Sample', activities: [activity] },
});
const rowsOf = (facts: ApplicantFacts) => claimRows(entriesOf(employment, facts)[0]!.claim);

test('the screener who asks reads by what the employer is found', () => {
  assert.deepEqual(rowsOf(factsOf(nurse)).slice(0, 3), [
    { label: 'Organisation', text: 'Lagos General Hospital' },
    { label: 'Town or address', text: 'Lagos Island' },
    { label: 'Role', text: 'Nurse' },
  ]);
});

test('of a job through an agency the agency is asked, and told so', () => {
  const facts = factsOf({ ...nurse, agency: 'Harbour Nurses Ltd' });
  const [entry] = entriesOf(employment, facts);
  assert.equal(entry!.referee.organisation, 'Harbour Nurses Ltd');
  assert.equal(entry!.claim.subject, 'Lagos General Hospital');
  assert.ok(rowsOf(facts).some(({ label, text }) => label === 'Worked through' && text === 'Harbour Nurses Ltd'));
  assert.deepEqual(toldOf('activities-0', facts), [{ of: 'agency', text: 'Harbour Nurses Ltd' }]);
});

test('whoever is listed of the agency is asked, also where its town stands beside its name', () => {
  const facts = factsOf({ ...nurse, agency: 'Harbour Nurses, Leeds', referee: 'Ann Boss, ann@lagosgeneral.com' });
  const listed = { name: 'Jan Nowak', relationship: 'Consultant', organisation: 'Harbour Nurses Ltd' };
  const jan = { ...listed, email: 'jan@harbournurses.com', telephone: null };
  const [entry] = entriesOf(employment, { ...facts, references: [jan] as unknown as ApplicantFacts['references'] });
  assert.deepEqual([entry!.referee.name, entry!.referee.email], ['Jan Nowak', 'jan@harbournurses.com']);
});

test('a screener says why somebody of the place is asked, where the candidate worked through an agency', () => {
  const facts = factsOf({ ...nurse, agency: 'Harbour Nurses, Leeds', referee: 'Ann Boss, ann@lagosgeneral.com' });
  const [entry] = entriesOf(employment, facts);
  const codesOf = (referee: object, by: 'mail' | 'telephone' = 'mail') =>
    objectionsTo(entry!, { ...entry!.referee, ...referee }, 'ada@candidate.test', by).map(({ code }) => code);
  assert.deepEqual(codesOf({}), ['not_agency']);
  assert.deepEqual(codesOf({ organisation: 'Lagos General Hospital', email: '' }, 'telephone'), ['not_agency']);
  assert.deepEqual(codesOf({ organisation: 'Harbour Nurses Ltd', email: 'jan@harbournurses.com' }), []);
});

test('a payroll number is told only where the screener ticks it', () => {
  const facts = factsOf({ ...nurse, payroll_number: 'LGH-4711' });
  assert.deepEqual(toldOf('activities-0', facts), []);
  const chosen = toldOf('activities-0', facts, { chosen: ['payroll_number'] });
  assert.deepEqual(chosen, [{ of: 'payroll_number', text: 'LGH-4711' }]);
});

test('the name that the candidate used there is told, and the former names of that time', () => {
  const former = {
    title: null,
    first_name: '',
    middle_name: null,
    has_one_name: null,
    for_authorities_only: null,
    known_from: '1990-01-01',
    known_to: '2017-12-31',
  };
  const facts = { ...factsOf(nurse), previous_names: [{ ...former, last_name: 'Former' }] };
  const nameIn = (given: ApplicantFacts) => toldChoices('activities-0', given).find(({ of }) => of === 'former_name');
  assert.deepEqual([nameIn(facts)?.text, nameIn(facts)?.isUsual], ['Ada Former', true]);
  const used = nameIn({ ...facts, activities: [{ ...nurse, name_used: 'Ada Obi' }] });
  assert.deepEqual([used?.text, used?.isUsual], ['Ada Obi, or Ada Former', true]);
  for (const none of ['N/A', '-', 'same', 'Same name.', 'ADA SAMPLE', 'Ada', 'ada former']) {
    const told = nameIn({ ...facts, activities: [{ ...nurse, name_used: none }] });
    assert.equal(told?.text.toLowerCase(), 'ada former', none);
  }
  const hidden = { ...facts, previous_names: [{ ...former, last_name: 'Former', for_authorities_only: true }] };
  assert.equal(nameIn({ ...hidden, activities: [{ ...nurse, name_used: 'Ada Former' }] }), undefined);
  const undated = { ...nurse, start_date: '', end_date: null, name_used: 'Ada Obi' };
  assert.equal(nameIn({ ...facts, activities: [undated] })?.text, 'Ada Obi');
});

test('a request to a university carries the study dates as they are known, and the name used there', () => {
  const degree = {
    ...noQualification,
    ...{ institution: 'University of Leeds', country: 'GBR', course: 'History', level: 'BA', name_used: 'Ada Obi' },
    ...{ start_date: '2003-09-01', end_date: '2006-12-31', graduated_on: '2006-01-01' },
    ...{ dates_without_day: ['start_date', 'end_date', 'graduated_on'] },
    dates_without_month: ['end_date', 'graduated_on'],
  };
  const facts: ApplicantFacts = { ...noFacts, first_name: 'Ada', last_name: 'Sample', qualifications: [degree] };
  const told = Object.fromEntries(toldChoices('qualifications-0', facts).map(({ of, text }) => [of, text]));
  assert.equal(told.dates, 'from September 2003 until 2006, awarded 2006');
  assert.deepEqual(toldOf('qualifications-0', facts), [{ of: 'former_name', text: 'Ada Obi' }]);
  const education = catalogue.find(({ name, variant }) => name === 'education' && variant === 'uk')!;
  const rows = claimRows(entriesOf(education, facts)[0]!.claim).map(({ label, text }) => `${label}: ${text}`);
  assert.deepEqual(rows.slice(1), ['From: September 2003', 'To: 2006', 'Course: BA History', 'Awarded: 2006']);
});

test('a qualification of a year is the same in every month of that year, and differs in another, by no number of days', () => {
  const claim: Claim = {
    ...{ list: 'qualifications', subject: 'University of Leeds', role: null, from: null, to: null, reason: null },
    ...{ course: 'BA History', classification: null, awarded: '2006' },
  };
  const compared = (awarded: string) =>
    compareWithClaim(
      claim,
      { questionnaire: questionnaires.qualification, scope: 'whole', answers: { awarded } },
      { toleranceDays: 31, statedOn: '2026-03-04' },
    ).find(({ of }) => of === 'awarded');
  assert.equal(compared('2006-07-15')?.verdict, 'same');
  assert.deepEqual([compared('2008-07')?.verdict, compared('2008-07')?.days], ['differs', undefined]);
});

test('study dates are compared where both the candidate and the registry state them', () => {
  const claim: Claim = {
    ...{ list: 'qualifications', subject: 'University of Leeds', role: null, from: '2001', to: '2005', reason: null },
    ...{ course: 'BA History', classification: null, awarded: null },
  };
  const verdictsOf = (answers: Answers, of: Claim = claim) =>
    compareWithClaim(
      of,
      { questionnaire: questionnaires.qualification, scope: 'whole', answers: { attended: 'yes', ...answers } },
      { toleranceDays: 31, statedOn: '2026-03-04' },
    ).flatMap((one) => (one.of === 'from' || one.of === 'to' ? `${one.of} ${one.verdict}` : []));
  assert.deepEqual(verdictsOf({ from: '2003-09-15', to: '2004-07' }), ['from differs', 'to differs']);
  assert.deepEqual(verdictsOf({ from: '2001-09-15', to: '2005-07' }), ['from same', 'to same']);
  assert.deepEqual(verdictsOf({}), []);
  assert.deepEqual(verdictsOf({ from: '2003', to: '2004' }, { ...claim, from: null, to: null }), []);
});

test('the job is told where the questionnaire asks about it, and only where the client lets referees learn it', () => {
  const job = { title: 'Care assistant', isAskedAbout: true };
  const isTold = (given: Parameters<typeof toldOf>[2]) =>
    toldOf('references-0', noFacts, given).map(({ of, text }) => `${of}: ${text}`);
  assert.deepEqual(isTold({ job }), ['job: Care assistant']);
  assert.deepEqual(isTold({ job: { ...job, isAskedAbout: false } }), []);
  assert.deepEqual(isTold({ job: { ...job, isAskedAbout: false }, chosen: ['job'] }), ['job: Care assistant']);
  assert.deepEqual(isTold({ job, chosen: [] }), []);
  assert.deepEqual(isTold({ job: { ...job, title: '' }, chosen: ['job'] }), []);
  assert.deepEqual(isTold({ chosen: ['job'] }), []);
});
