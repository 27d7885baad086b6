// Orders accept every value of every value set at its paths, and no other value.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import type { JobRoleParams } from '../../../src/features/requirements/job-requirements.ts';
import { askedBy, paramsOf } from '../../../src/features/requirements/requirement-rules.ts';
import type { ValueSetId } from '../../../src/features/value-sets/value-set.ts';
import { valueSets } from '../../../src/features/value-sets/value-sets.ts';
import {
  agreed,
  basicDetails,
  leastCandidate,
  readSample,
  wholeBody,
  wholeCandidate,
  withValue,
} from './order-samples.ts';

const person = 'Candidate.PersonalInfo';
const job = 'Candidate.EmploymentHistory[0]';
const check = 'Checks[0].CheckSpecificData';

/** The paths in an order with values of the set; `Checks` with the details that they need. */
const places: Readonly<Record<ValueSetId, readonly string[]>> = {
  titles: ['Candidate.CurrentName.Title', 'Candidate.PreviousNames[0].Title'],
  genders: [`${person}.Gender`],
  fcapraapproved: [`${person}.FSAApproved`],
  drivinglicencetype: ['Candidate.Identity.DrivingDocument.DriverLicenseType'],
  finalreportformat: ['FinalReportFormat'],
  applicanttype: [`${person}.ApplicantType`],
  orderlayout: ['OrderLayout'],
  checkrefinement: ['Checks[0].Refinements[0]'],
  selfemploymentstatus: [`${job}.SelfEmployedStatus`],
  contacttiming: [`${job}.ContactTiming`],
  reasonforleaving: [`${job}.ReasonForLeaving`],
  membershipstatus: ['Candidate.Memberships[0].MembershipStatus'],
  nationality: [`${person}.CurrentNationality`, `${person}.NationalityAtBirth`],
  country: [
    `${person}.CountryOfBirth`,
    `${person}.MobilePhone.CountryCode`,
    'Candidate.AddressList[0].Address.Country',
    'Candidate.Identity.DrivingDocument.IssuingCountry',
    `${job}.Country`,
    'Candidate.Education[0].Country',
  ],
  dbsjobrole: [`${check}.CheckCriminalJobRoleId`],
  dbspurpose: [`${check}.CheckCriminalPurposeOfCheck`],
  dbscertificatedestination: [`${check}.CertificateDestination`],
  dbsidentitydocument: [`${check}.IdentityDocuments[0].DocumentType`],
  dbsidentitydocumentfiltered: [`${check}.IdentityDocuments[0].DocumentType`],
  dbsthirdpartyconsent: [`${check}.ThirdPartyConsent`],
  scotlandaddressproof: [`${check}.AddressProof`],
  scotlandidentityproof: [`${check}.IdentityProof`],
  employmentstatus: [`${job}.EmploymentStatus`],
};

/** A set of documents that meets every route together with the named one, without duplicates. */
const enoughDocuments = (named: string) =>
  [named, 'Passport', 'MarriageCertificate', 'ForcesIdCard', 'UtilityBill'].map((DocumentType) => ({ DocumentType }));

/** A candidate aged 17, for documents that count for pupils only. */
const ofPupil = (body: object) => {
  const { PersonalInfo } = leastCandidate;
  return { ...body, Candidate: { ...leastCandidate, PersonalInfo: { ...PersonalInfo, DateOfBirth: '2008-06-14' } } };
};

/** A type that takes the refinement; enhanced where none does. */
function typeRefinedBy(value: string): string {
  const taken = catalogue.filter(({ options }) => options.some(({ name }) => name === value)).map(codeOf);
  const enhanced = 'criminal_history:enhanced';
  return taken.includes(enhanced) ? enhanced : (taken[0] ?? enhanced);
}

/** A valid order apart from the value. */
function orderWith(set: ValueSetId, place: string, value: string): unknown {
  const checks: Partial<Record<ValueSetId, object>> = {
    checkrefinement: { CheckType: typeRefinedBy(value), CheckSpecificData: { CheckCriminalJobRoleId: 2 } },
    dbsjobrole: { CheckType: value === '1' ? 'criminal_history:standard' : 'criminal_history:enhanced' },
    dbsidentitydocument: {
      CheckType: 'criminal_history:enhanced',
      CheckSpecificData: { CheckCriminalJobRoleId: 2, IdentityDocuments: enoughDocuments(value) },
    },
    dbsidentitydocumentfiltered: {
      CheckType: 'criminal_history:basic',
      CheckSpecificData: { ...basicDetails, IdentityDocuments: enoughDocuments(value) },
    },
  };
  const plain = { CheckType: 'criminal_history:basic', CheckSpecificData: basicDetails };
  const { CriminalRecord: _, ...candidate } = wholeBody([]).Candidate;
  const whole: object = { ...wholeBody([]), Checks: [checks[set] ?? plain], Candidate: candidate };
  const changed = withValue(whole, place, value);
  if (set === 'reasonforleaving' && value !== 'StillEmployed') return withValue(changed, `${job}.To`, '2024-03-01');
  if (set === 'employmentstatus') return withValue(changed, `${job}.SelfEmployedStatus`, 'SoleTrader');
  if (value === 'HeadTeacherLetter') return ofPupil(changed);
  if (set === 'genders' || set === 'drivinglicencetype' || place.endsWith('DrivingDocument.IssuingCountry')) {
    const isIrish = set === 'drivinglicencetype' && value.startsWith('NI');
    const number = isIrish ? '12345678' : value === 'Male' ? 'APPLI806145JA9AA' : 'APPLI856145JA9AA';
    return withValue(changed, 'Candidate.Identity.DrivingDocument.Number', number);
  }
  return changed;
}

/** Whether a problem is at this path or below. */
const isAbout = (place: string) => (path: string) => path === place || path.startsWith(`${place}.`);

for (const { id, values } of valueSets) {
  const known = id === 'dbsjobrole' ? agreed.jobRoles.map((role) => String(role.id)) : values.map(({ value }) => value);
  for (const place of places[id]) {
    test(`${place} accepts every value of ${id}, and nothing else`, () => {
      for (const value of known) {
        // Postcode and house number are needed in the UK only.
        const { fields } = readSample(orderWith(id, place, value), 'candidate');
        assert.deepEqual(fields, place.endsWith('Address.Country') ? onlyPlaces(fields) : {}, value);
      }
      for (const value of ['Nonsense', '-1', '🂡']) {
        const { command, fields } = readSample(orderWith(id, place, value), 'candidate');
        assert.equal(command, undefined);
        assert.ok(Object.keys(fields).some(isAbout(place)), `${value} ${JSON.stringify(fields)}`);
      }
    });
  }
}

const onlyPlaces = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([path]) => /Address\.(?:State|Postcode)$/.test(path)));

test('true and false are accepted where the interface has a set of words for them', () => {
  for (const [flag, value] of [
    [true, 'Yes'],
    [false, 'No'],
  ] as const) {
    const body = withValue(wholeBody(['sanctions']), `${person}.FSAApproved`, flag);
    assert.equal(readSample(body).command?.body.Candidate?.PersonalInfo?.FSAApproved, value);
  }
});

test('every check type can be ordered by each of its names', () => {
  for (const type of catalogue) {
    const title = type.variant === null ? type.name : `${type.name}:${type.variant}`;
    const level = paramsOf<JobRoleParams>(askedBy(type.requires), 'job_role')?.level;
    const role = agreed.jobRoles.find(({ role_check_type }) => role_check_type === level)?.id;
    for (const name of [title, String(type.id), ...type.aliases.map((alias) => alias.name)]) {
      const { CheckCriminalPlaceOfWork: _, ...anywhere } = basicDetails;
      const details = name.endsWith('Scotland') ? anywhere : basicDetails;
      const data = { ...details, CheckCriminalJobRoleId: role, IdentityProof: 'Passport', AddressProof: 'UtilityBill' };
      const body = { Checks: [{ CheckType: name, CheckSpecificData: data }], Candidate: wholeCandidate };
      assert.deepEqual(readSample(body).fields, {}, name);
    }
  }
});
