// Identity routes of the DBS, AccessNI and Disclosure Scotland, against what their guidelines say (see docs/rules.md).
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { documentMonths } from '../../../src/features/requirements/document-routes.ts';
import {
  accessNiVerdict,
  type DisclosureLevel,
  type DocumentFault,
  identityRouteVerdict,
  type RouteVerdict,
  type Seen,
  type SeenDocument,
  scottishProofVerdict,
} from '../../../src/features/requirements/identity-route-rules.ts';
import {
  identityDocuments,
  scottishAddressProofs,
  scottishIdentityProofs,
} from '../../../src/features/value-sets/criminal-record-values.ts';
import { addDays } from '../../../src/lib/dates.ts';
import { listedPapers, scottishProofs } from './identity-route-examples.ts';

const today = '2026-03-04';
const seen = (types: readonly (string | SeenDocument)[], more: Partial<Seen> = {}): Seen => ({
  documents: types.map((one) => (typeof one === 'string' ? { type: one } : one)),
  today,
  dob: '1985-06-14',
  ...more,
});

type Case = readonly [
  level: DisclosureLevel,
  documents: readonly string[],
  validation: 'confirmed' | 'not_confirmed' | null,
  route: RouteVerdict['route'],
  needs: readonly string[],
];
const second = ['MarriageCertificate', 'UtilityBill', 'BankStatement'];
const third = ['BirthCertificateLater', 'MarriageCertificate', 'UtilityBill', 'BankStatement', 'CouncilTaxStatement'];

const cases: readonly Case[] = [
  ['enhanced', ['Passport', 'UtilityBill', 'BankStatement'], null, 'Route 1', []],
  ['enhanced', ['Passport', 'DrivingLicencePhotocard', 'BirthCertificateAtBirth'], null, 'Route 1', []],
  ['enhanced', ['EVisa', 'MarriageCertificate', 'UtilityBill'], null, 'Route 1', []],
  ['enhanced', ['Passport', 'UtilityBill'], null, null, ['documents']],
  ['basic', ['Passport', 'UtilityBill'], null, 'Route 1', []],
  ['basic', ['UtilityBill', 'BankStatement'], null, null, ['documents']],
  // Names a document that counts for a basic check neither in Group 2a nor 2b.
  ['basic', ['Passport', 'TaxLetter'], null, null, ['documents']],
  ['standard', second, null, 'Route 2', ['outside_validation', 'reason']],
  ['standard', second, 'confirmed', 'Route 2', ['reason']],
  ['standard', second, 'not_confirmed', null, ['fingerprints']],
  ['standard', ['UtilityBill', 'BankStatement', 'PassCard'], null, null, ['documents']],
  ['enhanced', third, null, 'Route 2', ['outside_validation', 'reason']],
  ['enhanced', third, 'not_confirmed', 'Route 3', ['reason']],
  ['enhanced', third.slice(0, 4), 'not_confirmed', null, ['fingerprints']],
  ['enhanced', [...third.slice(1), 'ForcesIdCard'], 'not_confirmed', null, ['fingerprints']],
  ['enhanced', ['Passport', ...third], 'not_confirmed', 'Route 1', []],
];
for (const [level, documents, validation, route, needs] of cases) {
  const after = validation === null ? '' : `, validation ${validation}`;
  test(`for a ${level} check, ${documents.join(', ')}${after} meets ${route ?? 'no route'}`, () => {
    const verdict = identityRouteVerdict(level, seen(documents, { validation }));
    assert.deepEqual([verdict.route, verdict.needs], [route, needs]);
    assert.equal(verdict.rule, 'dbs_identity_routes');
    assert.match(verdict.source, /November 2025/);
  });
}

const ages: readonly [document: SeenDocument, fault: DocumentFault | undefined, dob?: string][] = [
  [{ type: 'UtilityBill', issuedOn: '2025-12-04' }, undefined],
  [{ type: 'UtilityBill', issuedOn: '2025-12-03' }, 'too_old'],
  [{ type: 'BankStatement', issuedOn: '2025-12-03' }, 'too_old'],
  [{ type: 'CreditCardStatement', issuedOn: '2026-02-28' }, undefined],
  [{ type: 'CouncilTaxStatement', issuedOn: '2025-03-04' }, undefined],
  [{ type: 'CouncilTaxStatement', issuedOn: '2025-03-03' }, 'too_old'],
  [{ type: 'P45P60', issuedOn: '2025-03-03' }, 'too_old'],
  [{ type: 'MortgageStatement', issuedOn: '2025-03-04' }, undefined],
  [{ type: 'Passport', expiresOn: '2025-09-04', country: 'GBR' }, undefined],
  [{ type: 'Passport', expiresOn: '2025-09-04', country: 'JEY' }, undefined],
  [{ type: 'Passport', expiresOn: '2025-09-03', country: 'GBR' }, 'expired'],
  [{ type: 'Passport', expiresOn: '2026-03-03', country: 'SYR' }, 'expired_abroad'],
  [{ type: 'Passport', expiresOn: '2026-03-03', country: 'IRL' }, 'expired_abroad'],
  [{ type: 'Passport', expiresOn: '2026-03-03' }, 'country_missing'],
  [{ type: 'Passport', expiresOn: '2026-03-04', country: 'SYR' }, undefined],
  [{ type: 'DrivingLicencePhotocard', expiresOn: '2026-03-03', country: 'GBR' }, 'expired'],
  [{ type: 'DrivingLicencePhotocard', expiresOn: '2026-03-03' }, 'expired'],
  [{ type: 'BiometricResidencePermit', expiresOn: '2024-12-31' }, 'expired'],
  [{ type: 'DrivingLicencePhotocard', expiresOn: '2026-03-04' }, undefined],
  [{ type: 'MarriageCertificate', issuedOn: '1990-01-01' }, undefined],
  [{ type: 'HeadTeacherLetter' }, 'of_other_age'],
  [{ type: 'HeadTeacherLetter' }, undefined, '2009-03-04'],
  [{ type: 'BankStatement', issuedOn: '2027-02-01' }, 'not_issued_yet'],
  [{ type: 'Passport', issuedOn: '2026-03-05' }, 'not_issued_yet'],
  [{ type: 'Passport', issuedOn: '2026-03-04' }, undefined],
  [{ type: 'LibraryCard' }, 'not_listed'],
];
for (const [document, fault, dob = '1985-06-14'] of ages) {
  const { type, issuedOn, expiresOn, country } = document;
  const dated =
    issuedOn === undefined ? (expiresOn === undefined ? '' : ` that expires on ${expiresOn}`) : ` of ${issuedOn}`;
  test(`on ${today} a ${type}${country === undefined ? '' : ` of ${country}`}${dated} of somebody born on ${dob} is ${fault ?? 'good'}`, () => {
    const { faults } = identityRouteVerdict('enhanced', seen([document], { dob }));
    assert.deepEqual(faults, fault === undefined ? [] : [{ index: 0, fault }]);
  });
}

test('fingerprints that were taken are a route of their own where no document confirms the identity', () => {
  const of = (more: Partial<Seen>) => {
    const { route, needs } = identityRouteVerdict('enhanced', seen(second, more));
    return [route, needs];
  };
  const fingerprintsTakenOn = '2026-03-01';
  assert.deepEqual(of({ validation: 'not_confirmed' }), [null, ['fingerprints']]);
  assert.deepEqual(of({ validation: 'not_confirmed', fingerprintsTakenOn }), ['Fingerprints', ['reason']]);
  assert.deepEqual(of({ validation: 'confirmed', fingerprintsTakenOn }), ['Route 2', ['reason']]);
});

test('a kind of document counts once, and a basic check counts the filtered set only', () => {
  const twice = identityRouteVerdict('enhanced', seen(['Passport', 'Passport', 'Passport']));
  assert.deepEqual(twice.route, null);
  assert.deepEqual(twice.faults, [
    { index: 1, fault: 'named_twice' },
    { index: 2, fault: 'named_twice' },
  ]);
  assert.deepEqual(identityRouteVerdict('basic', seen(['Passport', 'TaxLetter'])).faults, [
    { index: 1, fault: 'not_for_basic' },
  ]);
});

test('each paper has the group and the age that the guidelines list', () => {
  for (const [named, group, months] of listedPapers.examples) {
    const paper = identityDocuments.find(({ value }) => value === named);
    assert.deepEqual([paper?.group, documentMonths[named] ?? null], [group, months], named);
  }
});

test('a document that ages does not count without its date where the originals were seen', () => {
  for (const { value } of identityDocuments) {
    const of = (more: Partial<Seen>) => identityRouteVerdict('enhanced', seen([value], { dob: '2009-03-04', ...more }));
    const fault = documentMonths[value] === undefined ? [] : [{ index: 0, fault: 'date_missing' }];
    assert.deepEqual([of({}).faults, of({ demandsDates: true }).faults], [[], fault], value);
  }
  const undated = seen(['Passport', 'BankStatement', 'UtilityBill'], { demandsDates: true });
  assert.equal(identityRouteVerdict('enhanced', undated).route, null);
  const dated = undated.documents.map((document) => ({ ...document, issuedOn: today }));
  assert.equal(identityRouteVerdict('enhanced', { ...undated, documents: dated }).route, 'Route 1');
});

test('the proofs of Scotland are those of its list', () => {
  const proofs = [...scottishIdentityProofs, ...scottishAddressProofs].map(({ value }) => value);
  assert.deepEqual(new Set(proofs), new Set(scottishProofs.examples));
});

test('the age of a document is judged by the statement in the value set', () => {
  for (const { value, description } of identityDocuments) {
    const [, months] = /last (\d+) months/.exec(description) ?? [];
    assert.equal(documentMonths[value], months === undefined ? undefined : Number(months), value);
  }
});

/** AccessNI: one document of Group 1 and two of any, or four of 2a and 2b with a birth certificate; one with the address. */
const ireland: readonly [documents: readonly (string | SeenDocument)[], needs: readonly string[]][] = [
  [['Passport', 'MarriageCertificate', { type: 'UtilityBill', showsAddress: true }], []],
  [['Passport', 'MarriageCertificate', 'UtilityBill'], ['address']],
  [['Passport', { type: 'UtilityBill', showsAddress: true }], ['documents']],
  [['BirthCertificateLater', 'MarriageCertificate', 'P45P60', { type: 'UtilityBill', showsAddress: true }], []],
  [['MarriageCertificate', 'ForcesIdCard', 'P45P60', { type: 'UtilityBill', showsAddress: true }], ['documents']],
  [['BirthCertificateLater', 'P45P60', { type: 'UtilityBill', showsAddress: true }], ['documents']],
  [
    ['Passport', 'P45P60', 'PassCard', { type: 'UtilityBill', issuedOn: '2020-01-01', showsAddress: true }],
    ['address'],
  ],
  [[], ['documents', 'address']],
];
for (const [documents, needs] of ireland) {
  const named = documents.map((one) => (typeof one === 'string' ? one : `${one.type} (address)`)).join(', ');
  test(`for AccessNI ${named || 'nothing'} needs ${needs.join(' and ') || 'nothing more'}`, () => {
    const verdict = accessNiVerdict(seen(documents));
    assert.deepEqual([verdict.needs, verdict.isMet], [needs, needs.length === 0]);
    assert.equal(verdict.rule, 'access_ni_identity');
  });
}

const scotland: readonly [identity: string | null, address: string | null, needs: readonly string[]][] = [
  ['Passport', 'UtilityBill', []],
  ['DrivingLicence', 'BankStatement', []],
  ['NationalEntitlementCard', 'RentalAgreement', []],
  ['DrivingLicence', 'DrivingLicence', ['another_address_proof']],
  ['Passport', null, ['address_proof']],
  [null, 'UtilityBill', ['identity_proof']],
  ['UtilityBill', 'MortgageStatement', ['identity_proof']],
  ['Passport', 'Passport', ['address_proof', 'another_address_proof']],
];
for (const [identity, address, needs] of scotland) {
  test(`in Scotland ${identity} and ${address} need ${needs.join(' and ') || 'nothing more'}`, () => {
    assert.deepEqual(scottishProofVerdict(identity, address).needs, needs);
  });
}

test("every pair of different proofs in Scotland's lists is accepted", () => {
  for (const { value: identity } of scottishIdentityProofs) {
    for (const { value: address } of scottishAddressProofs) {
      assert.equal(scottishProofVerdict(identity, address).isMet, identity !== address, `${identity} ${address}`);
    }
  }
});

test('adding a document never invalidates a set, and one that does not count never completes it', () => {
  const values = identityDocuments.map(({ value }) => value);
  const routes = ['Route 1', 'Route 2', 'Route 3', null];
  fc.assert(
    fc.property(
      fc.subarray(values),
      fc.constantFrom(...values),
      fc.constantFrom('confirmed' as const, 'not_confirmed' as const),
      (documents, more, validation) => {
        const before = identityRouteVerdict('enhanced', seen(documents, { validation })).route;
        const after = identityRouteVerdict('enhanced', seen([...documents, more], { validation })).route;
        assert.ok(routes.indexOf(after) <= routes.indexOf(before));
        const expired = { type: more, expiresOn: '2000-01-01', issuedOn: addDays(today, -5000) };
        const same = identityRouteVerdict('enhanced', seen([...documents, expired], { validation }));
        if (!documents.includes(more)) assert.equal(same.route, before);
      },
    ),
  );
});
