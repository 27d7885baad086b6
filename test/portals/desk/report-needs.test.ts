// The requirements of a report as the screener reads them: met, or with what is wrong.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noFacts } from '../../../src/features/facts/facts.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { type NeedingReport, reportNeeds } from '../../../src/portals/desk/report/report-needs.ts';

const facts = { ...noFacts, first_name: 'Jane', last_name: 'Applicant', email: 'jane@example.com', dob: '1990-01-01' };
const job = {
  ...{ job_role: 'Driver', purpose: 'employment', place_of_work: 'Scotland', employer_name: null },
  ...{ employment_sector: 'Retail', JobRoleId: null },
};

function typeOf(name: string) {
  const found = namedType(name);
  assert.ok('type' in found);
  return found.type;
}

const needsOf = (type: string, given: object, activityYears: number | null = null) =>
  reportNeeds(
    {
      report: { reportTypeId: typeOf(type).id },
      check: { activityYears, order: { facts: { ...facts, ...given }, criminal_details: job, details: null } },
      jobRole: undefined,
    } as unknown as NeedingReport,
    '2026-03-04',
  );

test('a requirement that is met has no findings, another names what is wrong by its label', () => {
  assert.deepEqual(needsOf('right_to_work', { nationality: 'GBR' }), [
    { label: 'Name', findings: [] },
    { label: 'Date of birth', findings: [] },
    { label: 'Nationality', findings: [] },
    {
      label: 'Identity documents',
      findings: ['Identity documents must name documents that show the right to work for this nationality'],
      rules: [
        'Documents that an order may name, older than the law: Notes on report types of the interface that is served, read on 22 November 2026; check before relying on it',
      ],
    },
  ]);
});

test('a finding names an entry by its number, and the other fact by its label', () => {
  const activity = {
    ...{ status: 'Unemployed', employer: 'At home', job_title: null, self_employed_status: null, country: null },
    ...{ start_date: '2020-01-01', end_date: '2019-01-01' },
    ...{ reason_for_leaving: null, contact_timing: null, referee: null },
  };
  const work = needsOf('activity', { activities: [activity], name_is_from_birth: true }).at(-1)!;
  assert.deepEqual(work, {
    label: 'Work history',
    findings: ['Work and other activities, entry 1: date it ended is before date it began'],
  });
});

test('the ordered years count for the activity report', () => {
  const activity = {
    ...{ status: 'Unemployed', employer: 'At home', job_title: null, self_employed_status: null, country: null },
    ...{ start_date: '2024-01-01', end_date: null, reason_for_leaving: null, contact_timing: null, referee: null },
  };
  const given = { activities: [activity], name_is_from_birth: true };
  assert.deepEqual(needsOf('activity', given, 2).at(-1)!.findings, []);
  assert.equal(needsOf('activity', given).at(-1)!.findings.length, 1);
});

test('requirements about the job are listed too; consent is shown elsewhere on the page', () => {
  const needs = needsOf('criminal_history:basic', {});
  const findings = (label: string) => needs.find((need) => need.label === label)?.findings;
  assert.deepEqual(findings('The job'), ["Employer can't be blank"]);
  assert.deepEqual(findings('Proofs for a job in Scotland'), [
    "Proof of identity can't be blank",
    "Proof of address can't be blank",
  ]);
  assert.equal(findings('Consent to a criminal record check'), undefined);
});

test('a finding names the rule behind it once, with its source and when that was read', () => {
  const id_numbers = [{ type: 'social_insurance', value: 'BG123456A', state_code: null }];
  const needs = needsOf('employment_history:hmrc_record', { id_numbers, has_national_insurance_number: true });
  assert.deepEqual(needs.find(({ label }) => label === 'National Insurance number')?.rules, [
    'Form of National Insurance numbers: National Insurance Manual NIM39110, read on 22 November 2026',
  ]);
});
