// What is known of credit, directorships, insolvencies and driving licences in other countries: one variant a country.

import { countryByAlpha3, europeanUnion } from '../../../lib/countries.ts';
import { from, unconfirmed } from '../../knowledge/known.ts';
import type { Requires } from '../../requirements/requirements.ts';
import { answered, part, parts } from '../breakdown.ts';
import { searchClauses } from '../family-defaults.ts';
import {
  appointments,
  disqualifications,
  drivingCategories,
  drivingEndorsements,
  foreignDebtRecords,
  registersSearched,
} from '../found-lists.ts';
import { type Guidance, toDo, toKnow } from '../guidance.ts';
import type { Family, Variant } from '../report-type.ts';
import { person } from '../requires-of-person.ts';
import {
  creditCountries,
  directorshipCountries,
  drivingLicenceCountries,
  type ForeignRecordCountry,
  insolvencyCountries,
} from '../tables/foreign-record-countries.ts';

interface Said {
  readonly label: string;
  readonly guidance: readonly Guidance[];
  /** What its family asks for, where a country asks for a number besides. */
  readonly requires?: readonly Requires[];
}

/** @param inUnion what else holds of a country of the European Union */
function variantsOf(
  rows: readonly ForeignRecordCountry[],
  { label, guidance, requires = [] }: Said,
  inUnion: readonly Guidance[] = [],
): Readonly<Record<string, Variant>> {
  return Object.fromEntries(
    rows.map(({ country, note, law, limit, identifier, soldBy }) => [
      country.toLowerCase(),
      {
        label: `${label}, ${countryByAlpha3(country)!.name}`,
        country,
        ...(soldBy === undefined ? {} : { soldBy }),
        ...(limit === undefined ? {} : { limit }),
        ...(law === undefined ? {} : { law: [unconfirmed(law)] }),
        ...(identifier === undefined
          ? {}
          : {
              requires: [
                ...requires,
                { local_identifier: { country, kind: identifier, mayLack: true, isOfForm: true } } as const,
              ],
            }),
        guidance: [
          ...(note === undefined ? [] : [toKnow(unconfirmed(note))]),
          ...(europeanUnion.has(country) ? inUnion : []),
          ...guidance,
        ],
      },
    ]),
  );
}

const area = 'international';
const ownFile = toKnow(
  unconfirmed('Where the law lets nobody else ask, the candidate gets their own file and hands it over.'),
);

const creditRequires: readonly Requires[] = [...person, { address_history: { years: 6 } }];

export const creditInternational: Family = {
  name: 'credit_international',
  clauses: searchClauses,
  area,
  label: 'Credit of another country',
  description: 'Judgments, insolvencies and payment records in another country, as far as its law opens them.',
  requires: creditRequires,
  workingDays: unconfirmed(5),
  answeredBy: unconfirmed('The credit agency or the insolvency register of the country'),
  guidance: [ownFile],
  breakdown: parts({ insolvency: 'Insolvency', judgments: 'Judgments', payment_record: 'Payment record' }),
  properties: { registers_searched: registersSearched, records: foreignDebtRecords },
  soldBy: 'vero_services',
  variants: variantsOf(creditCountries, { label: 'Credit', guidance: [ownFile], requires: creditRequires }, [
    toKnow(unconfirmed('Often the insolvency register alone is open to others.')),
  ]),
};

const companyRegister = toDo(
  unconfirmed('Search the company register of the country by name; compare the date of birth where it gives one.'),
);

export const directorshipInternational: Family = {
  name: 'directorship_international',
  clauses: searchClauses,
  area,
  label: 'Directorships in another country',
  description: 'Appointments that the company register of another country shows.',
  requires: person,
  workingDays: unconfirmed(3),
  answeredBy: unconfirmed('The company register of the country'),
  guidance: [companyRegister],
  breakdown: parts({ appointments: 'Appointments', disqualification: 'Disqualification' }),
  properties: { appointments, disqualifications, register: 'text' },
  soldBy: 'verifile_international',
  variants: variantsOf(directorshipCountries, { label: 'Directorships', guidance: [companyRegister] }),
};

const insolvencyRegister = toDo(
  unconfirmed('Search the insolvency register under every name and address that was given.'),
);

export const insolvencyInternational: Family = {
  name: 'insolvency_international',
  clauses: searchClauses,
  area,
  label: 'Insolvency in another country',
  description: 'Bankruptcies and arrangements on the insolvency register of another country.',
  requires: [...person, { address_history: { years: 6 } }],
  workingDays: unconfirmed(3),
  answeredBy: unconfirmed('The insolvency register of the country'),
  guidance: [insolvencyRegister],
  breakdown: parts({ insolvency: 'Insolvency' }),
  properties: { records: foreignDebtRecords, register: 'text' },
  variants: variantsOf(insolvencyCountries, { label: 'Insolvency', guidance: [insolvencyRegister] }),
};

const extract: readonly Guidance[] = [
  toKnow(from('driving_licence_answers', 'No other country has a service like that of DVLA.')),
  toDo(unconfirmed('As a rule the candidate gets the extract and hands it over; authenticate it with its issuer.')),
];

const licenceRequires: readonly Requires[] = [
  ...(['name', 'date_of_birth'] as const),
  { identity_documents: { set: 'identity' } },
];

/** Their licences are of a state or province, whose register alone knows them. */
const licensedByState: ReadonlySet<string> = new Set(['AUS', 'CAN', 'IND', 'USA']);

/** The number is that of the country: no rule of British licences judges it. */
const licenceVariants = (): Readonly<Record<string, Variant>> => {
  const rows = drivingLicenceCountries.map((row) => ({ ...row, identifier: 'driving_licence' }));
  const variants = variantsOf(rows, { label: 'Driving licence', guidance: extract, requires: licenceRequires });
  return Object.fromEntries(
    Object.entries(variants).map(([name, { requires = [], ...variant }]) => [
      name,
      {
        ...variant,
        requires: [...requires, ...(licensedByState.has(variant.country ?? '') ? ['licence_issuer' as const] : [])],
      },
    ]),
  );
};

export const drivingLicenceInternational: Family = {
  name: 'driving_licence_international',
  area,
  label: 'Driving licence of another country',
  description: 'Entitlements and disqualifications on the licence of another country.',
  requires: licenceRequires,
  workingDays: unconfirmed(10),
  answeredBy: unconfirmed('The licensing authority of the country, as a rule through the candidate'),
  guidance: extract,
  breakdown: {
    licence_valid: answered('Licence valid', {
      valid: 'clear',
      expired: 'consider',
      revoked: 'consider',
      unidentified: 'unidentified',
    }),
    entitlement: part('Entitlement', { properties: { categories: drivingCategories } }),
    endorsements: part('Endorsements', { properties: { endorsements: drivingEndorsements } }),
    disqualified: part('Disqualification'),
  },
  properties: { licence_number_last_4: 'text', expires_on: 'date' },
  soldBy: 'verifile_international',
  variants: licenceVariants(),
};
