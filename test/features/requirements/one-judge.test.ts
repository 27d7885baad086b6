// Orders of interface v1, create check of v2, the candidate's form and the desk find the same faults in the same
// facts.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type ApplicantFacts, emptyOf, placeholderDob } from '../../../src/features/facts/facts.ts';
import { identityDocumentFacts } from '../../../src/features/facts/identity-facts.ts';
import { askedOfJob } from '../../../src/features/orders/ordered-check-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { askedBy, findingsOf } from '../../../src/features/requirements/requirement-rules.ts';
import { typesOfEachNeed } from '../orders/order-samples.ts';
import {
  asTheyAre,
  compare,
  compareGenerated,
  deniesLicence,
  deskFindings,
  formFindings,
  orderFindings,
  placementFindings,
  sayCodes,
} from './compared-surfaces.ts';
import { caseOf, whole, wholeJob } from './judged-candidates.ts';

after(sayCodes());

const typeOf = (name: string) => catalogue.filter((type) => type.name === name);

test('every surface finds an activity that began ten years before birth', () => {
  const [job] = whole.activities;
  const one = caseOf({ ...whole, activities: [{ ...job!, start_date: '1975-06-14' }] }, typeOf('activity'));
  assert.deepEqual(asTheyAre(deskFindings(one)), ['activities[0].start_date before_birth']);
  assert.deepEqual(formFindings(one), ['activities[0].start_date before_birth']);
  assert.deepEqual(orderFindings(one, 'client'), ['Candidate.EmploymentHistory[0].From before_birth']);
  compare(one);
});

test('an order must say when an employer may be contacted, also one that closed, of which the form does not ask it', () => {
  const [job] = whole.activities;
  const closed = { ...job!, end_date: '2021-03-31', reason_for_leaving: 'BusinessClosed', papers: 'P60' } as const;
  const one = caseOf({ ...whole, activities: [{ ...closed, contact_timing: '' }] }, typeOf('activity'));
  assert.ok(orderFindings(one, 'client').includes('Candidate.EmploymentHistory[0].ContactTiming missing'));
  assert.ok(!formFindings(one).includes('activities[0].contact_timing missing'));
});

test('every surface that needs education finds its empty list', () => {
  const [type] = catalogue.filter(({ requires }) => requires.includes('education'));
  const one = caseOf({ ...whole, qualifications: [] }, [type!]);
  assert.deepEqual(formFindings(one), ['qualifications none_added']);
  assert.deepEqual(orderFindings(one, 'client'), ['Candidate.Education none_added']);
  compare(one);
});

test('every surface that knows the job finds a job role of another level', () => {
  const job = { ...wholeJob, JobRoleId: 1, agreedLevel: 'standard' };
  const [type] = typeOf('criminal_history').filter(({ variant }) => variant === 'enhanced');
  const one = caseOf(whole, [type!], job);
  assert.deepEqual(orderFindings(one, 'candidate'), [
    'Candidate.CriminalRecord.CheckCriminalJobRoleId job_role_for_other_level',
  ]);
  compare(one);
});

const disclosures = catalogue.filter(({ requires }) => requires.includes('criminal_record_age'));

test('every surface refuses a criminal record check of a 15-year-old, of every authority of the United Kingdom', () => {
  const families = [...new Set(disclosures.map(({ name }) => name))];
  assert.deepEqual(families.sort(), [
    ...['criminal_history', 'criminal_history_northern_ireland', 'criminal_history_scotland'],
    ...['criminal_history_self_employed', 'dbs_adult_first'],
  ]);
  for (const type of disclosures) {
    const one = caseOf({ ...whole, dob: '2010-03-05' }, [type]);
    assert.ok(asTheyAre(deskFindings(one)).includes('dob too_young_for_criminal_record'), type.label);
    assert.ok(formFindings(one).includes('dob too_young_for_criminal_record'), type.label);
    for (const entry of ['candidate', 'client'] as const) {
      const found = orderFindings(one, entry);
      assert.ok(found.includes('Candidate.PersonalInfo.DateOfBirth too_young_for_criminal_record'), type.label);
    }
    assert.ok(placementFindings(one).includes('dob too_young_for_criminal_record'), type.label);
    compare(one);
  }
});

test('who turns 16 on the day of the order can have a criminal record check, also when born on 29 February', () => {
  const [basic] = typeOf('criminal_history');
  const isTooYoung = (dob: string, today: string) =>
    findingsOf(askedBy(['criminal_record_age'])[0]!, { facts: { ...whole, dob }, job: null, today }).length > 0;
  const found = orderFindings(caseOf({ ...whole, dob: '2010-03-04' }, [basic!]), 'candidate');
  assert.ok(!found.includes('Candidate.PersonalInfo.DateOfBirth too_young_for_criminal_record'));
  assert.deepEqual(
    ['2026-03-03', '2026-03-04'].map((today) => isTooYoung('2010-03-04', today)),
    [true, false],
  );
  assert.deepEqual(
    ['2024-02-28', '2024-02-29'].map((today) => isTooYoung('2008-02-29', today)),
    [true, false],
  );
  // The last year of the century has no 29 February.
  assert.deepEqual(
    ['2100-02-28', '2100-03-01'].map((today) => isTooYoung('2084-02-29', today)),
    [true, false],
  );
});

test('a 15-year-old can have other reports, and an unknown date of birth is not judged', () => {
  const young = caseOf({ ...whole, dob: '2010-03-05' }, typeOf('right_to_work').slice(0, 1));
  assert.ok(!orderFindings(young, 'candidate').some((finding) => finding.endsWith(' too_young_for_criminal_record')));
  for (const dob of ['', placeholderDob]) {
    const unknown = caseOf({ ...whole, dob }, typeOf('criminal_history').slice(0, 1));
    assert.ok(!placementFindings(unknown).includes('dob too_young_for_criminal_record'), dob);
  }
});

test('the number of a licence that the candidate denies is judged, and the form drops it', () => {
  const licence = { type: 'driving_licence', country: 'GBR', issued_on: null, expires_on: null } as const;
  const known: ApplicantFacts = {
    ...whole,
    identity_documents: [{ ...licence, number: '12' }],
    id_numbers: [{ type: 'driving_licence', value: '12', state_code: null }],
  };
  const one = caseOf(known, typeOf('driving_licence'));
  assert.ok(deniesLicence(one));
  assert.ok(orderFindings(one, 'client').some((finding) => finding.endsWith(' licence_form_gb')));
  assert.deepEqual(formFindings(one), []);
  compare(one);
});

test('only the form asks what the application to the DBS names besides: an order may leave it out', () => {
  const facts = { ...whole, ...{ has_national_insurance_number: null, id_numbers: [], has_driving_licence: null } };
  const undeclared = { ...facts, ...{ has_unspent_convictions: null, has_read_dbs_privacy_policy: null } };
  const one = caseOf(undeclared, typeOf('criminal_history').slice(0, 1));
  const asked = ['has_driving_licence', 'has_national_insurance_number', 'has_read_dbs_privacy_policy'];
  assert.deepEqual(
    formFindings(one),
    [...asked, 'has_unspent_convictions'].map((fact) => `${fact} missing`),
  );
  assert.deepEqual(orderFindings(one, 'client'), []);
  assert.deepEqual(asTheyAre(deskFindings(one)), ['papers.documents nobody_has_seen']);
  compare(one);
});

test('only the form asks for the earlier names by which sources know somebody at an earlier address', () => {
  const [identity] = typeOf('identity');
  const [residence] = typeOf('residence_history');
  const facts = { ...whole, name_is_from_birth: null };
  const one = caseOf(facts, [identity!]);
  assert.deepEqual(formFindings(one), ['name_is_from_birth missing']);
  assert.deepEqual(orderFindings(one, 'client'), []);
  compare(one);
  const both = caseOf(facts, [identity!, residence!]);
  assert.deepEqual(orderFindings(both, 'client'), ['Candidate.CurrentName.IsFromBirth missing']);
  compare(both);
});

test('whoever holds several nationalities has the right to work by the one that gives it, whichever they wrote first', () => {
  const passport = (country: string) =>
    ({ ...emptyOf(identityDocumentFacts), type: 'passport', number: '925665416', country }) as const;
  const rightToWork = typeOf('right_to_work').slice(0, 1);
  const found = (nationality: string, second_nationality: string | null, countries: readonly string[]) =>
    asTheyAre(
      deskFindings(
        caseOf(
          {
            ...{ ...whole, nationality, second_nationality, has_other_nationality: second_nationality !== null },
            ...{ share_code: null, identity_documents: countries.map(passport) },
          },
          rightToWork,
        ),
      ),
    ).filter((finding) => finding.startsWith('identity_documents'));
  assert.deepEqual(found('SYR', null, ['GBR']), [
    'identity_documents right_to_work_wanted',
    'identity_documents[0].country document_of_uk',
  ]);
  for (const [first, second] of [
    ['SYR', 'GBR'],
    ['GBR', 'SYR'],
    ['SYR', 'IRL'],
  ] as const) {
    assert.deepEqual(found(first, second, [second === 'IRL' ? 'IRL' : 'GBR']), []);
    assert.deepEqual(found(first, second, ['SYR']), [
      'identity_documents right_to_work_wanted',
      'identity_documents[0].country document_not_home',
    ]);
  }
});

test('only the form asks which other nationality somebody holds who says that they hold one', () => {
  const one = caseOf({ ...whole, has_other_nationality: true, second_nationality: null }, typeOf('nationality'));
  assert.deepEqual(formFindings(one), ['second_nationality missing']);
  assert.deepEqual(orderFindings(one, 'client'), []);
  compare(one);
});

test('no surface finds a fault in complete facts', () => {
  const types = typesOfEachNeed.filter(
    (type) => type.name !== 'driving_licence' && !askedOfJob(type).includes('job_role'),
  );
  const one = caseOf(whole, types);
  assert.deepEqual(formFindings(one), []);
  assert.deepEqual(orderFindings(one, 'client'), []);
  compare(one);
});

test('every surface finds the same faults of the papers that were seen, for each authority', () => {
  const types = catalogue.filter(({ identity }) => identity !== null);
  const sets: readonly (readonly [documents: readonly string[], reason?: string])[] = [
    [[]],
    [['Passport', 'UtilityBill', 'BankStatement']],
    [['UtilityBill']],
    [['Passport', 'Passport', 'Passport']],
    [['Passport', 'UtilityBill', 'TaxLetter']],
    [['Passport', 'HeadTeacherLetter', '']],
    [['MarriageCertificate', 'UtilityBill', 'BankStatement']],
    [['MarriageCertificate', 'UtilityBill', 'BankStatement'], 'Has no Group 1 document.'],
  ];
  for (const type of types) {
    const one = caseOf(whole, [type]);
    for (const [named, reason] of sets) {
      const documents = named.map((document) => ({ document }));
      compare({ ...one, papers: { documents, ...(reason === undefined ? {} : { why_not_route_1: reason }) } });
    }
  }
  const [basic] = typeOf('criminal_history');
  const papers = { documents: [{ document: 'UtilityBill' }] };
  const found = 'Candidate.CriminalRecord.IdentityDocuments no_identity_route';
  assert.deepEqual(orderFindings({ ...caseOf(whole, [basic!]), papers }, 'candidate'), [found]);
});

test('every surface knows the proof of address that an order names without a proof of identity', () => {
  const job = { ...wholeJob, place_of_work: 'Scotland', address_proof: 'UtilityBill' };
  const [basic] = typeOf('criminal_history').filter(({ variant }) => variant === 'basic');
  const one = caseOf(whole, [basic!], job);
  assert.deepEqual(orderFindings(one, 'client'), ['Candidate.CriminalRecord.IdentityProof missing']);
  compare(one);
});

test('all surfaces find the same faults of generated candidates and orders', () => {
  // `npm run prove -- one-judge` compares 10,000.
  const { compared, difference } = compareGenerated(1000);
  assert.equal(difference, undefined, difference);
  assert.equal(compared, 1000);
});
