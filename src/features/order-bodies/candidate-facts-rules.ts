// From the candidate of an order of interface v1 to an applicant's facts, and back from a fact's path to the body's; pure.
import { countryByAlpha2 } from '../../lib/countries.ts';
import { gbDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { isUkCountry, ukPostcodeOf } from '../../lib/postcodes.ts';
import {
  type Activity,
  type Address,
  type ApplicantFacts,
  genders,
  type IdentityDocument,
  type IdNumber,
  type Membership,
  noFacts,
  type PreviousName,
  type Qualification,
  titles,
} from '../applicants/applicant.ts';
import type { CandidateBody, IdentityBody } from './order-body.ts';

const orNull = <T>(value: T | null | undefined): T | null => value ?? null;
const alpha3 = (code: string | null | undefined) => countryByAlpha2(code ?? '')?.alpha3 ?? null;
const trimmed = (text: string | null | undefined) => text?.trim() ?? '';
const titleOf = (text: string | null | undefined) => titles.find((title) => title === text) ?? null;

type Entry<K extends 'AddressList' | 'PreviousNames' | 'EmploymentHistory' | 'Education' | 'Memberships'> = NonNullable<
  CandidateBody[K]
>[number];

function addressOf({ Address: place, ...stay }: Entry<'AddressList'>): Address {
  const country = alpha3(place?.Country);
  const postcode = orNull(place?.Postcode?.trim());
  return {
    flat_number: orNull(place?.FlatNumber),
    building_number: orNull(place?.HouseNumber),
    building_name: orNull(place?.HouseName),
    street: orNull(place?.StreetName),
    sub_street: orNull(place?.Locality),
    town: orNull(place?.Town),
    state: country === 'USA' ? orNull(place?.State?.toUpperCase()) : (place?.State ?? place?.County ?? null),
    // Guides write it in any way; interface v2 answers it in two parts.
    postcode:
      postcode !== null && isUkCountry(country ?? noFacts.country) ? (ukPostcodeOf(postcode) ?? postcode) : postcode,
    country,
    start_date: orNull(stay.DateMovedToThisAddress),
    end_date: stay.IsCurrentAddress === true ? null : orNull(stay.DateLeftThisAddress),
  };
}

const previousNameOf = (name: Entry<'PreviousNames'>): PreviousName => ({
  title: titleOf(name.Title),
  first_name: trimmed(name.FirstName),
  middle_name: orNull(name.MiddleNames?.trim()),
  last_name: trimmed(name.LastName),
  known_from: orNull(name.KnownFromDate),
  known_to: orNull(name.KnownToDate),
});

const newestOf = (names: readonly PreviousName[]): PreviousName | undefined =>
  names.toSorted((a, b) => (b.known_to ?? '9999').localeCompare(a.known_to ?? '9999'))[0];

const activityOf = (entry: Entry<'EmploymentHistory'>): Activity => ({
  status: entry.EmploymentStatus ?? '',
  employer: trimmed(entry.Employer),
  job_title: orNull(entry.JobTitle),
  country: alpha3(entry.Country),
  start_date: entry.From ?? '',
  end_date: orNull(entry.To),
  self_employed_status: orNull(entry.SelfEmployedStatus),
  reason_for_leaving: orNull(entry.ReasonForLeaving),
  contact_timing: orNull(entry.ContactTiming),
  referee: orNull(entry.Referee),
});

const qualificationOf = (entry: Entry<'Education'>): Qualification => ({
  institution: trimmed(entry.Institution),
  country: alpha3(entry.Country),
  course: trimmed(entry.Qualification),
  level: trimmed(entry.Level),
  classification: orNull(entry.Classification),
  graduated_on: orNull(entry.GraduationDate),
  student_number: orNull(entry.StudentNumber),
});

const membershipOf = (entry: Entry<'Memberships'>): Membership => ({
  body: trimmed(entry.Body),
  status: entry.MembershipStatus ?? '',
  number: orNull(entry.Number),
});

/** A document's particulars under whichever of their two names they came, and the path of its number as it came. */
export interface GivenDocument extends IdentityDocument {
  readonly path: string;
  readonly numberPath: string;
}

type Part = Readonly<Record<string, string | null | undefined>>;

function documentOf(
  type: IdentityDocument['type'],
  name: keyof IdentityBody,
  part: Part,
  guideNames: Part,
): GivenDocument {
  const path = `Candidate.Identity.${name}`;
  const given = (field: string) => part[field] ?? part[guideNames[field] ?? field] ?? null;
  const isOwnName = typeof part.Number === 'string' || typeof part[guideNames.Number ?? ''] !== 'string';
  return {
    type,
    number: given('Number')?.trim() ?? null,
    country: alpha3(given('IssuingCountry')),
    issued_on: given('IssueDate'),
    expires_on: given('ExpiryDate'),
    path,
    numberPath: `${path}.${isOwnName ? 'Number' : guideNames.Number}`,
  };
}

const kinds: Readonly<Record<keyof IdentityBody, readonly [type: IdentityDocument['type'], guideNames: Part]>> = {
  PassportDocument: [
    'passport',
    {
      Number: 'PassportNumber',
      IssuingCountry: 'PassportIssuingCountry',
      IssueDate: 'PassportIssueDate',
      ExpiryDate: 'PassportExpiryDate',
    },
  ],
  DrivingDocument: [
    'driving_licence',
    {
      Number: 'DriverLicenseNumber',
      IssuingCountry: 'DriverLicenseIssuingCountry',
      IssueDate: 'DriverLicenseDate',
    },
  ],
  NationalInsuranceNumberDocument: ['national_insurance', { Number: 'NationalInsuranceNumber' }],
  IdCardDocument: ['identity_card', {}],
  ResidencePermitDocument: ['residence_permit', {}],
  BirthCertificateDocument: ['birth_certificate', {}],
  VisaDocument: ['visa', {}],
};

export function documentsGiven(identity: IdentityBody | undefined): GivenDocument[] {
  return (Object.keys(kinds) as (keyof IdentityBody)[]).flatMap((name) => {
    const part = identity?.[name];
    const [type, guideNames] = kinds[name];
    return part === undefined ? [] : [documentOf(type, name, part as Part, guideNames)];
  });
}

const idNumberTypes: Readonly<Partial<Record<IdentityDocument['type'], IdNumber['type']>>> = {
  driving_licence: 'driving_licence',
  national_insurance: 'social_insurance',
  identity_card: 'identity_card',
};

/** How a number is kept that people write in several ways. */
const numberForms: Readonly<Partial<Record<IdentityDocument['type'], (text: string) => string | undefined>>> = {
  driving_licence: gbDriverNumberOf,
  national_insurance: nationalInsuranceNumberOf,
};

function idNumbersOf(documents: readonly GivenDocument[]): IdNumber[] {
  return documents.flatMap(({ type, number }) => {
    const kind = idNumberTypes[type];
    if (kind === undefined || number === null || number === '') return [];
    return [{ type: kind, value: numberForms[type]?.(number) ?? number, state_code: null }];
  });
}

export function factsOf(candidate: CandidateBody): ApplicantFacts {
  const { CurrentName: name, PersonalInfo: info } = candidate;
  const previous = (candidate.PreviousNames ?? []).map(previousNameOf);
  const documents = documentsGiven(candidate.Identity);
  return {
    ...noFacts,
    title: titleOf(name?.Title),
    first_name: trimmed(name?.FirstName),
    middle_name: orNull(name?.MiddleNames?.trim()),
    last_name: trimmed(name?.LastName),
    email: trimmed(info?.CandidateEmail),
    gender: genders.find((gender) => gender === info?.Gender?.toLowerCase()) ?? null,
    dob: info?.DateOfBirth ?? noFacts.dob,
    telephone: orNull(info?.HomePhone?.PhoneNumber),
    mobile: orNull(info?.MobilePhone?.PhoneNumber),
    mothers_maiden_name: orNull(info?.MotherMaidenName),
    previous_last_name: newestOf(previous)?.last_name ?? null,
    nationality: alpha3(info?.CurrentNationality),
    country_of_birth: alpha3(info?.CountryOfBirth),
    town_of_birth: orNull(info?.TownOfBirth),
    id_numbers: idNumbersOf(documents),
    addresses: (candidate.AddressList ?? []).map(addressOf),
    previous_names: previous,
    activities: (candidate.EmploymentHistory ?? []).map(activityOf),
    qualifications: (candidate.Education ?? []).map(qualificationOf),
    memberships: (candidate.Memberships ?? []).map(membershipOf),
    identity_documents: documents.map(({ type, number, country, issued_on, expires_on }) => ({
      ...{ type, number, country, issued_on, expires_on },
    })),
  };
}

const factPaths: Readonly<Record<string, string>> = {
  first_name: 'CurrentName.FirstName',
  middle_name: 'CurrentName.MiddleNames',
  last_name: 'CurrentName.LastName',
  email: 'PersonalInfo.CandidateEmail',
  dob: 'PersonalInfo.DateOfBirth',
  id_numbers: 'Identity',
  addresses: 'AddressList',
};
const addressPaths: Readonly<Record<string, string>> = {
  street: 'Address.StreetName',
  postcode: 'Address.Postcode',
  state: 'Address.State',
  end_date: 'DateLeftThisAddress',
};

/** Where the body says what the facts have under `path`: `addresses[0].street` → `Candidate.AddressList[0].Address.StreetName`. */
export function bodyPathOf(path: string): string {
  const [, index, name = ''] = /^addresses\[(\d+)\]\.(\w+)$/.exec(path) ?? [];
  if (index !== undefined) return `Candidate.AddressList[${index}].${addressPaths[name] ?? 'Address'}`;
  return `Candidate.${factPaths[path] ?? factPaths[path.split('[', 1)[0] ?? ''] ?? ''}`.replace(/\.$/, '');
}
