// The candidate's facts as the desk reads them: only what was given, in people's words.
import type { Address, ApplicantFacts, IdNumber } from '../../../features/applicants/applicant.ts';
import { placeholderDob } from '../../../features/applicants/applicant.ts';
import type { Order } from '../../../features/checks/check.ts';
import { countryByAlpha3 } from '../../../lib/countries.ts';
import { ageOn, dateOf } from '../../../lib/dates.ts';
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
const capitalised = (value: string | null) => (value === null ? '' : value.slice(0, 1).toUpperCase() + value.slice(1));
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
    joined([address.town, address.state], ', '),
    address.postcode ?? '',
    address.country === 'GBR' ? '' : countryName(address.country),
  ].filter((line) => line !== '');
}

function addressFact(address: Address): Fact {
  const from = address.start_date === null ? '' : `${britishDate(address.start_date)} `;
  const to = address.end_date === null ? 'to now' : `to ${britishDate(address.end_date)}`;
  return { label: capitalised(`${from}${to}`), lines: addressLines(address) };
}

const fact = (label: string, ...lines: readonly string[]): Fact => ({ label, lines });

function person(facts: ApplicantFacts, today: Date): Fact[] {
  return [
    fact('Name', joined([facts.title, facts.first_name, facts.middle_name, facts.last_name])),
    fact('Previous last name', facts.previous_last_name ?? ''),
    fact('Date of birth', birth(facts, today)),
    fact('Gender', capitalised(facts.gender)),
    fact('Nationality', countryName(facts.nationality)),
    fact('Place of birth', joined([facts.town_of_birth, countryName(facts.country_of_birth)], ', ')),
    fact('Mother’s maiden name', facts.mothers_maiden_name ?? ''),
    ...facts.id_numbers.map((number) => fact(idNumberLabels[number.type], joined([number.value, number.state_code]))),
  ];
}

function job(order: Order): Fact[] {
  const details = order.criminal_details;
  if (details === null) return [];
  return [
    fact('Job role', details.job_role ?? (details.JobRoleId === null ? '' : `Agreed role ${details.JobRoleId}`)),
    fact('Purpose', capitalised(details.purpose)),
    fact('Place of work', details.place_of_work ?? ''),
    fact('Employer', details.employer_name ?? ''),
    fact('Sector', details.employment_sector ?? ''),
  ];
}

/** @param today on the clock that the report's account lives by */
export function candidateFacts(order: Order, today: Date): FactGroup[] {
  const { facts } = order;
  const groups: FactGroup[] = [
    { title: 'Candidate', facts: person(facts, today) },
    { title: 'Addresses', facts: facts.addresses.map(addressFact) },
    {
      title: 'Contact',
      facts: [fact('Email', facts.email), fact('Mobile', facts.mobile ?? ''), fact('Telephone', facts.telephone ?? '')],
    },
    { title: 'Job', facts: job(order) },
  ];
  return groups
    .map((group) => ({ ...group, facts: group.facts.filter(({ lines }) => lines.some((line) => line !== '')) }))
    .filter((group) => group.facts.length > 0);
}
