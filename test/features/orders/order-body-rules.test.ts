// The order to create from a body of interface v1, and its problems: every rule by the path of its field.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { OrderEntry } from '../../../src/features/orders/order-body.ts';
import { askedOfJob } from '../../../src/features/orders/ordered-check-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import {
  address,
  basicDetails,
  least,
  leastCandidate,
  readSample,
  typesOfEachNeed,
  wholeBody,
  wholeCandidate,
  withValue,
} from './order-samples.ts';

const nameOf = ({ name, variant }: (typeof catalogue)[number]) => (variant === null ? name : `${name}:${variant}`);
const withoutRole = catalogue.filter((type) => !askedOfJob(type).includes('job_role')).map(nameOf);
const ordered = typesOfEachNeed.map(nameOf).filter((name) => withoutRole.includes(name));
const whole = wholeBody(ordered);

test('a candidate entry needs only a name, a birth date, an email address and the checks', () => {
  const { command, fields } = readSample(least, 'candidate');
  assert.deepEqual(fields, {});
  assert.equal(command?.facts.last_name, 'Applicant');
  assert.deepEqual(
    command?.reports.map(({ type }) => type.name),
    ['identity'],
  );
  for (const type of withoutRole.filter((name) => name !== 'criminal_history:basic')) {
    assert.deepEqual(readSample({ ...least, Checks: [{ CheckType: type }] }, 'candidate').fields, {}, type);
  }
});

test('a client entry may order a type of each need', () => {
  const { command, fields } = readSample(whole);
  assert.deepEqual(fields, {});
  assert.equal(command?.reports.length, ordered.length);
  assert.equal(command?.uniqueKey, 'c1afb319-55c1-49d2-bf02-56734c81a889');
  assert.deepEqual(command?.tags, ['PO-1234']);
  assert.equal(command?.criminalDetails?.purpose, 'employment');
  assert.equal(command?.facts.previous_last_name, 'Former');
  assert.equal(command?.facts.nationality, 'GBR');
});

test('property names and values are read in any case, and spelled as in the schema', () => {
  const shout = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shout);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name.toUpperCase(), shout(inner)]));
  };
  assert.deepEqual(readSample(shout(whole)), readSample(whole));
  const quiet = withValue(whole, 'Candidate.Identity.DrivingDocument.DriverLicenseType', 'gbfull');
  assert.deepEqual(readSample(quiet).command?.body, readSample(whole).command?.body);
});

test('a nationality is read by its name, too, and comes out as its value', () => {
  const { command, fields } = readSample(withValue(whole, 'Candidate.PersonalInfo.CurrentNationality', 'british'));
  assert.deepEqual(fields, {});
  assert.equal(command?.facts.nationality, 'GBR');
  assert.equal(command?.body.Candidate?.PersonalInfo?.CurrentNationality, 'GB');
});

const faults: readonly [path: string, value: unknown, message: string | RegExp][] = [
  ['UniqueKey', 'seven', 'is not an identifier: a GUID such as 01935a3b-6f0e-7c55-9d0a-3f6f3d1c2b10'],
  ['OrderLayout', 'Sideways', /value set orderlayout/],
  ['FinalReportFormat', 'Stone', /value set finalreportformat/],
  ['PackageId', 99, /not a package|together/],
  ['Checks[0].CheckType', 'palmistry', 'is not a type of check: /docs/v1#types-of-checks says how they are named'],
  ['Checks[0].CheckType', 'criminal_history', 'needs the variant, as name:variant'],
  ['Checks[0].CheckType', undefined, "can't be blank"],
  ['Checks[0].Refinements[0]', 'gold', /value set checkrefinement/],
  ['Checks[0].Refinements[0]', 'children_barred_list', /is not a refinement of/],
  ['Candidate.CurrentName.FirstName', undefined, "can't be blank"],
  ['Candidate.CurrentName.FirstName', '-Jane', /must not start or end/],
  ['Candidate.CurrentName.LastName', 'A', /too short/],
  ['Candidate.CurrentName.MiddleNames', 'R2D2', /only letters/],
  ['Candidate.CurrentName.LastName', 'Aaaab', /3 identical/],
  ['Candidate.CurrentName.Title', 'Duke', /value set titles/],
  ['Candidate.CurrentName.IsFromBirth', 'perhaps', 'must be true or false'],
  ['Candidate.CurrentName.IsFromBirth', true, 'PreviousNames: must be left out where CurrentName.IsFromBirth is true'],
  ['Candidate.CurrentName.IsFromBirth', undefined, "can't be blank"],
  ['Candidate.CurrentName.KnownFromDate', undefined, "can't be blank"],
  ['Candidate.CurrentName.KnownFromDate', '2027-01-01', 'is in the future'],
  ['Candidate.CurrentName.KnownFromDate', '1980-01-01', 'is before the date of birth'],
  ['Candidate.PreviousNames', [], "can't be blank"],
  ['Candidate.PreviousNames[0].LastName', '4', /too short/],
  ['Candidate.PreviousNames[0].LastName', undefined, "can't be blank"],
  ['Candidate.PreviousNames[0].KnownFromDate', undefined, "can't be blank"],
  ['Candidate.PreviousNames[0].KnownToDate', undefined, "can't be blank"],
  ['Candidate.PreviousNames[0].KnownToDate', '2020-01-01', 'is after CurrentName.KnownFromDate'],
  ['Candidate.PreviousNames[0].KnownToDate', '1985-01-01', 'is before the date of birth'],
  ['Candidate.PreviousNames[0].KnownFromDate', '2011-01-01', 'PreviousNames[0].KnownToDate: is before KnownFromDate'],
  ['Candidate.PersonalInfo.DateOfBirth', undefined, "can't be blank"],
  ['Candidate.PersonalInfo.DateOfBirth', '14/06/1985', /yyyy-mm-dd/],
  ['Candidate.PersonalInfo.DateOfBirth', '1985-02-30', /yyyy-mm-dd/],
  ['Candidate.PersonalInfo.Gender', 'Robot', /value set genders/],
  ['Candidate.PersonalInfo.Gender', undefined, "can't be blank"],
  ['Candidate.PersonalInfo.CandidateEmail', 'nobody', 'must contain exactly one @'],
  ['Candidate.PersonalInfo.CandidateEmail', undefined, "can't be blank"],
  ['Candidate.PersonalInfo.CurrentNationality', 'AQ', /value set nationality/],
  ['Candidate.PersonalInfo.CurrentNationality', undefined, "can't be blank"],
  ['Candidate.PersonalInfo.CountryOfBirth', 'GBR', /value set country/],
  ['Candidate.PersonalInfo.TownOfBirth', '', "can't be blank"],
  ['Candidate.PersonalInfo.ApplicantType', 'Friend', /value set applicanttype/],
  ['Candidate.PersonalInfo.PositionAppliedFor', 'x'.repeat(61), /maximum is 60/],
  ['Candidate.PersonalInfo.PurchaseOrderNumber', 'x'.repeat(51), /maximum is 50/],
  ['Candidate.PersonalInfo.OtherReference', 'x'.repeat(129), /maximum is 128/],
  ['Candidate.PersonalInfo.ApplicantNotes', 'x'.repeat(1025), /maximum is 1024/],
  ['Candidate.PersonalInfo.FSAApproved', 'perhaps', /value set fcapraapproved/],
  ['Candidate.PersonalInfo.MobilePhone.CountryCode', 'XX', /value set country/],
  ['PurchaseOrderNumber', 'PO-1', 'PersonalInfo.PurchaseOrderNumber: differs from PurchaseOrderNumber'],
  ['Candidate.AddressList', [], "can't be blank"],
  ['Candidate.AddressList[0].Address.Postcode', 'SW4', /UK postcode/],
  ['Candidate.AddressList[0].Address.Postcode', undefined, "can't be blank"],
  ['Candidate.AddressList[0].Address.HouseNumber', undefined, "can't be blank"],
  ['Candidate.AddressList[0].Address.StreetName', 'x'.repeat(33), /maximum is 32/],
  ['Candidate.AddressList[0].Address.StreetName', 'x'.repeat(63), /maximum is 32/],
  ['Candidate.AddressList[0].Address.Town', undefined, "can't be blank"],
  [
    'Candidate.AddressList[0].Address.Country',
    'United Kingdom',
    /value set country: GET \/metadata\/valuesets\/country\/values lists them/,
  ],
  ['Candidate.AddressList[0].DateMovedToThisAddress', '2027-01-01', 'is in the future'],
  ['Candidate.AddressList[0].DateMovedToThisAddress', undefined, "can't be blank"],
  ['Candidate.AddressList[0].DateLeftThisAddress', '2020-01-01', 'must be left out of the current address'],
  ['Candidate.AddressList[1].DateLeftThisAddress', undefined, "can't be blank"],
  ['Candidate.AddressList[1].DateLeftThisAddress', '1985-06-13', /before/],
  [
    'Candidate.AddressList[1]',
    { ...address, DateMovedToThisAddress: '1985-06-14' },
    'AddressList[1].IsCurrentAddress: must be true of one address only',
  ],
  ['Candidate.Identity.PassportDocument.Number', 'ABC', 'is not a number of a UK passport (9 digits)'],
  ['Candidate.Identity.PassportDocument.Number', undefined, "can't be blank"],
  ['Candidate.Identity.PassportDocument.ExpiryDate', '2019-03-01', 'is before IssueDate'],
  ['Candidate.Identity.PassportDocument.IssueDate', '2027-03-01', 'is in the future'],
  ['Candidate.Identity.PassportDocument.IssueDate', '1985-06-13', 'is before the date of birth'],
  ['Candidate.Identity.PassportDocument.PassportNumber', '12', 'is not a number of a UK passport (9 digits)'],
  ['Candidate.Identity.PassportDocument.PassportNumber', '925665417', 'differs from Number'],
  ['Candidate.Identity.PassportDocument.PassportIssueDate', '2020-03-02', 'differs from IssueDate'],
  [
    'Candidate.Identity.NationalInsuranceNumberDocument.NationalInsuranceNumber',
    'GB123456C',
    'is not a National Insurance number',
  ],
  ['Candidate.Identity.DrivingDocument.Number', '123', /16 characters/],
  ['Candidate.Identity.DrivingDocument.Number', 'SMITH856145JA9AA', 'does not match any last name given'],
  ['Candidate.Identity.DrivingDocument.Number', 'APPLI856155JA9AA', 'does not match the date of birth'],
  ['Candidate.Identity.DrivingDocument.Number', 'APPLI806145JA9AA', 'does not match the gender'],
  [
    'Candidate.Identity.DrivingDocument.DriverLicenseType',
    'NIFull',
    'DrivingDocument.Number: is not a driving licence number of Northern Ireland (8 digits)',
  ],
  ['Candidate.Identity.DrivingDocument.DriverLicenseType', 'Tractor', /value set drivinglicencetype/],
  ['Candidate.Identity.NationalInsuranceNumberDocument.Number', 'QQ123456C', 'is not a National Insurance number'],
  ['Candidate.EmploymentHistory[0].EmploymentStatus', 'Busy', /value set employmentstatus/],
  ['Candidate.EmploymentHistory[0].Employer', undefined, "can't be blank"],
  ['Candidate.EmploymentHistory[0].To', '2005-12-31', 'is before From'],
  ['Candidate.EmploymentHistory[0].From', '2027-01-01', 'is in the future'],
  ['Candidate.EmploymentHistory[0].ReasonForLeaving', 'Bored', /value set reasonforleaving/],
  ['Candidate.EmploymentHistory[0].ContactTiming', 'Noon', /value set contacttiming/],
  ['Candidate.EmploymentHistory[0].SelfEmployedStatus', 'Boss', /value set selfemploymentstatus/],
  [
    'Candidate.EmploymentHistory[0].ReasonForLeaving',
    'Dismissed',
    'must be left out, or be StillEmployed, where To is not given',
  ],
  ['Candidate.EmploymentHistory[0].To', '2025-12-31', "EmploymentHistory[0].ReasonForLeaving: can't be blank"],
  ['Candidate.EmploymentHistory', [], "can't be blank"],
  ['Candidate.EmploymentHistory[0].ContactTiming', undefined, "can't be blank"],
  ['Candidate.EmploymentHistory[0].From', '2024-01-01', /have a gap from 1 January 2006 to 31 December 2023/],
  ['Candidate.Education', [], "can't be blank"],
  ['Candidate.Memberships', [], "can't be blank"],
  ['Candidate.Identity.DrivingDocument', undefined, "can't be blank"],
  ['Candidate.Education[0].Institution', undefined, "can't be blank"],
  ['Candidate.Education[0].GraduationDate', '1985-01-01', 'is before the date of birth'],
  ['Candidate.Education[0].GraduationDate', '2090-01-01', 'is in the future'],
  ['Candidate.Memberships[0].Body', undefined, "can't be blank"],
  ['Candidate.Memberships[0].MembershipStatus', 'Gold', /value set membershipstatus: [A-Z]/],
  ['Candidate.CriminalRecord.CheckCriminalPurposeOfCheck', 'Curiosity', /value set dbspurpose/],
  [
    'Candidate.CriminalRecord.CheckCriminalEmploymentSector',
    'Piracy',
    /in the list: GET \/employment_sectors of interface v2 lists/,
  ],
  [
    'Candidate.CriminalRecord.CheckCriminalPlaceOfWork',
    'Narnia',
    'is not included in the list: England, Wales, Scotland',
  ],
  ['Candidate.CriminalRecord.CheckCriminalEmployerName', undefined, "can't be blank"],
  ['Candidate.CriminalRecord.CertificateDestination', 'Moon', /value set dbscertificatedestination/],
  ['Candidate.CriminalRecord.ThirdPartyConsent', 'Maybe', /value set dbsthirdpartyconsent/],
];

for (const [path, value, message] of faults) {
  test(`${path} with ${JSON.stringify(value)?.slice(0, 40)} gets the message ${message}`, () => {
    const { command, fields } = readSample(withValue(whole, path, value));
    assert.equal(command, undefined);
    const said = Object.entries(fields).flatMap(([at, messages]) => messages.map((text) => `${at}: ${text}`));
    const expected = typeof message === 'string' && message.includes(': ') ? message : undefined;
    const isSaid = said.some((text) => {
      if (expected !== undefined) return text.endsWith(expected);
      if (!text.startsWith(path.split('[')[0]!)) return false;
      return typeof message === 'string' ? text === `${path}: ${message}` : message.test(text);
    });
    assert.ok(isSaid, said.join('\n'));
  });
}

test('a problem is named by its index in the body, also after empty elements', () => {
  const body = {
    Checks: [null, { CheckType: 'palmistry' }, '', { CheckType: 'identity', Refinements: ['', 'gold'] }],
    Candidate: { ...leastCandidate, PreviousNames: [null, { LastName: 'Former' }, null, { LastName: '4' }] },
  };
  assert.deepEqual(Object.keys(readSample(body, 'candidate').fields).toSorted(), [
    'Candidate.PreviousNames[3].LastName',
    'Checks[1].CheckType',
    'Checks[3].Refinements[1]',
  ]);
});

test('too many elements are reported on the list', () => {
  const many = <T>(one: T) => Array.from({ length: 60 }, () => one);
  const referee = 'z'.repeat(500);
  const lists = {
    EmploymentHistory: {
      Employer: 'x',
      JobTitle: 'y',
      From: '2000-01-01',
      EmploymentStatus: 'FullTime',
      Referee: referee,
    },
    Education: { Institution: referee, Qualification: referee, Level: 'BA' },
    Memberships: { Body: 'x'.repeat(250), MembershipStatus: 'Member', Number: 'y'.repeat(50) },
  };
  for (const [name, one] of Object.entries(lists)) {
    const Candidate = { ...leastCandidate, AddressList: [address], [name]: [...many(one), ...many(one)] };
    const { fields } = readSample({ ...least, Candidate }, 'candidate');
    assert.deepEqual(Object.keys(fields), [`Candidate.${name}`], name);
    assert.match(fields[`Candidate.${name}`]![0]!, /^is too long/);
  }
});

test('an address without a leaving date must be marked as current, in both entries', () => {
  const { IsCurrentAddress: _, ...unsaid } = address;
  for (const entry of [unsaid, { ...unsaid, IsCurrentAddress: false }]) {
    const { fields } = readSample({ ...least, Candidate: { ...leastCandidate, AddressList: [entry] } }, 'candidate');
    assert.deepEqual(fields, { 'Candidate.AddressList[0].DateLeftThisAddress': ["can't be blank"] });
  }
  // An unreadable value is reported alone.
  for (const [entry, path] of [
    ['x', 'Candidate.AddressList[0]'],
    [{ ...unsaid, IsCurrentAddress: 'perhaps' }, 'Candidate.AddressList[0].IsCurrentAddress'],
  ] as const) {
    const { fields } = readSample({ ...least, Candidate: { ...leastCandidate, AddressList: [entry] } }, 'candidate');
    assert.deepEqual(Object.keys(fields), [path]);
  }
});

test('all problems are reported at once', () => {
  const broken = [faults[0]!, faults[10]!, faults[27]!, faults[49]!].reduce(
    (body, [path, value]) => withValue(body, path, value),
    whole,
  );
  assert.equal(Object.keys(readSample(broken).fields).length >= 4, true);
});

test('a gap in the addresses is named by its days, for the years that the ordered checks need', () => {
  const later = { ...address, DateMovedToThisAddress: '2022-01-10' };
  const bodyOf = (checkType: string) => ({
    ...wholeBody([checkType]),
    Candidate: {
      ...wholeCandidate,
      AddressList: [later, { ...wholeCandidate.AddressList[1], DateLeftThisAddress: '2021-12-31' }],
      CriminalRecord: basicDetails,
    },
  });
  assert.deepEqual(readSample(bodyOf('identity')).fields, {});
  assert.deepEqual(readSample(bodyOf('credit')).fields, {
    'Candidate.AddressList': ['have a gap from 1 January 2022 to 9 January 2022'],
  });
});

test('a candidate younger than the requested years needs no earlier history', () => {
  const young = withValue(
    withValue(wholeBody(['sanctions', 'credit']), 'Candidate.PersonalInfo.DateOfBirth', '2008-06-14'),
    'Candidate.AddressList',
    [{ ...address, DateMovedToThisAddress: '2008-06-14' }],
  );
  const { fields } = readSample({
    ...young,
    Candidate: {
      ...young.Candidate,
      Identity: {},
      EmploymentHistory: [],
      Education: [],
      PreviousNames: [],
      CurrentName: { ...wholeCandidate.CurrentName, IsFromBirth: true, KnownFromDate: null },
    },
  });
  assert.deepEqual(fields, {});
});

test('a licence of Northern Ireland, of another country, and of a candidate with an earlier name is accepted', () => {
  const licence = (document: object) => withValue(whole, 'Candidate.Identity.DrivingDocument', document);
  for (const document of [
    { DriverLicenseType: 'NIFull', Number: '12345678' },
    { Number: '12345678' },
    { DriverLicenseType: 'EEA', Number: '13AA00002', IssuingCountry: 'FR' },
    { DriverLicenseType: 'Photo', Number: '12345678', IssuingCountry: 'GB' },
    { DriverLicenseType: 'Paper', Number: '13AA00002', IssuingCountry: 'FR' },
    { DriverLicenseType: 'Unknown', Number: '13AA00002', IssuingCountry: 'FR' },
    { Number: '13AA00002', IssuingCountry: 'FR' },
    { DriverLicenseType: 'GBFull', DriverLicenseNumber: 'FORME 856145 JA9AA 11', DriverLicenseIssuingCountry: 'GB' },
  ]) {
    assert.deepEqual(readSample(licence(document)).fields, {}, JSON.stringify(document));
  }
  const guideName = licence({ DriverLicenseType: 'GBFull', DriverLicenseNumber: '123' });
  assert.deepEqual(Object.keys(readSample(guideName).fields), [
    'Candidate.Identity.DrivingDocument.DriverLicenseNumber',
  ]);
});

test('checks come from a package, from groups with a quantity, or one by one, and from only one of these', () => {
  const typesOf = (body: object) =>
    readSample({ Candidate: leastCandidate, ...body }, 'candidate').command?.reports.map(({ type }) => type.name);
  assert.deepEqual(typesOf({ PackageId: 7 }), ['identity']);
  assert.deepEqual(typesOf({ PackageId: '7' }), ['identity']);
  assert.deepEqual(
    typesOf({ CheckGroups: [{ CheckTypeId: 10, Quantity: 2 }, { CheckTypeId: 'UKCreditCheckEquifax' }] }),
    ['adverse_media', 'adverse_media', 'credit'],
  );
  for (const body of [{}, { Checks: [] }, { PackageId: 7, Checks: [{ CheckType: 'identity' }] }]) {
    assert.ok(readSample({ Candidate: leastCandidate, ...body }, 'candidate').fields.Checks, JSON.stringify(body));
  }
  const many = { CheckGroups: [1, 2].map((CheckTypeId) => ({ CheckTypeId, Quantity: 60 })), Candidate: leastCandidate };
  assert.deepEqual(readSample(many, 'candidate').fields.Checks, ['has more than 100 checks']);
});

test('a street abroad has at most 60 characters', () => {
  const streetOf = (length: number) => {
    const Address = { StreetName: 'é'.repeat(length), Town: 'Cork', Country: 'IE' };
    return readSample(
      {
        Checks: [{ CheckType: 'identity' }],
        Candidate: { ...leastCandidate, AddressList: [{ Address, IsCurrentAddress: true }] },
      },
      'candidate',
    ).fields['Candidate.AddressList[0].Address.StreetName'];
  };
  assert.equal(streetOf(60), undefined);
  assert.deepEqual(streetOf(61), ['is too long (maximum is 60 characters)']);
});

test('a missing detail of the job is reported at a check that needs it', () => {
  const types = ['identity', 'criminal_history:basic', 'criminal_history:enhanced', 'criminal_history:basic'];
  const missing = (more: Record<number, object>, candidate: object = {}) =>
    Object.keys(
      readSample(
        {
          Checks: types.map((CheckType, index) => ({ CheckType, ...more[index] })),
          Candidate: { ...leastCandidate, ...candidate },
        },
        'candidate',
      ).fields,
    );
  const said = { CheckSpecificData: basicDetails };
  assert.deepEqual(missing({ 1: said }), ['Checks[2].CheckSpecificData.CheckCriminalJobRoleId']);
  assert.deepEqual(missing({ 3: said }), ['Checks[2].CheckSpecificData.CheckCriminalJobRoleId']);
  assert.deepEqual(missing({}, { CriminalRecord: basicDetails }), ['Candidate.CriminalRecord.CheckCriminalJobRoleId']);
  const { CheckCriminalEmployerName: _, ...rest } = basicDetails;
  assert.deepEqual(
    missing({ 2: { CheckSpecificData: { CheckCriminalJobRoleId: 2 } }, 3: { CheckSpecificData: rest } }),
    ['Checks[3].CheckSpecificData.CheckCriminalEmployerName'],
  );
});

test('a job role must be the account’s, live, and of the ordered level', () => {
  const bodyOf = (role: number | undefined) => ({
    Checks: [
      {
        CheckType: 'criminal_history:enhanced',
        Refinements: ['children_barred_list:speedy'],
        CheckSpecificData: { CheckCriminalJobRoleId: role },
      },
    ],
    Candidate: leastCandidate,
  });
  const path = 'Checks[0].CheckSpecificData.CheckCriminalJobRoleId';
  assert.deepEqual(readSample(bodyOf(2), 'candidate').command?.reports[0]?.options, [
    { name: 'children_barred_list', options: [{ name: 'speedy', options: null }] },
  ]);
  assert.deepEqual(readSample(bodyOf(1), 'candidate').fields, {
    [path]: ['is a job role for standard checks, not enhanced'],
  });
  assert.deepEqual(readSample(bodyOf(3), 'candidate').fields, { [path]: ['is not a live job role of this account'] });
  assert.deepEqual(readSample(bodyOf(undefined), 'candidate').fields, { [path]: ["can't be blank"] });
});

test('a Scottish basic check is ordered by its alias, and its two proofs are different documents', () => {
  const { CheckCriminalPlaceOfWork: _, ...details } = basicDetails;
  const bodyOf = (proofs: object) => ({
    Checks: [{ CheckType: 'UKCriminalRecordBasicScotland', CheckSpecificData: { ...details, ...proofs } }],
    Candidate: wholeCandidate,
  });
  const at = 'Checks[0].CheckSpecificData';
  const fine = readSample(bodyOf({ IdentityProof: 'Passport', AddressProof: 'UtilityBill' }));
  assert.deepEqual(fine.fields, {});
  assert.equal(fine.command?.criminalDetails?.place_of_work, 'Scotland');
  assert.deepEqual(Object.keys(readSample(bodyOf({})).fields), [`${at}.IdentityProof`, `${at}.AddressProof`]);
  assert.deepEqual(readSample(bodyOf({ IdentityProof: 'DrivingLicence', AddressProof: 'DrivingLicence' })).fields, {
    [`${at}.AddressProof`]: ['must be another document than IdentityProof'],
  });
  assert.deepEqual(
    readSample(bodyOf({ IdentityProof: 'Passport', AddressProof: 'UtilityBill', CheckCriminalPlaceOfWork: 'Wales' }))
      .fields,
    {
      [`${at}.CheckCriminalPlaceOfWork`]: ['is not Scotland, which the check ordered is for'],
    },
  );
});

test('any body gives an order or a problem, never both and never an exception', () => {
  const entry = fc.constantFrom<OrderEntry>('candidate', 'client');
  const paths = [...new Set(faults.map(([path]) => path.replace(/\.\w+$/, '')).concat(faults.map(([path]) => path)))];
  const change = fc.tuple(
    fc.constantFrom(...paths),
    fc.oneof(fc.jsonValue(), fc.constantFrom(null, '', [], {}, [null], ['x'])),
  );
  fc.assert(
    fc.property(fc.array(change, { maxLength: 5 }), entry, (changes, by) => {
      let body: unknown = whole;
      for (const [path, value] of changes) {
        try {
          body = withValue(body, path, value);
        } catch {
          // The path leads through a value that was replaced by a text before.
        }
      }
      const { command, fields } = readSample(body, by);
      assert.equal(command === undefined, Object.keys(fields).length > 0);
    }),
    { numRuns: 500 },
  );
});

test('a driving licence must be named unless the candidate has none', () => {
  const without = withValue(wholeBody(['driving_licence']), 'Candidate.Identity.DrivingDocument', undefined);
  const holds = (flag: boolean | undefined) =>
    readSample(withValue(without, 'Candidate.PersonalInfo.HasValidDrivingLicense', flag)).fields;
  const missing = { 'Candidate.Identity.DrivingDocument': ["can't be blank"] };
  assert.deepEqual([holds(true), holds(undefined), holds(false)], [missing, missing, {}]);
});

test('numbers of other countries and references are facts of the candidate, with problems at their paths', () => {
  const lists = {
    LocalIdentifiers: [{ Country: 'BR', Kind: 'cpf', Number: '123.456.789-09' }],
    References: [{ Name: 'R. Referee', Relationship: 'Line manager', Email: 'referee@example.com' }],
  };
  const read = (more: object) => readSample({ ...least, Candidate: { ...leastCandidate, ...more } }, 'candidate');
  const { command, fields } = read(lists);
  assert.deepEqual(fields, {});
  assert.deepEqual(command?.facts.local_identifiers, [
    { country: 'BRA', kind: 'cpf', value: '123.456.789-09', why_none: null },
  ]);
  assert.equal(command?.facts.references[0]?.relationship, 'Line manager');
  assert.deepEqual(read({ References: [lists.References[0], { Name: 'R. Referee' }] }).fields, {
    'Candidate.References[1].Relationship': ["can't be blank"],
    'Candidate.References[1].Email': ["can't be blank"],
  });
});

test('two values of one particular of a document must be equal, in any spelling', () => {
  const twice = withValue(
    whole,
    'Candidate.Identity.NationalInsuranceNumberDocument.NationalInsuranceNumber',
    'ab 12 34 56 c',
  );
  assert.deepEqual(readSample(twice).fields, {});
});

test('a reason for leaving needs an end date, and StillEmployed must not have one', () => {
  const job = 'Candidate.EmploymentHistory[0]';
  const fieldsOf = (To: string | null, reason: string | null) =>
    readSample(withValue(withValue(whole, `${job}.To`, To), `${job}.ReasonForLeaving`, reason)).fields;
  assert.deepEqual(fieldsOf(null, 'StillEmployed'), {});
  assert.deepEqual(fieldsOf(null, null), {});
  assert.deepEqual(fieldsOf('2026-03-03', 'Dismissed'), {});
  assert.deepEqual(fieldsOf('2026-03-03', 'StillEmployed'), {
    [`${job}.ReasonForLeaving`]: ['cannot be StillEmployed where To is given'],
  });
  // An unreadable end is reported alone.
  assert.deepEqual(Object.keys(fieldsOf('soon', 'Dismissed')), [`${job}.To`]);
});
