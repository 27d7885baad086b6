// What is known of reports on who somebody is, and where they live and lived.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { type Breakdown, part, parts } from '../breakdown.ts';
import { searchClauses } from '../family-defaults.ts';
import { confirmedAddresses, explainedGaps, matchedAddresses } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family, Knowledge } from '../report-type.ts';

const identityBreakdown: Breakdown = {
  sources: part('Sources', {
    parts: { total_sources: part('Sources that confirm', { properties: { total_number_of_sources: 'number' } }) },
  }),
  address: part('Address', {
    parts: {
      credit_agencies: part('Credit reference agencies', { properties: { number_of_matches: 'number' } }),
      ...parts({ telephone_database: 'Telephone database', voting_register: 'Electoral roll' }),
    },
  }),
  date_of_birth: part('Date of birth', {
    parts: parts({ credit_agencies: 'Credit reference agencies', voting_register: 'Electoral roll' }),
  }),
  mortality: part('Not registered as deceased'),
};

export const identity: Family = {
  name: 'identity',
  area: 'identity',
  label: 'Identity',
  searchWords: ['ID check', 'KYC', 'electoral roll'],
  description: 'Confirms that the person exists at the addresses given, from independent sources.',
  isPlain: true,
  requires: [
    'name',
    { previous_names: { isOfForm: true } },
    'date_of_birth',
    { address_history: { years: 3, isSearched: true } },
  ],
  workingDays: from('sterling_catalogue', 1),
  answeredBy: unconfirmed(
    'Credit reference agencies, the electoral roll, telephone records and the register of deaths.',
  ),
  law: [unconfirmed('A search of credit data leaves a soft footprint: other lenders do not see it.')],
  validity: unconfirmed('Three months.'),
  guidance: [
    toDo(unconfirmed('One strong source is not two: count independent sources.')),
    toDo(unconfirmed('Search an earlier address by the name that the person had there.')),
    toKnow(unconfirmed('A thin file is unidentified, not consider.')),
  ],
  clauses: [
    'Independent sources confirm the name, the date of birth and the address.',
    'Little is on record of the person (a thin file): no source contradicts what was given, but too few confirm it.',
    'The sources do not find the person at the address given.',
    'Possible matches were ruled out on identifiers.',
  ],
  breakdown: identityBreakdown,
  properties: { matched_address: 'text', matched_addresses: matchedAddresses },
  soldBy: 'sterling_catalogue',
  variants: {
    enhanced: {
      label: 'Identity, enhanced',
      description: 'As identity, with each part of the name, the date of birth and the address confirmed separately.',
      soldBy: 'onfido_models',
    },
    address_trace: {
      label: 'Address trace',
      clauses: searchClauses,
      description: 'Finds the addresses that records link to the person, also those that were not given.',
      breakdown: { address: identityBreakdown.address!, undeclared_addresses: part('Addresses that were not given') },
      guidance: [toDo(unconfirmed('Ask the candidate about an address that was not given before you report it.'))],
      soldBy: null,
    },
    mortality: {
      label: 'Register of deaths',
      clauses: searchClauses,
      description: 'Confirms that the identity is not that of somebody who has died.',
      breakdown: { mortality: identityBreakdown.mortality! },
      properties: {},
      soldBy: 'onfido_models',
    },
  },
};

export const proofOfAddress: Family = {
  name: 'proof_of_address',
  area: 'identity',
  label: 'Proof of address',
  searchWords: ['utility bill', 'bank statement'],
  description: 'Examines a recent document that shows where the person lives.',
  requires: [
    'name',
    'date_of_birth',
    { address_history: { years: 1, isSearched: true } },
    { evidence: { set: 'proof_of_address' } },
  ],
  workingDays: unconfirmed(1),
  answeredBy: unconfirmed('A trained screener, or a document service.'),
  validity: unconfirmed('Three months from the date of the document; twelve months for one that is issued yearly.'),
  guidance: [
    toKnow(
      from(
        'verifile_residency',
        'Accept council tax, tenancy, utility, landline, bank, mortgage, HMRC and benefit papers.',
      ),
    ),
    toKnow(from('verifile_residency', 'A document for the present address is at most three months old.')),
    toKnow(unconfirmed('Refuse mobile phone bills, envelopes and screenshots.')),
    toKnow(unconfirmed('One document never proves both identity and address.')),
  ],
  breakdown: {
    data_comparison: part('What it says compared with what was given', {
      parts: parts({ first_name: 'First name', last_name: 'Last name', address: 'Address' }),
    }),
    document_classification: part('Kind of document', { parts: parts({ supported_document: 'A kind that counts' }) }),
    image_integrity: part('Image', { parts: parts({ image_quality: 'Quality' }) }),
  },
  properties: {
    address: 'text',
    document_type: 'text',
    issue_date: 'date',
    issuer: 'text',
    summary_period_start: 'date',
    summary_period_end: 'date',
  },
  soldBy: 'onfido_models',
};

const residence = (years: number, more: Partial<Knowledge> = {}) => ({
  label: `Residence history, ${years} years`,
  description: `Confirms where the person lived over ${years} years, without gaps.`,
  requires: [
    'name',
    'previous_names',
    'date_of_birth',
    { address_history: { years, isSearched: true } },
    { evidence: { set: 'residence' } },
  ] as const,
  ...more,
});

export const residenceHistory: Family = {
  name: 'residence_history',
  area: 'identity',
  ...residence(5),
  answeredBy: unconfirmed('The electoral roll, tenancy records and council tax papers.'),
  workingDays: unconfirmed(3),
  guidance: [
    toDo(unconfirmed('Ask about every gap and overlap of more than 31 days.')),
    toKnow(
      from('verifile_residency', 'Where the electoral roll has nothing, documents of the time confirm an address.'),
    ),
  ],
  breakdown: parts({
    addresses: 'Every address is confirmed',
    gaps: 'No gap of more than 31 days',
    overlaps: 'No overlap of more than 31 days',
  }),
  properties: { from: 'date', to: 'date', confirmed_addresses: confirmedAddresses, gaps: explainedGaps },
  soldBy: 'verifile_residency',
  variants: { '3y': residence(3), '5y': residence(5), '6y': residence(6), '10y': residence(10) },
};
