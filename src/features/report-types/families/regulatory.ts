// What is known of reports on regulators, courts and shared databases.

import { from, unconfirmed } from '../../knowledge/known.ts';
import { longestGapDays } from '../../requirements/activity-history-requirement.ts';
import { part, parts } from '../breakdown.ts';
import { consideredReports, courtCases, fraudRecords, registerEntries } from '../found-lists.ts';
import { toDo, toKnow } from '../guidance.ts';
import type { Family } from '../report-type.ts';
import { person } from '../requires-of-person.ts';

const register = {
  area: 'financial',
  requires: person,
  workingDays: unconfirmed(1),
  clauses: [
    'The register shows nothing under the names given.',
    'The register confirms what was stated.',
    'The register shows an action or a prohibition.',
    'Entries of the same name were ruled out on identifiers.',
  ],
  guidance: [
    toDo(unconfirmed('Search by reference number where there is one; a name alone needs a second identifier.')),
  ],
  properties: { reference_number: 'text', entries: registerEntries },
} as const satisfies Partial<Family>;

export const financialServicesRegister: Family = {
  ...register,
  requires: [...person, 'fca_reference'],
  name: 'financial_services_register',
  label: 'Financial Services Register',
  searchWords: ['FCA', 'SM&CR', 'SMCR'],
  description: 'Approvals, certifications and prohibitions published by the FCA and the PRA.',
  answeredBy: unconfirmed('The Financial Conduct Authority'),
  breakdown: parts({
    approvals: 'Approvals and certifications',
    prohibition: 'Prohibition',
    enforcement: 'Enforcement',
  }),
  soldBy: 'verifile_financial_services',
  isPlain: true,
  variants: {
    fca_register: {
      label: 'FCA register',
      description: 'Approvals and certifications, past and present, on the FCA register.',
      breakdown: parts({ approvals: 'Approvals and certifications' }),
    },
    prohibition: {
      label: 'FCA prohibition orders',
      description: 'Orders of the FCA that prohibit the candidate from regulated work.',
      breakdown: parts({ prohibition: 'Prohibition' }),
    },
    enforcement_notices: {
      label: 'FCA enforcement notices',
      description: 'Final notices and other enforcement that the FCA publishes.',
      breakdown: parts({ enforcement: 'Enforcement' }),
    },
  },
};

export const prudentialRegulation: Family = {
  ...register,
  requires: [...person, 'fca_reference'],
  name: 'pra',
  label: 'Prudential Regulation Authority',
  searchWords: ['PRA', 'SM&CR', 'SMCR'],
  description: 'Approvals and enforcement of the Prudential Regulation Authority.',
  answeredBy: unconfirmed('The Prudential Regulation Authority'),
  breakdown: parts({ approvals: 'Approvals', enforcement: 'Enforcement' }),
  soldBy: 'verifile_financial_services',
};

const regulators = {
  finra: ['USA', 'FINRA, United States'],
  sec: ['USA', 'SEC, United States'],
  sfc: ['HKG', 'SFC, Hong Kong'],
  mas: ['SGP', 'MAS, Singapore'],
  bafin: ['DEU', 'BaFin, Germany'],
  amf: ['FRA', 'AMF, France'],
  cbi: ['IRL', 'Central Bank of Ireland'],
  asic: ['AUS', 'ASIC, Australia'],
  finma: ['CHE', 'FINMA, Switzerland'],
} as const;

export const regulatoryInternational: Family = {
  ...register,
  name: 'regulatory_international',
  label: 'Financial regulator of another country',
  description: 'Registrations and enforcement of the financial regulator of another country.',
  breakdown: parts({ registrations: 'Registrations', enforcement: 'Enforcement' }),
  soldBy: 'verifile_financial_services',
  variants: Object.fromEntries(
    Object.entries(regulators).map(([key, [country, name]]) => [
      key,
      { label: `Financial regulator, ${name}`, country, answeredBy: unconfirmed(name) },
    ]),
  ),
};

/** For those whom the FCA or the PRA supervises. */
const fitAndProperRequires = [
  ...person,
  { activity_history: { years: 6, longestGapDays, standard: 'sysc_22' } },
  { address_history: { years: 6 } },
] as const satisfies Family['requires'];
const ofFinancialFirm: Family['requires'] = [...fitAndProperRequires, { fca_reference: { mayLack: true } }];

export const fitAndProper: Family = {
  area: 'financial',
  name: 'fit_and_proper',
  label: 'Fit and proper person',
  searchWords: ['FCA', 'SM&CR', 'SMCR', 'regulatory reference'],
  description: 'Whether what was found speaks for honesty, competence and financial soundness, as the regulator asks.',
  requires: fitAndProperRequires,
  workingDays: unconfirmed(10),
  answeredBy: unconfirmed('The screener, from the other reports of the order'),
  guidance: [
    toDo(unconfirmed('Gather the other reports; set out facts, and leave the decision to the firm.')),
    toKnow(
      from(
        'fca_ps26_6',
        'The criminal record check of a senior manager is valid for six months, and not due on moves within a group.',
      ),
    ),
  ],
  clauses: [
    'The reports of the order raise nothing against honesty, competence or financial soundness.',
    'The reports of the order raise points for the firm to decide.',
    'A report of the order is still missing.',
  ],
  breakdown: parts({
    honesty: 'Honesty and integrity',
    competence: 'Competence',
    financial_soundness: 'Financial soundness',
  }),
  properties: { reports_considered: consideredReports },
  soldBy: 'verifile_financial_services',
  variants: {
    smf: {
      label: 'Fit and proper, senior managers',
      requires: ofFinancialFirm,
      law: [from('sysc_22', 'Senior managers and certification regime.')],
    },
    certification: {
      label: 'Fit and proper, certification',
      requires: ofFinancialFirm,
      law: [from('sysc_22', 'Senior managers and certification regime: fitness is certified each year.')],
    },
    ned: { label: 'Fit and proper, non-executive directors', requires: ofFinancialFirm },
    cqc_reg5: {
      label: 'Fit and proper, directors of care providers',
      law: [
        unconfirmed('Regulation 5 of the Health and Social Care Act 2008 (Regulated Activities) Regulations 2014.'),
      ],
    },
    housing: { label: 'Fit and proper, housing' },
  },
};

export const cifas: Family = {
  area: 'financial',
  name: 'cifas',
  label: 'Cifas',
  searchWords: ['fraud'],
  description: 'Fraud that members of Cifas have recorded.',
  requires: [...person, { address_history: { years: 6 } }],
  workingDays: unconfirmed(1),
  answeredBy: from('cifas', 'Cifas'),
  law: [from('cifas', 'Only a member may search; a firm between that does not own the data cannot be one.')],
  guidance: [
    toDo(from('cifas', 'Look at each case: a record alone is never the ground of a decision.')),
    toKnow(from('cifas', 'A record stays for six years.')),
  ],
  clauses: [
    'No record was found.',
    'A record was found; the client looks at the case.',
    'The client is not a member of Cifas.',
  ],
  breakdown: parts({ record_found: 'Record found' }),
  properties: { records: fraudRecords },
  soldBy: 'cifas',
  variants: {
    insider_threat_database: {
      label: 'Cifas, Insider Threat Database',
      description: 'Fraud by employees and applicants that members of Cifas have recorded.',
      guidance: [
        toKnow(from('cifas', 'It was called Staff, Internal and Enhanced Internal Fraud Database before.')),
        toDo(from('cifas', 'Look at each case: a record alone is never the ground of a decision.')),
      ],
    },
    national_fraud_database: { label: 'Cifas, National Fraud Database' },
  },
};

export const civilLitigation: Family = {
  ...register,
  name: 'civil_litigation',
  label: 'Civil litigation',
  description: 'Cases at civil courts that the candidate is a party to.',
  breakdown: { cases: part('Cases', { properties: { cases: courtCases } }) },
  soldBy: 'vero_services',
  variants: {
    uk: { label: 'Civil litigation, UK', answeredBy: unconfirmed('Published judgments and court lists of the UK') },
    international: {
      label: 'Civil litigation, other countries',
      answeredBy: unconfirmed('Published judgments of the courts of the country'),
    },
  },
};

export const icoRegister: Family = {
  ...register,
  name: 'ico_register',
  label: 'Data protection fee register',
  searchWords: ['ICO'],
  description: 'Whether a self-employed candidate is on the register of fee payers of the Information Commissioner.',
  answeredBy: unconfirmed('The Information Commissioner, register of fee payers'),
  breakdown: parts({ on_register: 'On the register' }),
};

export const gamblingPersonalLicence: Family = {
  ...register,
  name: 'gambling_personal_licence',
  label: 'Gambling personal licence',
  description: 'Personal licence of the Gambling Commission, with its status.',
  answeredBy: unconfirmed('The Gambling Commission, public register'),
  breakdown: parts({ on_register: 'On the register', status: 'Status' }),
};

export const landRegistry: Family = {
  ...register,
  name: 'land_registry_ownership',
  label: 'Ownership at the Land Registry',
  description: 'Whether the candidate owns the property at an address.',
  requires: [...person, { address_history: { years: 3 } }],
  answeredBy: unconfirmed('HM Land Registry'),
  breakdown: parts({ owner: 'Owner' }),
};
