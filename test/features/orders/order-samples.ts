// Bodies of orders for tests: the minimum, and every field of any order.

import { localIdentifierKinds } from '../../../src/features/facts/local-identifiers.ts';
import { OrderBody, type OrderEntry } from '../../../src/features/orders/order-body.ts';
import { type OrderCommand, orderCommand } from '../../../src/features/orders/order-body-rules.ts';
import type { Agreed } from '../../../src/features/orders/ordered-check-rules.ts';
import { catalogue } from '../../../src/features/report-types/catalogue.ts';
import type { ReportType } from '../../../src/features/report-types/report-type.ts';
import { readBody } from '../../../src/features/request-bodies/body-reader.ts';
import { countryByAlpha3 } from '../../../src/lib/countries.ts';
import { type FieldMessages, Problems } from '../../../src/lib/refusal.ts';

const today = '2026-03-04';

export const agreed: Agreed = {
  availableTypes: new Set(catalogue.map(({ id }) => id)),
  refusedUnpriced: new Set(),
  packages: [{ id: 7, price_pence: null, items: [{ report_type_id: 1, quantity: 1, options: null }] }],
  jobRoles: [
    { id: 1, role_check_type: 'standard', is_volunteer: true },
    {
      ...{ id: 2, role_check_type: 'enhanced', is_volunteer: true },
      ...{ working_with_children: true, working_with_vulnerable_adults: true },
    },
  ],
};

export const leastCandidate = {
  CurrentName: { FirstName: 'Jane', LastName: 'Applicant' },
  PersonalInfo: { DateOfBirth: '1985-06-14', CandidateEmail: 'jane.applicant@example.com' },
};
export const least = { Checks: [{ CheckType: 'identity' }], Candidate: leastCandidate };

export const address = {
  Address: { HouseNumber: '100', StreetName: 'Main Street', Town: 'London', Postcode: 'SW4 6EH', Country: 'GB' },
  IsCurrentAddress: true,
  DateMovedToThisAddress: '2005-03-01',
};

export const basicDetails = {
  CheckCriminalPurposeOfCheck: 'Employment',
  CheckCriminalEmploymentSector: 'Drivers',
  CheckCriminalPositionAppliedFor: 'Driver',
  CheckCriminalEmployerName: 'Example Ltd',
  CheckCriminalPlaceOfWork: 'England',
};

/** Requirements that many types have, each with other parameters. Names in their own script are judged by no rule. */
const isOfOneKind = (required: object) =>
  ['local_identifier', 'membership_number', 'own_certificate', 'professional_memberships', 'stay_abroad'].some(
    (one) => one in required,
  );

/** One report type of each set of requirements: no order has more than 100 checks. */
export const typesOfEachNeed: readonly ReportType[] = [
  ...new Map(
    catalogue.map((type) => {
      const needs = type.requires
        .filter((required) => required !== 'own_script')
        .map((required) =>
          typeof required === 'object' && isOfOneKind(required) ? Object.keys(required)[0] : required,
        );
      return [JSON.stringify(needs), type] as const;
    }),
  ).values(),
];

/** A number of every kind that a report type asks for. */
export const localIdentifiers = catalogue
  .flatMap(({ requires }) => requires)
  .flatMap((required) =>
    typeof required === 'object' && 'local_identifier' in required ? [required.local_identifier] : [],
  )
  .map(({ country, kind }) => {
    const known = localIdentifierKinds.find((one) => one.country === country && one.kind === kind);
    return { country, kind, value: known?.example ?? 'X1234567', why_none: null };
  });

export const wholeCandidate = {
  CurrentName: {
    Title: 'Dr',
    FirstName: 'Jane',
    MiddleNames: 'Ann',
    LastName: 'Applicant',
    IsFromBirth: false,
    KnownFromDate: '2010-05-01',
  },
  PreviousNames: [
    { Title: 'Miss', FirstName: 'Jane', LastName: 'Former', KnownFromDate: '1985-06-14', KnownToDate: '2010-04-30' },
  ],
  PersonalInfo: {
    DateOfBirth: '1985-06-14',
    Gender: 'Female',
    ApplicantType: 'Candidate',
    CandidateEmail: 'jane.applicant@example.com',
    CurrentNationality: 'GB',
    NationalityAtBirth: 'IE',
    CountryOfBirth: 'IE',
    TownOfBirth: 'Cork',
    MotherMaidenName: 'Example',
    MobilePhone: { PhoneNumber: '07700900123', CountryCode: 'GB' },
    PositionAppliedFor: 'Driver',
    PurchaseOrderNumber: 'PO-1234',
    OtherReference: 'HR-7',
    ApplicantNotes: 'Starts on Monday.',
    FSAApproved: false,
    HasValidDrivingLicense: true,
    ShareCode: 'W12345678',
    DrivingLicenceCheckCode: 'aB1cD2eF',
    CertificateNumber: '001234567890',
    CertificateLastName: 'Former',
    CertificateIssueDate: '2009-03-01',
    PvgMembershipNumber: '1234567890123456',
  },
  AddressList: [
    address,
    {
      Address: { HouseName: 'Rose Cottage', Town: 'Cork', Country: 'IE' },
      IsCurrentAddress: false,
      DateMovedToThisAddress: '1985-06-14',
      DateLeftThisAddress: '2005-02-28',
    },
  ],
  Identity: {
    PassportDocument: {
      Number: '925665416',
      IssuingCountry: 'GB',
      IssueDate: '2020-03-01',
      ExpiryDate: '2030-03-01',
    },
    DrivingDocument: { DriverLicenseType: 'GBFull', Number: 'APPLI856145JA9AA', IssueDate: '2012-01-01' },
    NationalInsuranceNumberDocument: { Number: 'AB123456C' },
  },
  EmploymentHistory: [
    {
      Employer: 'Example Ltd',
      JobTitle: 'Driver',
      From: '2006-01-01',
      EmploymentStatus: 'FullTime',
      ContactTiming: 'AfterOffer',
      Referee: 'Personnel, 020 7946 0000',
    },
    { Employer: 'Example School', From: '2001-06-01', To: '2005-12-31', EmploymentStatus: 'Education' },
  ],
  Education: [
    { Institution: 'University of Leeds', Qualification: 'History', Level: 'BA', GraduationDate: '2006-07-15' },
  ],
  Memberships: [{ Body: 'Law Society', MembershipStatus: 'Member', Number: '123456' }],
  LocalIdentifiers: localIdentifiers.map(({ country, kind, value }) => ({
    Country: countryByAlpha3(country)?.alpha2 ?? 'IE',
    Kind: kind,
    Number: value,
  })),
  References: [{ Name: 'R. Referee', Relationship: 'Line manager', Email: 'referee@example.com' }],
};

/** Every report type with everything that it needs. */
export const wholeBody = (checkTypes: readonly string[]) => ({
  UniqueKey: 'C1AFB319-55c1-49d2-bf02-56734c81a889',
  Checks: checkTypes.map((CheckType) => ({ CheckType })),
  OrderLayout: 'Standard',
  FinalReportFormat: 'PDF',
  Candidate: { ...wholeCandidate, CriminalRecord: { ...basicDetails } as Record<string, unknown> },
});

export function readSample(
  body: unknown,
  entry: OrderEntry = 'client',
): { readonly command: OrderCommand | undefined; readonly fields: FieldMessages } {
  const problems = new Problems();
  const read = readBody<OrderBody | undefined>(OrderBody, body, problems, { namesInAnyCase: true }) ?? {};
  const command = orderCommand(read, { entry, agreed, today }, problems);
  return { command, fields: problems.fields };
}

/** A copy of a body with another value at a path; undefined removes it. */
export function withValue<T>(body: T, path: string, value: unknown): T {
  const copy = structuredClone(body);
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  const last = names.pop()!;
  const at = names.reduce<Record<string, unknown>>(
    (inner, name) => {
      inner[name] ??= {};
      return inner[name] as Record<string, unknown>;
    },
    copy as Record<string, unknown>,
  );
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
}

export interface Shape {
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape;
}

/** The paths of fields without properties of their own: `Candidate.AddressList[].Address.Town`. */
export function fieldsOf(shape: Shape, path = ''): string[] {
  const inner = Object.entries(shape.properties ?? {});
  if (inner.length > 0) return inner.flatMap(([name, one]) => fieldsOf(one, path === '' ? name : `${path}.${name}`));
  return shape.items?.properties === undefined ? [path] : fieldsOf(shape.items, `${path}[]`);
}
