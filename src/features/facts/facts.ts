// Every fact about a candidate, one entry each, from which both interfaces, the form, the desk and the documents
// follow.
import { genders } from '../value-sets/person-values.ts';
import { abroadFacts } from './abroad-facts.ts';
import { addressRule } from './address-fact-rules.ts';
import { addressFacts } from './address-facts.ts';
import { declarationFacts } from './declaration-facts.ts';
import { documentRule } from './document-fact-rules.ts';
import {
  choice,
  country,
  date,
  type Fact,
  type FactsOf,
  type FactTree,
  flag,
  list,
  requiredText,
  telephone,
  text,
  valueFrom,
  withEmpty,
} from './fact.ts';
import { helperFacts } from './form-help-facts.ts';
import { activityRule, membershipRule, qualificationRule, referenceRule } from './history-fact-rules.ts';
import { activityFacts, membershipFacts, qualificationFacts, referenceFacts } from './history-facts.ts';
import { identityDocumentFacts, idNumberFacts, localIdentifierFacts } from './identity-facts.ts';
import { nameFacts, previousNameFacts } from './name-facts.ts';
import { nationalityFacts } from './nationality-facts.ts';
import {
  birthDateRule,
  emailRule,
  idNumberRule,
  previousLastNameRule,
  previousNameRule,
  telephoneRule,
} from './person-fact-rules.ts';
import { proofFacts } from './proof-facts.ts';
import { socialProfileFacts, socialProfileRule } from './social-profile-facts.ts';

/** Their numbers with employers are told so that these find them, and to nobody else. */
export const withoutStaffNumbers = (facts: ApplicantFacts): ApplicantFacts => ({
  ...facts,
  activities: facts.activities.map((one) => ({ ...one, payroll_number: null })),
});

/** Stored if a client gives no birth date; the candidate must replace it before submitting. */
export const placeholderDob = '1900-01-01';

/** null if nobody has given it yet. */
export const givenDob = (dob: string): string | null => (dob === '' || dob === placeholderDob ? null : dob);

const person = 'Candidate.PersonalInfo';

export const facts = {
  ...nameFacts,
  previous_last_name: text({
    description: 'Previous last name: that of the newest previous name.',
    rule: previousLastNameRule,
    group: 'person',
    v1: null,
    v2: { description: 'Previous last name.', example: 'Former' },
    autocomplete: 'off',
  }),
  previous_names: list(previousNameFacts, {
    named: ['first_name', 'last_name'],
    description: 'Earlier names, newest first.',
    rule: previousNameRule,
    group: 'person',
    v1: { path: 'Candidate.PreviousNames' },
    v2: null,
    onlyWhere: { fact: 'name_is_from_birth', is: [false] },
  }),
  dob: withEmpty(
    date({
      description: 'Birth date; if omitted a default is set that the applicant must change.',
      rule: birthDateRule,
      group: 'person',
      v1: { path: `${person}.DateOfBirth`, description: 'Birth date.', example: '1985-06-14' },
      v2: { example: '1985-06-14' },
      sensitivity: 'identifier',
      autocomplete: 'bday',
    }),
    placeholderDob,
  ),
  gender: choice(
    genders,
    {
      description: 'Gender.',
      group: 'person',
      v1: { path: `${person}.Gender`, example: 'Female' },
      v2: { description: 'Gender; answered capitalised.', example: 'female' },
      autocomplete: 'sex',
    },
    'genders',
  ),
  ...nationalityFacts,
  town_of_birth: text({
    description: 'Town of birth.',
    group: 'person',
    v1: { path: `${person}.TownOfBirth`, example: 'London', max: 250 },
    v2: { example: 'London' },
  }),
  country_of_birth: country({
    description: 'Country of birth.',
    group: 'person',
    v1: { path: `${person}.CountryOfBirth` },
    v2: {},
    mayBeFormer: true,
  }),
  mothers_maiden_name: text({
    description: "Mother's maiden name.",
    group: 'person',
    v1: { path: `${person}.MotherMaidenName`, example: 'Example', max: 250 },
    v2: { example: 'Example' },
  }),
  ...abroadFacts,
  has_national_insurance_number: flag({
    description: 'Whether the candidate has a National Insurance number.',
    group: 'person',
    v1: null,
    v2: null,
  }),
  has_driving_licence: flag({
    description: 'Whether the candidate holds a valid driving licence.',
    group: 'person',
    v1: { path: `${person}.HasValidDrivingLicense`, example: true },
    v2: null,
  }),
  driving_licence_type: valueFrom('drivinglicencetype', {
    description: 'Kind of driving licence.',
    group: 'person',
    v1: { path: 'Candidate.Identity.DrivingDocument.DriverLicenseType', example: 'GBFull' },
    v2: null,
    isOptional: true,
    onlyWhere: { fact: 'has_driving_licence', is: [true] },
  }),
  ...proofFacts,
  fca_pra_approved: valueFrom('fcapraapproved', {
    description: 'Whether approved by the FCA or PRA; true and false are accepted too.',
    group: 'person',
    v1: { path: `${person}.FSAApproved`, example: 'No' },
    v2: null,
    isOptional: true,
  }),
  id_numbers: list(idNumberFacts, {
    named: ['value'],
    rule: idNumberRule,
    description: 'Identification numbers.',
    group: 'person',
    v1: null,
    v2: { entry: { title: 'IdNumber', description: 'An identification number.' } },
    key: 'type',
  }),
  local_identifiers: list(localIdentifierFacts, {
    named: ['value', 'why_none'],
    description: 'Numbers that other countries issue to people.',
    group: 'person',
    v1: { path: 'Candidate.LocalIdentifiers' },
    v2: null,
    key: 'kind',
    keyPrefix: 'country',
  }),
  email: requiredText({
    description: 'Email address.',
    rule: emailRule,
    group: 'contact',
    v1: { path: `${person}.CandidateEmail`, example: 'jane.applicant@example.com', max: 250 },
    v2: { example: 'jane.applicant@example.com' },
    autocomplete: 'email',
  }),
  mobile: telephone({
    description: 'Mobile number.',
    rule: telephoneRule,
    group: 'contact',
    v1: { path: `${person}.MobilePhone.PhoneNumber`, example: '07700900123', max: 30 },
    v2: { example: '07700900123' },
    isOptional: true,
    autocomplete: 'tel',
  }),
  mobile_country: country({
    description: 'Country of the mobile number.',
    group: 'contact',
    v1: { path: `${person}.MobilePhone.CountryCode` },
    v2: null,
    isOptional: true,
  }),
  telephone: telephone({
    description: 'Landline number.',
    rule: telephoneRule,
    group: 'contact',
    v1: { path: `${person}.HomePhone.PhoneNumber`, example: '02088909293', max: 30 },
    v2: { example: '02088909293' },
    isOptional: true,
    autocomplete: 'home tel',
  }),
  telephone_country: country({
    description: 'Country of the landline number.',
    group: 'contact',
    v1: { path: `${person}.HomePhone.CountryCode` },
    v2: null,
    isOptional: true,
  }),
  has_social_profiles: flag({
    description: 'Whether the candidate has profiles on social media that anybody can see.',
    group: 'contact',
    v1: null,
    v2: null,
  }),
  social_profiles: list(socialProfileFacts, {
    named: ['network', 'profile'],
    none: 'has_social_profiles',
    rule: socialProfileRule,
    description: 'Profiles on social media that anybody can see.',
    group: 'contact',
    v1: null,
    v2: null,
  }),
  ...helperFacts,
  country: withEmpty(
    country({
      description: 'Country where the applicant is checked; GBR when not provided.',
      group: 'contact',
      v1: null,
      v2: {},
    }),
    'GBR',
  ),
  addresses: list(addressFacts, {
    named: ['building_number', 'street', 'town'],
    rule: addressRule,
    description: 'Address history.',
    group: 'addresses',
    v1: { path: 'Candidate.AddressList', description: 'Addresses.' },
    v2: { entry: { title: 'Address', description: 'An address of the history.' } },
  }),
  identity_documents: list(identityDocumentFacts, {
    named: ['number'],
    rule: documentRule,
    description: 'Identity documents.',
    group: 'identity_documents',
    v1: { path: 'Candidate.Identity' },
    v2: null,
    key: 'type',
  }),
  activities: list(activityFacts, {
    named: ['employer', 'status'],
    rule: activityRule,
    description: 'Employments, and other activities between them.',
    group: 'activities',
    v1: { path: 'Candidate.EmploymentHistory' },
    v2: null,
  }),
  has_qualifications: flag({
    description: 'Whether the candidate has qualifications of the kind that is asked for.',
    group: 'education',
    v1: null,
    v2: null,
  }),
  qualifications: list(qualificationFacts, {
    named: ['level', 'course'],
    none: 'has_qualifications',
    rule: qualificationRule,
    description: 'Qualifications.',
    group: 'education',
    v1: { path: 'Candidate.Education' },
    v2: null,
  }),
  has_memberships: flag({
    description: 'Whether the candidate has memberships or registrations of the kind that is asked for.',
    group: 'memberships',
    v1: null,
    v2: null,
  }),
  memberships: list(membershipFacts, {
    named: ['body'],
    none: 'has_memberships',
    rule: membershipRule,
    description: 'Memberships.',
    group: 'memberships',
    v1: { path: 'Candidate.Memberships' },
    v2: null,
  }),
  has_referees: flag({
    description: 'Whether the candidate has as many referees as are asked for.',
    group: 'references',
    v1: null,
    v2: null,
  }),
  why_no_referee: text({
    description: 'Why the candidate has no referee, or no other one.',
    group: 'references',
    v1: null,
    v2: null,
    isOptional: true,
  }),
  references: list(referenceFacts, {
    named: ['name'],
    none: 'has_referees',
    whyNone: 'why_no_referee',
    rule: referenceRule,
    description: 'People who can give a reference.',
    group: 'references',
    v1: { path: 'Candidate.References' },
    v2: null,
  }),
  ...declarationFacts,
} as const satisfies FactTree;

/** The facts about a candidate, under the interface's attribute names (interface §Applicant). */
export type ApplicantFacts = FactsOf<typeof facts>;
export type Address = ApplicantFacts['addresses'][number];
export type Activity = ApplicantFacts['activities'][number];
export type PreviousName = ApplicantFacts['previous_names'][number];
export type IdentityDocument = ApplicantFacts['identity_documents'][number];
export type IdNumber = ApplicantFacts['id_numbers'][number];

type KeysOf<T extends FactTree, P extends string = ''> = {
  [K in keyof T & string]:
    | `${P}${K}`
    | (T[K] extends { readonly entry: infer E extends FactTree } ? KeysOf<E, `${P}${K}.`> : never);
}[keyof T & string];
/** The key of every fact; a fact of an entry has its list's name first, `addresses.street`. */
export type FactKey = KeysOf<typeof facts>;

export const emptyOf = <T extends FactTree>(tree: T): FactsOf<T> =>
  Object.fromEntries(Object.entries(tree).map(([name, { empty }]) => [name, empty])) as FactsOf<T>;

/** The empty values of all facts. */
export const noFacts: ApplicantFacts = emptyOf(facts);

/** The names of what an order that repeats another asks for anew: codes that are used once or lapse, and declarations. */
export const lapsingFacts: readonly string[] = Object.entries<Fact>(facts).flatMap(([name, { lapses }]) =>
  lapses ? [name] : [],
);

/** Of the person alone: what they declared was asked for the role of another order, and may not be asked for the next one. */
export const withoutDeclarations = (given: ApplicantFacts): ApplicantFacts => ({
  ...given,
  ...emptyOf(declarationFacts),
});

/** Adds empty values for facts that were defined after these were stored. */
export const wholeFacts = (sealed: Partial<ApplicantFacts>): ApplicantFacts => ({ ...noFacts, ...sealed });
