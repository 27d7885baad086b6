// Which documents show the right to work, and which sets prove identity: every branch of the data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  homeNationalities,
  type identityRoutes,
  rightToWorkRoutes,
} from '../../../src/features/order-bodies/document-routes.ts';
import { identityRouteOf } from '../../../src/features/order-bodies/identity-document-rules.ts';
import { identityDocuments } from '../../../src/features/value-sets/criminal-record-values.ts';
import { basicDetails, leastCandidate, readSample, wholeCandidate, withValue } from './order-samples.ts';

const papers = {
  passport: { PassportDocument: { Number: 'AB1234567', IssuingCountry: 'FR' } },
  residence_permit: { ResidencePermitDocument: { Number: 'ZU1234567' } },
  identity_card: { IdCardDocument: { Number: 'T22000129', IssuingCountry: 'DE' } },
  birth_certificate: { BirthCertificateDocument: { IssuingCountry: 'GB' } },
  national_insurance: { NationalInsuranceNumberDocument: { Number: 'AB123456C' } },
  visa: { VisaDocument: { Number: '012345678' } },
  driving_licence: { DrivingDocument: { Number: '12345678' } },
} as const;
type Paper = keyof typeof papers;

const rightToWork = (nationality: string, named: readonly Paper[], more: object = {}) => {
  const Identity = Object.assign({}, ...named.map((paper) => papers[paper]), more);
  const Candidate = {
    ...leastCandidate,
    PersonalInfo: { ...leastCandidate.PersonalInfo, CurrentNationality: nationality },
    Identity,
  };
  return readSample({ Checks: [{ CheckType: 'right_to_work' }], Candidate }).fields;
};
const refused = { 'Candidate.Identity': ['must name documents that show the right to work for this nationality'] };

for (const { nationals, documents } of rightToWorkRoutes) {
  const nationality = nationals === 'home' ? 'IE' : 'IN';
  test(`${documents.join(' with ')} shows the right to work of nationals called ${nationals}, and no less does`, () => {
    assert.deepEqual(rightToWork(nationality, documents as readonly Paper[]), {});
    for (const left of documents) {
      const others = documents.filter((document) => document !== left) as Paper[];
      assert.deepEqual(rightToWork(nationality, others), refused, `without ${left}`);
    }
  });
}

test('the right to work is shown by what any of the alternatives of a nationality names, and by nothing else', () => {
  const kinds = Object.keys(papers) as Paper[];
  fc.assert(
    fc.property(fc.constantFrom('GB', 'CH', 'NO', 'IN', 'US', 'XXA'), fc.subarray(kinds), (nationality, named) => {
      const isHome = ['GB', 'CH', 'NO'].includes(nationality);
      const shows = isHome
        ? named.includes('passport') ||
          named.includes('residence_permit') ||
          named.includes('identity_card') ||
          (named.includes('birth_certificate') && named.includes('national_insurance'))
        : named.includes('passport') && named.includes('visa');
      assert.deepEqual(rightToWork(nationality, named), shows ? {} : refused);
    }),
  );
});

test('a birth certificate counts of the UK only, an identity card of the EU, the EEA and Switzerland', () => {
  const foreign = { BirthCertificateDocument: { IssuingCountry: 'FR' } };
  assert.deepEqual(rightToWork('GB', ['national_insurance'], foreign), refused);
  assert.deepEqual(rightToWork('GB', [], { IdCardDocument: { Number: '1', IssuingCountry: 'IN' } }), refused);
  // The United Kingdom issues none.
  assert.deepEqual(rightToWork('GB', [], { IdCardDocument: { Number: '1', IssuingCountry: 'GB' } }), refused);
  assert.deepEqual(rightToWork('GB', [], { IdCardDocument: { Number: '1' } }), refused);
  assert.deepEqual(rightToWork('DE', [], { IdCardDocument: { Number: '1' } }), {});
  assert.equal(homeNationalities.size, 32, 'the UK, 27 of the EU, three of the EEA, Switzerland');
});

test('an identity document must be named where one is examined', () => {
  const read = (Identity: object) =>
    readSample({ Checks: [{ CheckType: 'document' }], Candidate: { ...wholeCandidate, Identity } }).fields;
  for (const paper of ['passport', 'residence_permit', 'identity_card', 'driving_licence'] as const) {
    assert.deepEqual(read(papers[paper]), {}, paper);
  }
  for (const paper of ['visa', 'birth_certificate', 'national_insurance'] as const) {
    assert.deepEqual(Object.keys(read(papers[paper])), ['Candidate.Identity'], paper);
  }
});

const routes: readonly [keyof typeof identityRoutes, readonly string[], string | undefined][] = [
  ['enhanced', ['Passport', 'UtilityBill', 'BankStatement'], 'Route 1'],
  ['enhanced', ['Passport', 'DrivingLicencePhotocard', 'BirthCertificateAtBirth'], 'Route 1'],
  ['enhanced', ['Passport', 'UtilityBill'], undefined],
  ['enhanced', ['Passport', 'Passport', 'Passport'], undefined],
  ['basic', ['Passport', 'UtilityBill'], 'Route 1'],
  ['basic', ['UtilityBill', 'BankStatement'], undefined],
  ['standard', ['MarriageCertificate', 'UtilityBill', 'BankStatement'], 'Route 2'],
  ['standard', ['MarriageCertificate', 'ForcesIdCard', 'FirearmsLicence'], 'Route 2'],
  ['standard', ['UtilityBill', 'BankStatement', 'PassCard'], undefined],
  ['standard', ['BirthCertificateLater', 'UtilityBill', 'BankStatement'], 'Route 2'],
  ['standard', [], undefined],
];
for (const [level, documents, route] of routes) {
  test(`for a ${level} check, ${documents.join(', ') || 'nothing'} meets ${route ?? 'no route'}`, () => {
    assert.equal(identityRouteOf(level, documents), route);
  });
}

test('a set stays good when a document is added', () => {
  const values = identityDocuments.map(({ value }) => value);
  fc.assert(
    fc.property(fc.subarray(values), fc.constantFrom(...values), (documents, more) => {
      const before = identityRouteOf('enhanced', documents);
      if (before !== undefined) assert.notEqual(identityRouteOf('enhanced', [...documents, more]), undefined);
    }),
  );
});

test('documents that meet no route, or are not for the check, are refused where they are named', () => {
  const bodyOf = (documents: readonly string[]) => ({
    Checks: [
      {
        CheckType: 'criminal_history:basic',
        CheckSpecificData: { ...basicDetails, IdentityDocuments: documents.map((DocumentType) => ({ DocumentType })) },
      },
    ],
    Candidate: leastCandidate,
  });
  const path = 'Checks[0].CheckSpecificData.IdentityDocuments';
  const fieldsOf = (documents: readonly string[]) => readSample(bodyOf(documents), 'candidate').fields;
  assert.deepEqual(fieldsOf(['UtilityBill']), {
    [path]: ['meet no route of the identity guidelines for basic checks'],
  });
  assert.deepEqual(fieldsOf(['Passport', 'UtilityBill', 'TaxLetter']), {
    [`${path}[2].DocumentType`]: ['is not a value of the value set dbsidentitydocumentfiltered'],
  });
  assert.deepEqual(fieldsOf([]), {});
  // Why Route 1 could not be met is kept.
  const second = bodyOf(['MarriageCertificate', 'UtilityBill', 'BankStatement']);
  const reason = 'Checks[0].CheckSpecificData.IdentityRouteReason';
  assert.deepEqual(readSample(second, 'candidate').fields, { [reason]: ["can't be blank"] });
  const explained = withValue(second, reason, 'Has no Group 1 document.');
  assert.deepEqual(readSample(explained, 'candidate').command?.notes, ['identity_route_2']);
});

test('the letter of a head teacher is for candidates of 16 to 19', () => {
  const IdentityDocuments = ['Passport', 'HeadTeacherLetter'].map((DocumentType) => ({ DocumentType }));
  const body = {
    Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: { ...basicDetails, IdentityDocuments } }],
  };
  const at = 'Checks[0].CheckSpecificData.IdentityDocuments[1].DocumentType';
  const refused = { [at]: ['is for candidates of 16 to 19 years'] };
  // On 4 March 2026.
  for (const [dob, fields] of [
    ['2010-03-05', refused],
    ['2010-03-04', {}],
    ['2006-03-05', {}],
    ['2006-03-04', refused],
  ] as const) {
    const Candidate = withValue(leastCandidate, 'PersonalInfo.DateOfBirth', dob);
    assert.deepEqual(readSample({ ...body, Candidate }, 'candidate').fields, fields, dob);
  }
});

test('a document of which nothing is said is none: empty properties are no particulars', () => {
  const empty = { Number: '', IssuingCountry: '', IssueDate: null, ExpiryDate: '' };
  const Identity = {
    ...{ PassportDocument: empty, DrivingDocument: { DriverLicenseType: '', Number: '', DriverLicenseNumber: ' ' } },
    ...{ NationalInsuranceNumberDocument: { Number: '' }, IdCardDocument: {}, VisaDocument: empty },
  };
  const read = readSample(
    { Checks: [{ CheckType: 'identity' }], Candidate: { ...leastCandidate, Identity } },
    'candidate',
  );
  assert.deepEqual([read.fields, read.command?.facts.identity_documents], [{}, []]);
  assert.deepEqual(rightToWork('IN', ['passport'], { VisaDocument: empty }), refused);
});
