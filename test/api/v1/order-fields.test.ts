// Every field of an order is stored: each gets a value of its own, which both interfaces then answer.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import fc from 'fast-check';
import { candidateFields } from '../../../src/features/orders/candidate-body-rules.ts';
import { toV1 } from '../../../src/features/orders/fact-conversion-rules.ts';
import { documents, type Particular, particularFact } from '../../../src/features/orders/identity-documents.ts';
import { OrderBody } from '../../../src/features/orders/order-body.ts';
import { createJobRole, createPackage } from '../../../src/features/report-types/agreement-actions.ts';
import { codeOf } from '../../../src/features/report-types/catalogue-rules.ts';
import { namedType } from '../../../src/features/report-types/report-type-rules.ts';
import { employmentSectors } from '../../../src/features/requirements/employment-sectors.ts';
import { nationalities } from '../../../src/features/value-sets/nationality-values.ts';
import { countryByAlpha2 } from '../../../src/lib/countries.ts';
import { sql } from '../../../src/platform/db/database.ts';
import { sampleValue } from '../../features/facts/sample-values.ts';
import { fieldsOf, type Shape } from '../../features/orders/order-samples.ts';
import { fieldMap } from '../../support/docs/field-map.ts';
import { startProbity } from '../../support/probity.ts';
import { v2Client } from '../v2/v2-client.ts';
import type { Applicant, Check, PlacedCheck, Report } from '../v2/v2-samples.ts';
import { v1Client } from './v1-client.ts';

const probity = await startProbity();
const { account, ctx, database } = probity;
const v1 = v1Client(probity);
const v2 = v2Client(probity);

/** The account's agreements that orders name by number. */
const agreed = { role: 0, pack: 0 };
before(async () => {
  const reports = [
    { name: 'criminal_history', variant: 'basic' },
    { name: 'criminal_history', variant: 'enhanced' },
  ];
  const { accountId } = account;
  agreed.role = await createJobRole(ctx, 'system', accountId, {
    ...{ roleTitle: 'Carer', roleCheckType: 'enhanced', workingWithChildren: true, workingWithVulnerableAdults: true },
  });
  agreed.pack = await createPackage(ctx, 'system', accountId, { name: 'Both', reports });
});

type Tree = Readonly<Record<string, unknown>>;

/** Every value with its path: `Candidate.AddressList[1].Address.Town`. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (Array.isArray(value)) return value.flatMap((one, index) => leaves(one, `${path}[${index}]`));
  if (typeof value !== 'object' || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([name, one]) => leaves(one, path === '' ? name : `${path}.${name}`));
}
/** The value at a path; `id_numbers[tax_id]` means the element of that type. */
const at = (value: unknown, path: string): unknown =>
  path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((found, step) => {
      if (!Array.isArray(found) || /^\d+$/.test(step)) return (found as Tree | undefined)?.[step];
      return found.find(({ type }) => type === step);
    }, value);
const general = (path: string) => path.replace(/\[\d+\]/g, '[]');
/** Fills the index of the list in a path, from the other path. */
const placed = (path: string, like: string) => path.replace('[]', `[${/\[(\d+)\]/.exec(like)?.[1] ?? 0}]`);

const distinct = <T>(from: fc.Arbitrary<T>, length: number) =>
  fc.uniqueArray(from, { minLength: length, maxLength: length });
const drawn = fc.record({
  texts: distinct(fc.stringMatching(/^[A-Z][a-z]{3,8} [a-z]{4,8}$/), 60),
  names: distinct(fc.stringMatching(/^[A-Z](?:[aeiou][bdfglmnprst]){2,3}$/), 10),
  digits: distinct(fc.stringMatching(/^[1-9]\d{5}$/), 24),
  days: distinct(fc.integer({ min: 0, max: 9_000 }), 33).map((numbers) =>
    numbers.sort((a, b) => a - b).map((number) => new Date(Date.UTC(1985, 0, 2 + number)).toISOString().slice(0, 10)),
  ),
  later: distinct(fc.integer({ min: 0, max: 9_000 }), 6).map((numbers) =>
    numbers.map((number) => new Date(Date.UTC(2050, 0, 1 + number)).toISOString().slice(0, 10)),
  ),
  // Addresses in the UK and the US have rules of their own; no two fields get the same country.
  lands: fc.shuffledSubarray(
    nationalities.map(({ value }) => value).filter((value) => !['GB', 'GG', 'IM', 'JE', 'US', 'XXA'].includes(value)),
    { minLength: 24, maxLength: 24 },
  ),
  titles: fc.shuffledSubarray(['Mr', 'Mrs', 'Miss', 'Ms'], { minLength: 3, maxLength: 3 }),
  gender: fc.constantFrom('Male', 'Female'),
  sector: fc.constantFrom(...employmentSectors),
  uniqueKey: fc.uuid(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never;

/** Takes the elements one after the other, each once. */
const taker = <T>(from: readonly T[]) => {
  const rest = [...from];
  return (): T => rest.shift() ?? assert.fail('too few were drawn');
};

function specificOf({ sector, texts, digits }: Drawn) {
  const text = taker(texts.slice(-9));
  const number = taker(digits.slice(-3));
  return {
    CheckCriminalPurposeOfCheck: 'Employment',
    CheckCriminalEmploymentSector: sector,
    CheckCriminalPositionAppliedFor: text(),
    CheckCriminalEmployerName: text(),
    CheckCriminalPlaceOfWork: 'Scotland',
    CheckCriminalJobRoleId: agreed.role,
    CertificateDestination: 'CandidateOtherAddress',
    ThirdPartyConsent: 'Yes',
    IdentityDocuments: ['Passport', 'PassCard', 'CouncilTaxStatement'].map((DocumentType) => ({
      DocumentType,
      DocumentNumber: number(),
    })),
    IdentityRouteReason: text(),
    IdentityProof: 'NationalIdCard',
    AddressProof: 'RentalAgreement',
  };
}

/**
 * A candidate with a value in every field, all different; fields that are not written here get a sample. Who has a first name
 * has more names than one.
 */
function candidateOf(all: Drawn) {
  const candidate = writtenCandidateOf(all);
  const written = new Set(leaves({ Candidate: candidate }).map(([path]) => general(path)));
  for (const { v1, key, fact } of candidateFields.filter(
    (field) => !written.has(field.v1) && field.key !== 'has_one_name',
  )) {
    put({ Candidate: candidate }, v1.split('.'), (n) => toV1(fact, sampleValue(key, fact, n)));
  }
  return candidate;
}

/** Puts a value at a path: `AddressList[]` stands for every element; a list that is missing gets one. */
function put(tree: Record<string, unknown>, path: readonly string[], value: (n: number) => unknown, n = 0): void {
  const [step = '', ...rest] = path;
  const name = step.replace('[]', '');
  if (rest.length === 0) {
    tree[name] = value(n);
    return;
  }
  tree[name] ??= name === step ? {} : [{}];
  const inner = [tree[name]].flat() as Record<string, unknown>[];
  for (const [index, one] of inner.entries()) put(one, rest, value, name === step ? n : index);
}

function writtenCandidateOf({ texts, names, digits, days, later, lands, titles, gender }: Drawn) {
  const [text, name, number, day] = [taker(texts), taker(names), taker(digits), taker(days)];
  const [expiry, land, title] = [taker(later), taker(lands), taker(titles)];
  const DateOfBirth = day();
  const nameOf = () => ({ Title: title(), FirstName: name(), MiddleNames: name(), LastName: name() });
  const older = { KnownFromDate: day(), KnownToDate: day() };
  const newer = { KnownFromDate: day(), KnownToDate: day() };
  const telephone = () => ({ PhoneNumber: `0207${number()}`, CountryCode: land() });
  const addressOf = () => ({
    ...{ FlatNumber: text(), HouseNumber: text(), HouseName: text(), StreetName: text(), Locality: text() },
    ...{ Town: text(), County: text(), State: text(), Postcode: text(), Country: land() },
  });
  const before = { DateMovedToThisAddress: day(), DateLeftThisAddress: day() };
  const document = () => ({
    ...{ Number: number(), IssuingCountry: land(), IssueDate: day(), ExpiryDate: expiry() },
  });
  const { IssuingCountry: _, ...permit } = document();
  const { IssuingCountry: __, ...visa } = document();
  const { ExpiryDate: ___, ...birthCertificate } = document();
  const employment = (status: string, selfEmployed: string, reason: string, timing: string) => ({
    ...{ Employer: text(), JobTitle: text(), Country: land(), From: day(), To: day(), EmploymentStatus: status },
    ...{ SelfEmployedStatus: selfEmployed, ReasonForLeaving: reason, ContactTiming: timing, Referee: text() },
  });
  return {
    CurrentName: { ...nameOf(), IsFromBirth: false, KnownFromDate: day() },
    PreviousNames: [
      { ...nameOf(), ...newer },
      { ...nameOf(), ...older },
    ],
    PersonalInfo: {
      ...{ DateOfBirth, Gender: gender, ApplicantType: 'Current Employee', CandidateEmail: `a${number()}@example.com` },
      ...{ CurrentNationality: land(), NationalityAtBirth: land(), CountryOfBirth: land(), TownOfBirth: text() },
      ...{ MotherMaidenName: text(), HomePhone: telephone(), MobilePhone: telephone(), PositionAppliedFor: text() },
      ...{ PurchaseOrderNumber: text(), OtherReference: text(), ApplicantNotes: text() },
      ...{ FSAApproved: 'Previously', HasValidDrivingLicense: true, ShareCode: `W12${number()}` },
      ...{ DrivingLicenceCheckCode: `aB${number()}`, CertificateNumber: `001234${number()}` },
      ...{ CertificateLastName: name(), CertificateIssueDate: day(), PvgMembershipNumber: `1234567890${number()}` },
    },
    AddressList: [
      { Address: addressOf(), IsCurrentAddress: true, DateMovedToThisAddress: day() },
      { Address: addressOf(), IsCurrentAddress: false, ...before },
    ],
    Identity: {
      PassportDocument: document(),
      DrivingDocument: { DriverLicenseType: 'CrownDependency', ...document() },
      NationalInsuranceNumberDocument: { Number: `AB${number()}C` },
      IdCardDocument: document(),
      ResidencePermitDocument: permit,
      BirthCertificateDocument: birthCertificate,
      VisaDocument: visa,
    },
    EmploymentHistory: [
      employment('SelfEmployed', 'Franchisee', 'Relocation', 'AfterLeaving'),
      employment('Contractor', 'Freelance', 'Transfer', 'Never'),
    ],
    Education: [1, 2].map(() => ({
      ...{ Institution: text(), Country: land(), Qualification: text(), Level: text(), Classification: text() },
      ...{ GraduationDate: day(), StudentNumber: number() },
    })),
    Memberships: ['Fellow', 'Lapsed'].map((MembershipStatus) => ({ Body: text(), MembershipStatus, Number: text() })),
    LocalIdentifiers: [1, 2].map(() => ({ Country: land(), Kind: text(), Number: number() })),
    References: [1, 2].map(() => ({
      ...{ Name: text(), Relationship: text(), Organisation: text(), Email: `r${number()}@example.com` },
      Telephone: `0208${number()}`,
    })),
  };
}

/** The three ways to name the ordered checks, each combined with another way to give the details. */
const forms = {
  Checks: (all: Drawn) => ({
    Checks: [
      { CheckType: 'criminal_history:basic', CheckSpecificData: specificOf(all) },
      { CheckType: 'criminal_history:enhanced', Refinements: ['adults_barred_list:speedy', 'children_barred_list'] },
    ],
    Candidate: candidateOf(all),
  }),
  CheckGroups: (all: Drawn) => {
    const { PersonalInfo, Identity, ...rest } = candidateOf(all);
    const { PurchaseOrderNumber, OtherReference, ...info } = PersonalInfo;
    const inGuide = Object.entries(Identity).map(([document, particulars]) => {
      const { guideNames } = documents[document as keyof typeof documents];
      const names: Tree = Object.fromEntries(
        Object.entries(guideNames).map(([name, guide]) => [particularFact(name as Particular).v1.path, guide]),
      );
      return [
        document,
        Object.fromEntries(Object.entries(particulars).map(([own, said]) => [names[own] ?? own, said])),
      ];
    });
    return {
      CheckGroups: [
        { CheckTypeId: '4', Quantity: 1, CheckSpecificData: specificOf(all) },
        { CheckTypeId: '6', Quantity: 2 },
      ],
      ...{ PurchaseOrderNumber, OtherReference },
      Candidate: { ...rest, PersonalInfo: info, Identity: Object.fromEntries(inGuide) },
    };
  },
  PackageId: (all: Drawn) => ({
    PackageId: agreed.pack,
    Candidate: { ...candidateOf(all), CriminalRecord: specificOf(all) },
  }),
};

/** The path at which an order answers a field, from the field map. */
function answeredAt(path: string): string {
  const own = /^read as (.+)$/.exec(fieldMap.find(({ v1 }) => v1 === path)?.says ?? '')?.[1];
  return (own === undefined ? path : path.replace(/\w+$/, own))
    .replace(/^(?:CheckGroups\[0\]\.CheckSpecificData|Candidate\.CriminalRecord)/, 'Checks[0].CheckSpecificData')
    .replace(/^(PurchaseOrderNumber|OtherReference)$/, 'Candidate.PersonalInfo.$1')
    .replace(/^CheckGroups\[(\d)\]\.CheckTypeId$/, 'Checks[$1].CheckTypeId');
}

/** Flags have only two values, and details may be given at each of several checks. */
const isOneOfMany = (path: string, value: unknown) =>
  typeof value !== 'boolean' && !/CheckTypeId$|Quantity$|PackageId$|JobRoleId$/.test(path);

const asAlpha3 = (value: unknown) => countryByAlpha2(String(value))?.alpha3;
const isLand = (path: string) => /nationality|country/.test(path);
/** The fields that both interfaces take and answer. */
const shared = fieldMap.flatMap(({ v1: one, v2: other, says }) =>
  one !== null && other !== null && /^applicant\.|^check\.tags/.test(other) && says !== 'either spelling'
    ? [{ v1: one, v2: other, says }]
    : [],
);

for (const [name, form] of Object.entries(forms)) {
  test(`both interfaces answer every field of an order by ${name} with its own value`, async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (all) => {
        const sent = { UniqueKey: all.uniqueKey, OrderLayout: 'Standard', FinalReportFormat: 'Online', ...form(all) };
        const said = leaves(sent);
        const values = said.filter(([path, value]) => isOneOfMany(path, value)).map(([, value]) => String(value));
        assert.equal(new Set(values).size, values.length, 'no two fields have the same');
        const submitted = await v1.post<Tree>('/orders/cliententry', sent);
        assert.equal(submitted.status, 201, submitted.text);
        const order = (await v1.get<Tree>(`/orders/${submitted.body.Id}`)).body;
        for (const [path, value] of said.filter(([one]) => !one.endsWith('Quantity'))) {
          assert.equal(String(at(order, answeredAt(path))), String(value), path);
        }
        const { check, applicant } = await inV2(order.CheckId);
        const compared = new Set<string>();
        for (const [path, value] of said) {
          for (const row of shared.filter((one) => one.v1 === general(answeredAt(path)))) {
            compared.add(row.v2);
            if (row.says === 'of the newest' && path.includes('[1]')) continue;
            const found = at({ applicant, check }, placed(row.v2, path));
            if (row.says === 'true if it is null') assert.equal(found === null, value, path);
            else assert.equal(found, isLand(row.v2) ? asAlpha3(value) : value, path);
          }
        }
        assert.deepEqual([...compared].sort(), [...new Set(shared.map((row) => row.v2))].sort());
        assertSameReports(order, check);
      }),
      { numRuns: 2, endOnFailure: true },
    );
  });
}

async function inV2(checkId: unknown) {
  const { id } = (await database.row<{ id: string }>(
    sql`select applicant_id as id from checks where id = ${checkId as string}`,
  ))!;
  const applicant = (await v2.get<Applicant>(`/applicants/${id}`)).body;
  const { body } = await v2.get<Check>(`/applicants/${id}/checks/${checkId}?expand=reports`);
  return { applicant, check: body as PlacedCheck };
}

/** The name of the check type in v2, however it was ordered. */
function typeOf({ CheckType }: Tree): string | undefined {
  const found = namedType(String(CheckType));
  return 'type' in found ? codeOf(found.type) : undefined;
}

function assertSameReports(order: Tree, check: PlacedCheck): void {
  assert.deepEqual(
    [order.Id, order.CheckId, order.DateCreated, order.OrderUrl],
    [check.order_id, check.id, check.created_at, check.results_uri],
  );
  const refinements = ({ options }: Report) =>
    (options ?? []).flatMap(({ name, options: inner }) => inner?.map((one) => `${name}:${one.name}`) ?? [name]);
  assert.deepEqual(
    (order.Checks as Tree[]).map((one) => [one.Id, typeOf(one), one.Result, one.Refinements]),
    check.reports.map((one) => [one.id, `${one.name}:${one.variant}`, one.result ?? '', refinements(one)]),
  );
}

test('the forms together fill in every field of an order', () => {
  const [all] = fc.sample(drawn, 1) as [Drawn];
  const heads = ['UniqueKey', 'OrderLayout', 'FinalReportFormat'];
  const said = Object.values(forms).flatMap((form) =>
    leaves(form(all)).map(([path]) => general(path).replace(/\[\]$/, '')),
  );
  // The test below orders monitoring, which not every type of these forms has. Who has a first name has several.
  const others = [...heads, 'Checks[].Monitor', 'Candidate.CurrentName.HasOneName'];
  assert.deepEqual([...new Set([...said, ...others])].sort(), [...new Set(fieldsOf(OrderBody as Shape))].sort());
});

test('how often a check of an order is asked again is answered by both interfaces, until it is stopped', async () => {
  const [all] = fc.sample(drawn, 1) as [Drawn];
  const body = { UniqueKey: all.uniqueKey, Checks: [{ CheckType: 'sanctions', Monitor: 'yearly' }] };
  const submitted = await v1.post<Tree>('/orders/cliententry', { ...body, Candidate: candidateOf(all) });
  assert.equal(submitted.status, 201, submitted.text);
  const { check } = await inV2(submitted.body.CheckId);
  assert.equal(at({ check }, 'check.reports[0].monitor'), 'yearly');
  const order = submitted.body as unknown as { Id: number; Checks: { Id: string; Monitor: string }[] };
  assert.equal(order.Checks[0]!.Monitor, 'yearly');
  const stopped = await v1.post<Tree>(`/orders/${order.Id}/checks/${order.Checks[0]!.Id}/stopmonitoring`);
  assert.equal(stopped.status, 200, stopped.text);
  const after = await v1.get<typeof order>(`/orders/${order.Id}`);
  assert.equal(after.body.Checks[0]!.Monitor, '');
});

test('each check of an order has its own completion time, and the order that of the last', async () => {
  const [all] = fc.sample(drawn, 1) as [Drawn];
  const { body: order } = await v1.post<Tree>('/orders/cliententry', {
    UniqueKey: all.uniqueKey,
    ...forms.Checks(all),
  });
  const read = async () => {
    const { body } = await v1.get<Tree>(`/orders/${order.Id}`);
    return [...(body.Checks as Tree[]).map((one) => one.DateCompleted), body.DateCompleted, body.IdentityConfirmedDate];
  };
  const later = () => v2.post('/sandbox/clock/advance', { seconds: 3600 });
  const [first, second] = (order.Checks as Tree[]).map((one) => String(one.Id));
  const complete = (id: string) => v2.post(`/sandbox/checks/${order.CheckId}/reports/${id}/complete`, {});
  await complete(first!);
  const [earlier, ...nothing] = await read();
  assert.deepEqual([typeof earlier, ...nothing], ['string', null, null, null]);
  await later();
  await v1.post(`/orders/${order.Id}/identity`);
  const [, , , confirmed] = await read();
  await later();
  await complete(second!);
  const times = await read();
  assert.deepEqual(times, [earlier, times[2], times[2], confirmed]);
  assert.ok(String(earlier) < String(confirmed) && String(confirmed) < String(times[2]), String(times));
});

/** Samples of the attributes that are not written. */
const samplesBeside = (written: object) =>
  Object.fromEntries(
    candidateFields
      .filter(({ key, fact }) => fact.v2 !== null && !key.includes('.') && !(key in written))
      .map(({ key, fact }) => [key, sampleValue(key, fact)]),
  );

test('interface v1 answers every attribute of a v2 applicant and check with its own value', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (all) => {
      const { CurrentName: name, PersonalInfo: info, AddressList, PreviousNames, Identity } = candidateOf(all);
      const written = {
        ...{ title: name.Title, first_name: name.FirstName, middle_name: name.MiddleNames, last_name: name.LastName },
        ...{ email: info.CandidateEmail, gender: info.Gender.toLowerCase(), dob: info.DateOfBirth },
        ...{ telephone: info.HomePhone.PhoneNumber, mobile: info.MobilePhone.PhoneNumber },
        ...{ mothers_maiden_name: info.MotherMaidenName, previous_last_name: PreviousNames[0]?.LastName },
        ...{ nationality: asAlpha3(info.CurrentNationality), country_of_birth: asAlpha3(info.CountryOfBirth) },
        town_of_birth: info.TownOfBirth,
        id_numbers: [
          { type: 'driving_licence', value: Identity.DrivingDocument.Number },
          { type: 'social_insurance', value: Identity.NationalInsuranceNumberDocument.Number },
          { type: 'identity_card', value: Identity.IdCardDocument.Number },
        ],
        addresses: AddressList.map(({ Address: place, ...time }) => ({
          ...{ flat_number: place.FlatNumber, building_number: place.HouseNumber, building_name: place.HouseName },
          ...{ street: place.StreetName, sub_street: place.Locality, town: place.Town, state: place.State },
          ...{ postcode: place.Postcode, country: asAlpha3(place.Country), start_date: time.DateMovedToThisAddress },
          end_date: 'DateLeftThisAddress' in time ? time.DateLeftThisAddress : null,
        })),
      };
      const facts = { ...samplesBeside(written), ...written };
      const details = specificOf(all);
      const criminal = {
        ...{ job_role: details.CheckCriminalPositionAppliedFor, purpose: 'EMPLOYMENT', place_of_work: 'wALES' },
        ...{ employer_name: details.CheckCriminalEmployerName, employment_sector: all.sector.toUpperCase() },
        JobRoleId: agreed.role,
      };
      const made = await v2.post<Applicant>('/applicants', facts);
      assert.equal(made.status, 201, made.text);
      const ordered = await v2.post<PlacedCheck>(`/applicants/${made.body.id}/checks`, {
        type: 'standard',
        reports: [{ name: 'criminal_history', variant: 'basic' }],
        tags: [info.PurchaseOrderNumber, info.OtherReference],
        criminal_history_report_details: criminal,
      });
      assert.equal(ordered.status, 201, ordered.text);
      const order = (await v1.get<Tree>(`/orders/${ordered.body.order_id}`)).body;
      const compared = new Set<string>();
      const tags = [info.PurchaseOrderNumber];
      for (const [path, value] of leaves({ applicant: facts, check: { tags } })) {
        const [, index = ''] = /^applicant\.id_numbers\[(\d)\]\.value$/.exec(path) ?? [];
        const wanted =
          index === '' ? general(path) : `applicant.id_numbers[${facts.id_numbers[Number(index)]!.type}].value`;
        for (const row of shared.filter((one) => one.v2.replace('tags[0]', 'tags[]') === wanted)) {
          // A value given at the top level is answered within the candidate.
          const found = at(order, placed(answeredAt(row.v1), path));
          compared.add(row.v2);
          if (row.says === 'true if it is null') assert.equal(found, value === null, path);
          else if (row.v2 === 'applicant.gender') assert.equal(found, info.Gender);
          else assert.equal(isLand(row.v2) ? countryByAlpha2(String(found))?.alpha3 : found, value, path);
        }
      }
      assert.deepEqual([...compared].sort(), [...new Set(shared.map((row) => row.v2))].sort());
      assert.deepEqual(leavesOf(at(order, 'Checks[0].CheckSpecificData'), Object.keys(details).slice(0, 6)), [
        ...['Employment', all.sector, criminal.job_role, criminal.employer_name, 'Wales', agreed.role],
      ]);
      assertSameReports(order, (await inV2(order.CheckId)).check);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});

const leavesOf = (value: unknown, names: readonly string[]) => names.map((name) => (value as Tree)[name]);
