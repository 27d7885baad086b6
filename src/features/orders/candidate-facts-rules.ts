// From the candidate of an order of interface v1 to an applicant's facts, and back from a fact's path to the body's; pure.
import { gbDriverNumberOf } from '../../lib/driver-numbers.ts';
import { nationalInsuranceNumberOf } from '../../lib/identity-numbers.ts';
import { isUkCountry, ukPostcodeOf } from '../../lib/postcodes.ts';
import {
  type Address,
  type ApplicantFacts,
  type IdentityDocument,
  type IdNumber,
  noFacts,
  type PreviousName,
} from '../facts/facts.ts';
import type { CandidateBody, IdentityBody } from './order-body.ts';
import { given } from './order-conversion-rules.ts';
import {
  address,
  education,
  employment,
  identityDocument,
  identityDocuments,
  membership,
  name,
  numberTypeOf,
  person,
  previousName,
  toFacts,
} from './order-field-rules.ts';

function addressOf(entry: NonNullable<CandidateBody['AddressList']>[number]): Address {
  const read = toFacts(address, entry);
  const isUk = isUkCountry(read.country ?? noFacts.country);
  return {
    ...read,
    state: read.country === 'USA' ? (read.state?.toUpperCase() ?? null) : read.state,
    // Guides write it in any way; interface v2 answers it in two parts.
    postcode: read.postcode !== null && isUk ? (ukPostcodeOf(read.postcode) ?? read.postcode) : read.postcode,
    end_date: entry.IsCurrentAddress === true ? null : read.end_date,
  };
}

const newestOf = (names: readonly PreviousName[]): PreviousName | undefined =>
  names.toSorted((a, b) => (b.known_to ?? '9999').localeCompare(a.known_to ?? '9999'))[0];

/** What is text in the facts, never null. */
const withText = <Facts, K extends keyof Facts>(facts: Facts, ...names: readonly K[]): Facts => ({
  ...facts,
  ...Object.fromEntries(names.map((name) => [name, facts[name] ?? ''])),
});

/** A particular of a document where it is said: under its own name, or under the guide's. */
export interface SaidParticular {
  readonly fact: keyof IdentityDocument;
  readonly path: string;
  readonly value: unknown;
}

/** A document by what was said first of each particular, and all that was said, which may be twice. */
export interface GivenDocument extends IdentityDocument {
  readonly path: string;
  readonly said: readonly SaidParticular[];
}

type Part = Readonly<Record<string, string | null | undefined>>;

function documentOf(
  type: IdentityDocument['type'],
  name: keyof IdentityBody,
  part: Part,
  guideNames: Part,
): GivenDocument {
  const path = `Candidate.Identity.${name}`;
  const said = identityDocument.flatMap(([own, fact, { toFact }]) =>
    [own, guideNames[own] ?? ''].flatMap((field) =>
      given(part[field]) === null ? [] : [{ fact, path: `${path}.${field}`, value: toFact(part[field]) }],
    ),
  );
  const particular = (field: string) => given(part[field]) ?? part[guideNames[field] ?? field];
  const particulars = Object.fromEntries(identityDocument.map(([field]) => [field, particular(field)]));
  return { ...toFacts(identityDocument, particulars), type, path, said };
}

/** Where a particular is said, or would be. */
export function particularPath({ path, said }: GivenDocument, fact: keyof IdentityDocument): string {
  const [own = ''] = identityDocument.find(([, one]) => one === fact) ?? [];
  return said.find((one) => one.fact === fact)?.path ?? `${path}.${own}`;
}

/** What the public guide calls the particulars of a document, where it has names of its own. */
export const guideNames: Readonly<Partial<Record<keyof IdentityBody, Part>>> = {
  PassportDocument: {
    Number: 'PassportNumber',
    IssuingCountry: 'PassportIssuingCountry',
    IssueDate: 'PassportIssueDate',
    ExpiryDate: 'PassportExpiryDate',
  },
  DrivingDocument: {
    Number: 'DriverLicenseNumber',
    IssuingCountry: 'DriverLicenseIssuingCountry',
    IssueDate: 'DriverLicenseDate',
  },
  NationalInsuranceNumberDocument: { Number: 'NationalInsuranceNumber' },
};

/** Those of which anything is said: clients send every document with all of its properties empty, which is none. */
export function documentsGiven(identity: IdentityBody | undefined): GivenDocument[] {
  return identityDocuments.flatMap(([name, type]) => {
    const part: Part = identity?.[name] ?? {};
    const isSaid = Object.values(part).some((value) => given(value) !== null);
    return isSaid ? [documentOf(type, name, part, guideNames[name] ?? {})] : [];
  });
}

/** How a number is kept that people write in several ways. */
const numberForms: Readonly<Partial<Record<IdentityDocument['type'], (text: string) => string | undefined>>> = {
  driving_licence: gbDriverNumberOf,
  national_insurance: nationalInsuranceNumberOf,
};

export const numberAsKept = (type: IdentityDocument['type'], number: string): string =>
  numberForms[type]?.(number) ?? number;

function idNumbersOf(documents: readonly GivenDocument[]): IdNumber[] {
  return documents.flatMap(({ type, number }) => {
    const kind = numberTypeOf(type);
    if (kind === null || number === null || number === '') return [];
    return [{ type: kind, value: numberAsKept(type, number), state_code: null }];
  });
}

export function factsOf(candidate: CandidateBody): ApplicantFacts {
  const previous = (candidate.PreviousNames ?? []).map((one) =>
    withText(toFacts(previousName, one), 'first_name', 'last_name'),
  );
  const documents = documentsGiven(candidate.Identity);
  const read = { ...noFacts, ...toFacts(name, candidate.CurrentName), ...toFacts(person, candidate.PersonalInfo) };
  return {
    ...withText(read, 'first_name', 'last_name', 'email'),
    previous_last_name: newestOf(previous)?.last_name ?? null,
    id_numbers: idNumbersOf(documents),
    addresses: (candidate.AddressList ?? []).map(addressOf),
    previous_names: previous,
    activities: (candidate.EmploymentHistory ?? []).map((one) =>
      withText(toFacts(employment, one), 'status', 'employer', 'start_date'),
    ),
    qualifications: (candidate.Education ?? []).map((one) =>
      withText(toFacts(education, one), 'institution', 'course', 'level'),
    ),
    memberships: (candidate.Memberships ?? []).map((one) => withText(toFacts(membership, one), 'body', 'status')),
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
  previous_names: 'PreviousNames',
  activities: 'EmploymentHistory',
  qualifications: 'Education',
  memberships: 'Memberships',
  identity_documents: 'Identity',
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
