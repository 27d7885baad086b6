// The one table of what interface v1 calls the facts that interface v2 knows by its attributes, read both ways; pure.

import type { CriminalDetails } from '../checks/check-rules.ts';
import type {
  Activity,
  Address,
  ApplicantFacts,
  IdentityDocument,
  IdNumber,
  Membership,
  PreviousName,
  Qualification,
} from '../facts/facts.ts';
import type { IdentityBody } from './order-body.ts';
import {
  birthDate,
  type Conversion,
  capital,
  country,
  date,
  employmentSector,
  nationality,
  number,
  placeOfWork,
  purpose,
  telephone,
  text,
  title,
} from './order-conversion-rules.ts';

/** Path in v1 below the section, attribute in v2, and what the one is to the other. */
type Field<Facts> = readonly [v1: string, fact: keyof Facts & string, conversion: Conversion];

export const name = [
  ['Title', 'title', title],
  ['FirstName', 'first_name', text],
  ['MiddleNames', 'middle_name', text],
  ['LastName', 'last_name', text],
] as const satisfies readonly Field<ApplicantFacts>[];

export const previousName: readonly Field<PreviousName>[] = [
  ...name,
  ['KnownFromDate', 'known_from', date],
  ['KnownToDate', 'known_to', date],
];

export const person: readonly Field<ApplicantFacts>[] = [
  ['DateOfBirth', 'dob', birthDate],
  ['Gender', 'gender', capital],
  ['CandidateEmail', 'email', text],
  ['CurrentNationality', 'nationality', nationality],
  ['CountryOfBirth', 'country_of_birth', country],
  ['TownOfBirth', 'town_of_birth', text],
  ['MotherMaidenName', 'mothers_maiden_name', text],
  ['HomePhone', 'telephone', telephone],
  ['MobilePhone', 'mobile', telephone],
];

export const address: readonly Field<Address>[] = [
  ['Address.FlatNumber', 'flat_number', text],
  ['Address.HouseNumber', 'building_number', text],
  ['Address.HouseName', 'building_name', text],
  ['Address.StreetName', 'street', text],
  ['Address.Locality', 'sub_street', text],
  ['Address.Town', 'town', text],
  ['Address.County', 'county', text],
  ['Address.State', 'state', text],
  ['Address.Postcode', 'postcode', text],
  ['Address.Country', 'country', country],
  ['DateMovedToThisAddress', 'start_date', date],
  ['DateLeftThisAddress', 'end_date', date],
];

export const employment: readonly Field<Activity>[] = [
  ['Employer', 'employer', text],
  ['JobTitle', 'job_title', text],
  ['Country', 'country', country],
  ['From', 'start_date', date],
  ['To', 'end_date', date],
  ['EmploymentStatus', 'status', text],
  ['SelfEmployedStatus', 'self_employed_status', text],
  ['ReasonForLeaving', 'reason_for_leaving', text],
  ['ContactTiming', 'contact_timing', text],
  ['Referee', 'referee', text],
];

export const education: readonly Field<Qualification>[] = [
  ['Institution', 'institution', text],
  ['Country', 'country', country],
  ['Qualification', 'course', text],
  ['Level', 'level', text],
  ['Classification', 'classification', text],
  ['GraduationDate', 'graduated_on', date],
  ['StudentNumber', 'student_number', text],
];

export const membership: readonly Field<Membership>[] = [
  ['Body', 'body', text],
  ['MembershipStatus', 'status', text],
  ['Number', 'number', text],
];

export const identityDocument: readonly Field<IdentityDocument>[] = [
  ['Number', 'number', text],
  ['IssuingCountry', 'country', country],
  ['IssueDate', 'issued_on', date],
  ['ExpiryDate', 'expires_on', date],
];

export const criminal: readonly Field<CriminalDetails>[] = [
  ['CheckCriminalPositionAppliedFor', 'job_role', text],
  ['CheckCriminalPurposeOfCheck', 'purpose', purpose],
  ['CheckCriminalPlaceOfWork', 'place_of_work', placeOfWork],
  ['CheckCriminalEmployerName', 'employer_name', text],
  ['CheckCriminalEmploymentSector', 'employment_sector', employmentSector],
  ['CheckCriminalJobRoleId', 'JobRoleId', number],
];

/** v1 names documents, v2 lists them; a number that v2 knows as an ID number of the applicant is one there too. */
export const identityDocuments: readonly (readonly [
  v1: keyof IdentityBody,
  type: IdentityDocument['type'],
  numberType: IdNumber['type'] | null,
])[] = [
  ['PassportDocument', 'passport', null],
  ['DrivingDocument', 'driving_licence', 'driving_licence'],
  ['NationalInsuranceNumberDocument', 'national_insurance', 'social_insurance'],
  ['IdCardDocument', 'identity_card', 'identity_card'],
  ['ResidencePermitDocument', 'residence_permit', null],
  ['BirthCertificateDocument', 'birth_certificate', null],
  ['VisaDocument', 'visa', null],
];

export interface OrderField {
  readonly v1: string;
  readonly v2: string;
  readonly kind: Conversion['kind'];
}

/** What the conversions make of each other: where it is in an order of v1, and among the facts of an applicant. */
export const orderFields: readonly OrderField[] = [
  ...placed('Candidate.CurrentName.', '', name),
  ...placed('Candidate.PersonalInfo.', '', person),
  ...placed('Candidate.PreviousNames[].', 'previous_names[].', previousName),
  ...placed('Candidate.AddressList[].', 'addresses[].', address),
  ...placed('Candidate.EmploymentHistory[].', 'activities[].', employment),
  ...placed('Candidate.Education[].', 'qualifications[].', education),
  ...placed('Candidate.Memberships[].', 'memberships[].', membership),
  ...placed('Checks[].CheckSpecificData.', 'criminal_history_report_details.', criminal),
  { v1: 'Candidate.PersonalInfo.PurchaseOrderNumber', v2: 'tags[0]', kind: 'text' },
  { v1: 'Candidate.PreviousNames[].LastName', v2: 'previous_last_name', kind: 'text' },
  ...identityDocuments.flatMap(([v1, type, numberType]) => [
    ...placed(`Candidate.Identity.${v1}.`, `identity_documents[${type}].`, identityDocument),
    ...(numberType === null
      ? []
      : [{ v1: `Candidate.Identity.${v1}.Number`, v2: `id_numbers[${numberType}].value`, kind: 'text' } as const]),
  ]),
];

function placed<Facts>(v1: string, v2: string, fields: readonly Field<Facts>[]): OrderField[] {
  return fields.map(([path, fact, { kind }]) => ({ v1: `${v1}${path}`, v2: `${v2}${fact}`, kind }));
}

type Tree = { [name: string]: unknown };

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);
const treeAt = (value: unknown): Tree => (isTree(value) ? value : {});

function toV1<Facts>(fields: readonly Field<Facts>[], facts: Facts): Tree {
  const section: Tree = {};
  for (const [path, fact, conversion] of fields) {
    const [outer = '', inner] = path.split('.');
    const value = conversion.toV1(facts[fact]);
    if (inner === undefined) section[outer] = value;
    else section[outer] = { ...treeAt(section[outer]), [inner]: value };
  }
  return section;
}

/** The facts of one section, its properties named as v1 writes them; what is missing or unfit is null. */
export function toFacts<Facts>(fields: readonly Field<Facts>[], value: unknown): Facts {
  const section = treeAt(value);
  const read = fields.map(([path, fact, conversion]) => {
    const [outer = '', inner] = path.split('.');
    return [fact, conversion.toFact(inner === undefined ? section[outer] : treeAt(section[outer])[inner])];
  });
  return Object.fromEntries(read) as Facts;
}

function identityOf({ identity_documents, id_numbers }: ApplicantFacts): Tree {
  return Object.fromEntries(
    identityDocuments.flatMap(([v1, type, numberType]) => {
      const number = id_numbers.find((one) => sameNumberType(one.type) === numberType);
      const document = identity_documents.find((one) => one.type === type);
      if (document === undefined && number === undefined) return [];
      const known = document ?? { type, number: null, country: null, issued_on: null, expires_on: null };
      return [[v1, toV1(identityDocument, { ...known, number: known.number ?? number?.value ?? null })]];
    }),
  );
}

const stayOf = (stay: Address): Tree => ({ ...toV1(address, stay), IsCurrentAddress: stay.end_date === null });

export const numberTypeOf = (type: IdentityDocument['type']) =>
  identityDocuments.find(([, one]) => one === type)?.[2] ?? null;

/** Both spellings of v2 mean the same document. */
const sameNumberType = (type: IdNumber['type']) => (type === 'driving_license' ? 'driving_licence' : type);

/** The candidate of an order as v1 has it, as far as the facts know: what only orders know is for the caller to add. */
export function candidateOf(facts: ApplicantFacts) {
  const { previous_last_name } = facts;
  // All that a client of v2 can say of an earlier name.
  const bare = { title: null, first_name: '', middle_name: null, known_from: null, known_to: null };
  const bareNames = previous_last_name === null ? [] : [{ ...bare, last_name: previous_last_name }];
  const previousNames = facts.previous_names.length === 0 ? bareNames : facts.previous_names;
  return {
    CurrentName: toV1(name, facts),
    PreviousNames: previousNames.map((one) => toV1(previousName, one)),
    PersonalInfo: toV1(person, facts),
    AddressList: facts.addresses.map((one) => stayOf({ ...one, country: one.country ?? facts.country })),
    Identity: identityOf(facts),
    EmploymentHistory: facts.activities.map((one) => toV1(employment, one)),
    Education: facts.qualifications.map((one) => toV1(education, one)),
    Memberships: facts.memberships.map((one) => toV1(membership, one)),
  };
}

export const criminalRecordOf = (details: CriminalDetails) => toV1(criminal, details);
