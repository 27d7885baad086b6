// Who is asked about a job or a qualification, and what they are told so that they find the candidate in their records.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { entriesOf } from '../../../src/features/references/claim-rules.ts';
import { toldChoices, toldOf } from '../../../src/features/references/told-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { claimRows } from '../../../src/portals/desk/references/request-page.ts';
import { noActivity } from '../../support/empty-entries.ts';

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

test('a payroll number is told only where the screener ticks it', () => {
  const facts = factsOf({ ...nurse, payroll_number: 'LGH-4711' });
  assert.deepEqual(toldOf('activities-0', facts), []);
  const chosen = toldOf('activities-0', facts, ['payroll_number']);
  assert.deepEqual(chosen, [{ of: 'payroll_number', text: 'LGH-4711' }]);
});

test('the name that the candidate used there is told in place of the former names of that time', () => {
  const former = { title: null, first_name: '', middle_name: null, known_from: '1990-01-01', known_to: '2017-12-31' };
  const facts = { ...factsOf(nurse), previous_names: [{ ...former, last_name: 'Former' }] };
  const nameIn = (given: ApplicantFacts) => toldChoices('activities-0', given).find(({ of }) => of === 'former_name');
  assert.deepEqual([nameIn(facts)?.text, nameIn(facts)?.isUsual], ['Ada Former', true]);
  const used = nameIn({ ...facts, activities: [{ ...nurse, name_used: 'Ada Obi' }] });
  assert.deepEqual([used?.text, used?.isUsual], ['Ada Obi', true]);
});
