// The documents that prove the right to work, and the sets that prove identity: every branch of the data.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  homeNationalities,
  type identityRoutes,
  rightToWorkRoutes,
} from '../../../src/features/requirements/document-routes.ts';
import { routeOfDocuments } from '../../../src/features/requirements/identity-route-rules.ts';
import { identityDocuments } from '../../../src/features/value-sets/criminal-record-values.ts';
import { allowedOf } from '../../../src/features/value-sets/value-set-rules.ts';
import { problemSentence } from '../../../src/messages/en-problems.ts';
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
  test(`${documents.join(' with ')} proves the right to work of nationals called ${nationals}, and no subset does`, () => {
    assert.deepEqual(rightToWork(nationality, documents as readonly Paper[]), {});
    for (const left of documents) {
      const others = documents.filter((document) => document !== left) as Paper[];
      assert.deepEqual(rightToWork(nationality, others), refused, `without ${left}`);
    }
  });
}

test('any alternative of a nationality proves the right to work, and nothing else does', () => {
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

const passport = (more: object) => ({ PassportDocument: { Number: '925665416', ...more } });
const past = { IssueDate: '2001-01-01', ExpiryDate: '2002-01-01' };
const at = 'Candidate.Identity';
const notUk = { [`${at}.BirthCertificateDocument.IssuingCountry`]: ['is not of the UK'] };
const noCard = { [`${at}.IdCardDocument.IssuingCountry`]: ['is not of the EU, the EEA or Switzerland'] };
const foreign = { [`${at}.PassportDocument.IssuingCountry`]: ['is not of the UK, the EU, the EEA or Switzerland'] };
const british = { [`${at}.PassportDocument.IssuingCountry`]: ['is of the UK, whose passports no such nationals hold'] };
const passed = (document: string) => ({ [`${at}.${document}.ExpiryDate`]: ['has passed'] });
const visa = papers.visa;
const card = (more: object) => ({ IdCardDocument: { Number: '1', ...more } });

const judged: readonly [says: string, nationality: string, identity: object, faults: object | null][] = [
  ['a birth certificate of France', 'GB', { BirthCertificateDocument: { IssuingCountry: 'FR' } }, notUk],
  ['an identity card of India', 'GB', card({ IssuingCountry: 'IN' }), noCard],
  ['an identity card of the United Kingdom, which issues none', 'GB', card({ IssuingCountry: 'GB' }), noCard],
  ['an identity card that is their own by default', 'GB', card({}), noCard],
  ['an identity card that is their own by default', 'DE', card({}), null],
  ['an identity card that has expired', 'DE', card(past), null],
  ['a passport of Nigeria alone', 'GB', passport({ IssuingCountry: 'NG' }), foreign],
  ['a passport of Ireland', 'GB', passport({ IssuingCountry: 'IE' }), null],
  ['a passport of Jersey', 'GB', passport({ IssuingCountry: 'JE' }), null],
  ['a passport of Gibraltar', 'GB', passport({ IssuingCountry: 'GI' }), null],
  ['a passport of Hong Kong', 'GB', passport({ IssuingCountry: 'HK' }), foreign],
  ['a passport of the United Kingdom', 'JE', passport({ IssuingCountry: 'GB' }), null],
  ['a passport that has expired: nationality does not', 'GB', passport({ IssuingCountry: 'GB', ...past }), null],
  ['a passport that has expired: nationality does not', 'IE', passport({ IssuingCountry: 'IE', ...past }), null],
  [
    'a residence permit that has expired',
    'GB',
    { ResidencePermitDocument: { Number: '1', ...past } },
    passed('ResidencePermitDocument'),
  ],
  [
    'a passport and a visa that ends today',
    'NG',
    { ...passport({ IssuingCountry: 'NG' }), VisaDocument: { ExpiryDate: '2026-03-04' } },
    null,
  ],
  [
    'a passport and a visa that ended yesterday',
    'NG',
    { ...passport({ IssuingCountry: 'NG' }), VisaDocument: { ExpiryDate: '2026-03-03' } },
    passed('VisaDocument'),
  ],
  [
    'an expired passport with a visa',
    'NG',
    { PassportDocument: { PassportNumber: 'A1', PassportExpiryDate: '2026-03-03' }, ...visa },
    { [`${at}.PassportDocument.PassportExpiryDate`]: ['has passed'] },
  ],
  ['a passport of the United Kingdom with a visa', 'NG', { ...passport({ IssuingCountry: 'GB' }), ...visa }, british],
  [
    'a passport of a British National (Overseas) with a visa',
    'HK',
    { ...passport({ IssuingCountry: 'GB' }), ...visa },
    null,
  ],
  ['a passport of another country with a visa', 'NG', { ...passport({ IssuingCountry: 'IN' }), ...visa }, null],
];
for (const [says, nationality, identity, faults] of judged) {
  test(`the right to work of ${nationality} is ${faults === null ? '' : 'not '}proved by ${says}`, () => {
    assert.deepEqual(rightToWork(nationality, [], identity), faults === null ? {} : { ...refused, ...faults });
  });
}

test('each document that does not count gets its reason, and one that could not help gets none', () => {
  const papersOf = { ...passport({ IssuingCountry: 'NG' }), BirthCertificateDocument: { IssuingCountry: 'FR' } };
  assert.deepEqual(rightToWork('GB', ['visa', 'national_insurance'], papersOf), { ...refused, ...foreign, ...notUk });
  assert.equal(homeNationalities.size, 32, 'the UK, 27 of the EU, three of the EEA, Switzerland');
});

test('an identity document must be named if one is examined', () => {
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
    assert.equal(routeOfDocuments(level, new Set(documents))?.name, route);
  });
}

test('adding a document never invalidates a set', () => {
  const values = identityDocuments.map(({ value }) => value);
  fc.assert(
    fc.property(fc.subarray(values), fc.constantFrom(...values), (documents, more) => {
      const before = routeOfDocuments('enhanced', new Set(documents));
      if (before !== undefined) assert.notEqual(routeOfDocuments('enhanced', new Set([...documents, more])), undefined);
    }),
  );
});

test('documents that meet no route, or are not for the check, are refused at their path', () => {
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
    [`${path}[2].DocumentType`]: [problemSentence('not_of_value_set', allowedOf('dbsidentitydocumentfiltered'))],
  });
  assert.deepEqual(fieldsOf([]), {});
  // The reason why Route 1 could not be met is stored.
  const second = bodyOf(['MarriageCertificate', 'UtilityBill', 'BankStatement']);
  const reason = 'Checks[0].CheckSpecificData.IdentityRouteReason';
  assert.deepEqual(readSample(second, 'candidate').fields, { [reason]: ["can't be blank"] });
  const explained = withValue(second, reason, 'Has no Group 1 document.');
  assert.deepEqual(readSample(explained, 'candidate').command?.notes, ['identity_route_2']);
});

test('the letter of a head teacher counts for candidates of 16 to 19', () => {
  const IdentityDocuments = ['Passport', 'HeadTeacherLetter'].map((DocumentType) => ({ DocumentType }));
  const body = {
    Checks: [{ CheckType: 'criminal_history:basic', CheckSpecificData: { ...basicDetails, IdentityDocuments } }],
  };
  const at = 'Checks[0].CheckSpecificData.IdentityDocuments[1].DocumentType';
  const refused = { [at]: ['is for candidates of 16 to 19 years'] };
  const tooYoung = {
    'Candidate.PersonalInfo.DateOfBirth': [
      'is of somebody under 16: UK criminal record checks are for people of 16 and over',
    ],
  };
  // On 4 March 2026.
  for (const [dob, fields] of [
    ['2010-03-05', { ...refused, ...tooYoung }],
    ['2010-03-04', {}],
    ['2006-03-05', {}],
    ['2006-03-04', refused],
  ] as const) {
    const Candidate = withValue(leastCandidate, 'PersonalInfo.DateOfBirth', dob);
    assert.deepEqual(readSample({ ...body, Candidate }, 'candidate').fields, fields, dob);
  }
});

test('a document with only empty properties counts as absent', () => {
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
