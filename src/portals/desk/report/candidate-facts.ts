// The candidate's facts as the desk reads them: only what was given, in people's words.

import type { Order } from '../../../features/checks/check.ts';
import {
  type Activity,
  type Address,
  type ApplicantFacts,
  type IdentityDocument,
  type IdNumber,
  type Membership,
  type PreviousName,
  placeholderDob,
  type Qualification,
} from '../../../features/facts/facts.ts';
import { nameOfValue } from '../../../features/value-sets/value-set-rules.ts';
import { countryByAlpha3, nationalityByAlpha3 } from '../../../lib/countries.ts';
import { ageOn, dateOf } from '../../../lib/dates.ts';
import { wordsOf } from '../../../messages/sentences.ts';
import { britishDate } from '../../shared/page-filters.ts';

export interface Fact {
  readonly label: string;
  readonly lines: readonly string[];
}

export interface FactGroup {
  readonly title: string;
  readonly facts: readonly Fact[];
}

const countryName = (code: string | null) => (code === null ? '' : (countryByAlpha3(code)?.name ?? code));
export const capitalised = (value: string | null) =>
  value === null ? '' : value.slice(0, 1).toUpperCase() + value.slice(1);
const joined = (parts: readonly (string | null)[], separator = ' ') =>
  parts.filter((part) => part !== null && part !== '').join(separator);

const idNumberLabels: Readonly<Record<IdNumber['type'], string>> = {
  ssn: 'Social security number',
  social_insurance: 'National Insurance number',
  tax_id: 'Tax number',
  identity_card: 'Identity card',
  driving_license: 'Driving licence',
  driving_licence: 'Driving licence',
};

function birth(facts: ApplicantFacts, today: Date): string {
  if (facts.dob === placeholderDob) return 'Not given yet';
  return `${britishDate(facts.dob)} (age ${ageOn(dateOf(today), facts.dob)})`;
}

function addressLines(address: Address): string[] {
  const building = joined([address.flat_number && `Flat ${address.flat_number}`, address.building_name], ', ');
  return [
    building,
    joined([address.building_number, address.street]),
    address.sub_street ?? '',
    joined([address.town, address.county ?? null, address.state], ', '),
    address.postcode ?? '',
    address.country === 'GBR' ? '' : countryName(address.country),
  ].filter((line) => line !== '');
}

function timeOf(start: string | null, end: string | null): string {
  const from = start === null || start === '' ? '' : `${britishDate(start)} `;
  return capitalised(`${from}${end === null ? 'to now' : `to ${britishDate(end)}`}`);
}

function addressFact(address: Address): Fact {
  return { label: timeOf(address.start_date, address.end_date), lines: addressLines(address) };
}

function activityFact(activity: Activity): Fact {
  const { self_employed_status: self, reason_for_leaving: reason, contact_timing: timing } = activity;
  return fact(
    timeOf(activity.start_date, activity.end_date),
    joined([activity.job_title, activity.employer], ', '),
    joined([
      nameOfValue('employmentstatus', activity.status),
      self === null ? null : `(${nameOfValue('selfemploymentstatus', self)})`,
      activity.country === null || activity.country === 'GBR' ? null : `in ${countryName(activity.country)}`,
    ]),
    reason === null ? '' : `Left: ${nameOfValue('reasonforleaving', reason)}`,
    timing === null ? '' : `May be contacted: ${nameOfValue('contacttiming', timing)}`,
    activity.referee ?? '',
  );
}

function qualificationFact(one: Qualification): Fact {
  const awarded = one.graduated_on === null ? null : britishDate(one.graduated_on);
  const student = one.student_number === null ? null : `student number ${one.student_number}`;
  const where = [one.institution, one.country === 'GBR' ? null : countryName(one.country)];
  return fact(
    joined([one.level, one.course], ', '),
    joined(where, ', '),
    joined([one.classification, awarded, student], ', '),
  );
}

const membershipFact = ({ body, status, number }: Membership) =>
  fact(body, joined([nameOfValue('membershipstatus', status), number], ', '));

const previousNameFact = ({ title, first_name, middle_name, last_name, known_from, known_to }: PreviousName) =>
  fact(
    'Previous name',
    joined([title, first_name, middle_name, last_name]),
    known_to === null ? '' : timeOf(known_from, known_to),
  );

function documentFact({ type, number, country, issued_on, expires_on }: IdentityDocument): Fact {
  const dates = [
    issued_on === null ? null : `issued ${britishDate(issued_on)}`,
    expires_on === null ? null : `expires ${britishDate(expires_on)}`,
  ];
  return fact(
    wordsOf(`identity_documents[${type}]`).label,
    joined([number, countryName(country)], ', ') || 'Named',
    joined(dates, ', '),
  );
}

export const fact = (label: string, ...lines: readonly string[]): Fact => ({ label, lines });

const isNamed = ({ previous_names, previous_last_name }: ApplicantFacts) =>
  previous_names.some(({ last_name }) => last_name === previous_last_name);

/** What a client may say of a candidate whom nobody asks. */
function saidBesides(facts: ApplicantFacts): Fact[] {
  const yesOrNo = (flag: boolean | null) => (flag === null ? '' : flag ? 'Yes' : 'No');
  const atBirth = facts.nationality_at_birth ?? '';
  const lines: Readonly<Partial<Record<keyof ApplicantFacts, string>>> = {
    name_is_from_birth: yesOrNo(facts.name_is_from_birth),
    name_known_from: facts.name_known_from === null ? '' : britishDate(facts.name_known_from),
    nationality_at_birth: nameOfValue('nationality', countryByAlpha3(atBirth)?.alpha2 ?? atBirth),
    fca_pra_approved: nameOfValue('fcapraapproved', facts.fca_pra_approved ?? ''),
    has_driving_licence: yesOrNo(facts.has_driving_licence),
    driving_licence_type: nameOfValue('drivinglicencetype', facts.driving_licence_type ?? ''),
    mobile_country: countryName(facts.mobile_country),
    telephone_country: countryName(facts.telephone_country),
  };
  return [
    ...Object.entries(lines).map(([key, line]) => fact(wordsOf(key).label, line)),
    ...facts.local_identifiers.map(({ country, kind, value }) =>
      fact(kind, joined([value, countryName(country)], ', ')),
    ),
    ...facts.references.map((one) =>
      fact(one.name, joined([one.relationship, one.organisation], ', '), one.email ?? '', one.telephone ?? ''),
    ),
  ];
}

function person(facts: ApplicantFacts, today: Date): Fact[] {
  return [
    fact('Name', joined([facts.title, facts.first_name, facts.middle_name, facts.last_name])),
    ...facts.previous_names.map(previousNameFact),
    // Said once: the form asks for the last name alone.
    fact('Previous last name', isNamed(facts) ? '' : (facts.previous_last_name ?? '')),
    fact('Date of birth', birth(facts, today)),
    fact('Gender', capitalised(facts.gender)),
    fact('Nationality', nationalityByAlpha3(facts.nationality ?? '')?.name ?? ''),
    fact('Place of birth', joined([facts.town_of_birth, countryName(facts.country_of_birth)], ', ')),
    fact('Mother’s maiden name', facts.mothers_maiden_name ?? ''),
    ...saidBesides(facts),
    ...facts.id_numbers.map((number) => fact(idNumberLabels[number.type], joined([number.value, number.state_code]))),
  ];
}

/** @param today on the clock that the report's account lives by */
export function candidateFacts(order: Order, today: Date): FactGroup[] {
  const { facts } = order;
  const groups: FactGroup[] = [
    { title: 'Candidate', facts: person(facts, today) },
    { title: 'Identity documents', facts: facts.identity_documents.map(documentFact) },
    { title: 'Addresses', facts: facts.addresses.map(addressFact) },
    { title: 'Work and what was between', facts: facts.activities.map(activityFact) },
    { title: 'Education', facts: facts.qualifications.map(qualificationFact) },
    { title: 'Memberships', facts: facts.memberships.map(membershipFact) },
    {
      title: 'Contact',
      facts: [fact('Email', facts.email), fact('Mobile', facts.mobile ?? ''), fact('Telephone', facts.telephone ?? '')],
    },
  ];
  return givenOf(groups);
}

/** Without what nobody gave. */
export function givenOf(groups: readonly FactGroup[]): FactGroup[] {
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter(({ lines }) => lines.some((line) => line !== '')) }))
    .filter((group) => group.facts.length > 0);
}
