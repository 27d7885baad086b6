// The candidate's facts as rows at the desk: every fact of an order or the form, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { factRows, groupedRows } from '../../../src/features/facts/fact-rows-rules.ts';
import { type ApplicantFacts, noFacts } from '../../../src/features/facts/facts.ts';
import { noActivity } from '../../support/empty-entries.ts';
import { readSample, wholeBody, withValue } from '../orders/order-samples.ts';

const today = '2026-03-04';
const given: ApplicantFacts = {
  ...noFacts,
  ...{ first_name: 'Jane', last_name: 'Applicant', dob: '1985-06-14', email: 'jane@candidate.test' },
};

const textOf = (shown: ApplicantFacts) =>
  groupedRows(shown, today).flatMap(({ title, facts }) => [
    title,
    ...facts.map(({ label, lines }) => `${label}: ${lines.join('; ')}`),
  ]);

test('a few facts make a few lines, none of them empty', () => {
  assert.deepEqual(textOf(given), [
    'Candidate',
    'Name: Jane Applicant',
    'Date of birth: 14 June 1985 (age 40)',
    'Contact',
    'Email: jane@candidate.test',
    'Checked in: United Kingdom',
  ]);
});

test('a client entry shows all its facts', () => {
  const body = withValue(wholeBody(['sanctions']), 'Candidate.EmploymentHistory[0].ReasonForLeaving', 'Redundancy');
  const { command, fields } = readSample(withValue(body, 'Candidate.EmploymentHistory[0].To', '2024-03-01'));
  assert.deepEqual(fields, {});
  const lines = textOf(command!.facts);
  for (const line of [
    'Name: Dr Jane Ann Applicant',
    'Previous name: Miss Jane Former; 14 June 1985 to 30 April 2010',
    'Nationality: British',
    'Name from birth: No',
    'Date your present name began: 1 May 2010',
    'Nationality at birth: Irish',
    'Approved by the FCA or PRA: Not approved',
    'Holds a valid driving licence: Yes',
    'Kind of driving licence: Great Britain, full',
    'Country of the mobile: United Kingdom',
    'Passport: 925665416; Issued by: United Kingdom; Date of issue: 1 March 2020; Date of expiry: 1 March 2030',
    'Driving licence: APPLI856145JA9AA; Date of issue: 1 January 2012',
    '1 January 2006 to 1 March 2024: Driver, Example Ltd; Full-time employee; Left because: Redundancy; May be contacted: After an offer; Who can confirm it: Personnel, 020 7946 0000',
    'BA, History: School, college or university: University of Leeds; Date it was awarded: 15 July 2006',
    'Law Society: Membership: Member; Membership or registration number: 123456',
  ]) {
    assert.ok(lines.includes(line), `${line}\n\n${lines.join('\n')}`);
  }
  assert.ok(!lines.some((line) => line.startsWith('Previous last name')), 'the name stands there whole');
});

test('single paths can be read: a number by its kind, a list by its entries', () => {
  const facts = {
    ...given,
    id_numbers: [{ type: 'social_insurance', value: 'AB123456C', state_code: null }],
    references: [
      {
        name: 'R. Referee',
        relationship: 'Manager',
        organisation: null,
        email: null,
        telephone: null,
        reached_by: null,
      },
    ],
  } as const;
  assert.deepEqual(factRows(facts, ['id_numbers[social_insurance].value', 'references', 'gender', 'dob']), [
    { label: 'National Insurance number', lines: ['AB123456C'] },
    { label: 'R. Referee', lines: ['How they know the candidate: Manager'] },
    { label: 'Date of birth', lines: ['14 June 1985'] },
  ]);
});

test('an entry for a present job gives no reason for leaving', () => {
  const job = {
    employer: 'Acme Ltd',
    job_title: 'Driver',
    status: 'FullTime',
    start_date: '2019-03-01',
    end_date: null,
  };
  const given = {
    ...noFacts,
    activities: [{ ...job, reason_for_leaving: 'StillEmployed' }],
  } as unknown as typeof noFacts;
  assert.doesNotMatch(JSON.stringify(factRows(given, ['activities'])), /Left because|Still there/);
});

test('a job is read with what its employer is found by, its agency, the number and the name there', () => {
  const nurse = {
    ...noActivity,
    ...{ status: 'Temporary', employer: 'Lagos General Hospital', place: 'Lagos Island', agency: 'Harbour Nurses Ltd' },
    ...{ job_title: 'Nurse', payroll_number: 'LGH-4711', name_used: 'Ada Obi', country: 'NGA' },
    ...{ start_date: '2015-02-01', end_date: '2018-01-31' },
  };
  const [row] = factRows({ ...given, activities: [nurse] }, ['activities']);
  assert.deepEqual(row?.lines, [
    'Nurse, Lagos General Hospital, Lagos Island',
    'Temporary or agency worker through Harbour Nurses Ltd in Nigeria',
    'Payroll or staff number: LGH-4711',
    'Name used there: Ada Obi',
  ]);
});
