// What is known of criminal records of other countries: one variant a country or territory, by its three letters.

import { countryByAlpha3, europeanUnion } from '../../../lib/countries.ts';
import { from, type Known, unconfirmed } from '../../knowledge/known.ts';
import type { Requires } from '../../requirements/requirements.ts';
import { nationalities } from '../../value-sets/nationality-values.ts';
import { foreignRecordMethods } from '../../value-sets/refinement-values.ts';
import { part } from '../breakdown.ts';
import { validityInWords } from '../certificate-validity-rules.ts';
import { foreignConvictions, searchedNames } from '../found-lists.ts';
import { type Guidance, toDo, toKnow } from '../guidance.ts';
import { isOwnCertificate } from '../own-certificate-rules.ts';
import { recordInputs } from '../record-inputs.ts';
import type { Family, Variant } from '../report-type.ts';
import { person } from '../requires-of-person.ts';
import { criminalRecordCountries } from '../tables/criminal-record-countries.ts';
import type { CertificateApplicant, CriminalRecordCountry, Fulfilment } from '../tables/criminal-record-country.ts';

const applicants: Readonly<Record<CertificateApplicant, string>> = {
  candidate: 'Only the candidate can apply: in person, online or at an embassy.',
  agent: 'The candidate applies, or somebody whom they authorise.',
  employer: 'An employer or its agent can get the result with the signed consent of the candidate.',
  nobody: 'No certificate can be had in practice.',
};

const fulfilments: Readonly<Record<Fulfilment, string>> = {
  national_police_certificate: 'the national police, with a certificate',
  national_police: 'the national police',
  national_court: 'a national court',
  local_police_certificate: 'the local police, with a certificate',
  local_police: 'the local police',
  local_court: 'a local court',
  statewide_court: 'the courts of a state',
  federal_court: 'the federal courts',
  authentication: 'the candidate’s own certificate, authenticated',
  public_record_search: 'no record check, databases and media instead',
  territory_search: 'one search for territories of the United States',
};

/** By what is sold, the method that a client orders. */
const methodOf: Readonly<Partial<Record<Fulfilment, string>>> = {
  national_police_certificate: 'police',
  national_police: 'police',
  local_police_certificate: 'police',
  local_police: 'police',
  national_court: 'court',
  local_court: 'court',
  statewide_court: 'court',
  federal_court: 'court',
};

const withoutRecord = ['public_record_search', 'declaration'];

/**
 * Forms offer what there is in the country, by who can get a record and what is sold; all of it where nobody knows. Programs may
 * still name the others: their orders were always taken.
 */
function methodsOf({ applicant, fulfilments: sold }: CriminalRecordCountry) {
  const methods = (sold ?? []).flatMap((one) => methodOf[one] ?? []);
  const isUnknown = sold === undefined || sold.includes('territory_search');
  const offered = [...withoutRecord, 'certificate_authentication', ...methods];
  if (applicant === 'nobody') return foreignRecordMethods.filter(({ name }) => withoutRecord.includes(name));
  return foreignRecordMethods.map((method) =>
    isUnknown || offered.includes(method.name) ? method : { ...method, isUnoffered: true as const },
  );
}

/** Sold as a record check: a search of databases and media is none. */
const isRecordCheck = (one: Fulfilment) => one !== 'public_record_search';

const everyCountry: readonly Guidance[] = [
  toDo(
    from(
      'sia_foreign_records',
      'Ask for every country of six months or more in the last five years.',
      'check_before_relying',
    ),
  ),
  toKnow(
    from(
      'visa_certificates',
      'For a visa in health, education or care: every country of twelve months or more in ten years, from 18.',
    ),
  ),
  toKnow(unconfirmed('Residence decides, not nationality.')),
  toDo(unconfirmed('Have it translated and certified where it is in neither English nor Welsh.')),
  toKnow(from('cpni_overseas', 'The average of 64 countries was 16 days; some answer at once, some after six months.')),
  toDo(unconfirmed('For work with children ask for the form of the country that is meant for it.')),
  toDo(
    unconfirmed(
      'Where none can be had record every attempt and refusal, then a declaration, references from there and a search of public records; the result is unidentified.',
    ),
  ),
];

const asksCandidate: readonly Guidance[] = [
  toKnow(
    unconfirmed(
      'The candidate’s form says where and how to apply, and the report waits for the certificate; one that is too old is not taken.',
    ),
  ),
  toDo(
    unconfirmed(
      'Record its number and day of issue, who translated it, what shows that it is genuine, and whether you saw the original.',
    ),
  ),
];

const multilingual = toKnow(from('gov_pl', 'The issuer can add a multilingual form under Regulation (EU) 2016/1191.'));

const requires: readonly Requires[] = [
  ...person,
  'place_of_birth',
  'nationality',
  'criminal_record_consent',
  { address_history: { years: 5 } },
  { identity_documents: { set: 'identity' } },
];

/** As far as the row goes; its fulfilments have a source of their own. */
const knownOf =
  ({ source, confidence }: CriminalRecordCountry) =>
  <T>(value: T): Known<T> =>
    source === undefined ? unconfirmed(value) : from(source, value, confidence);

function guidanceOf(row: CriminalRecordCountry): Guidance[] {
  const { certificate, authority, applicant, needs = [], validity, steps = [], notes = [], country } = row;
  const known = knownOf(row);
  const said = [
    ...(certificate === undefined ? [] : [`Certificate: ${[certificate, authority].filter(Boolean).join('; ')}.`]),
    applicants[applicant],
    ...(needs.length === 0 ? [] : [`Besides a passport copy and the fee it takes: ${needs.join('; ')}.`]),
    ...notes,
    ...(validity === undefined ? [] : [`It holds for ${validityInWords(validity)}.`]),
  ].map((note) => toKnow(known(note)));
  const sold = (row.fulfilments ?? []).map((one) => fulfilments[one]);
  return [
    ...steps.map((step) => toDo(known(step))),
    ...(isOwnCertificate(country) ? asksCandidate : []),
    ...(row.takesParents
      ? [toKnow(unconfirmed('It takes the names of father and mother, which the form asks for.'))]
      : []),
    ...said,
    ...(sold.length === 0 ? [] : [toKnow(from('sterling_catalogue', `As it is sold: ${sold.join('; ')}.`))]),
    ...(europeanUnion.has(country) ? [multilingual] : []),
    ...everyCountry,
  ];
}

const everyLaw = [
  unconfirmed('Data Protection Act 2018, section 184: to make somebody ask for their own record is an offence.'),
  unconfirmed('Article 10 of the UK GDPR with Schedule 1 of the Data Protection Act 2018.'),
];

/** What the law of the country says. @param country three letters */
export const lawOfCountry = (country: string) =>
  (criminalRecordCountries.find((row) => row.country === country)?.law ?? []).map((one) => unconfirmed(one));

const calledAbroad = ['police check', 'police certificate', 'police clearance', 'good conduct'];

const peopleOf = (alpha2: string) => nationalities.filter(({ value }) => value === alpha2).map(({ name }) => name);

function variantOf(row: CriminalRecordCountry): Variant {
  const { country, certificate, authority, identifier, workingDays } = row;
  const { name, alpha2, aliases } = countryByAlpha3(country)!;
  const known = knownOf(row);
  return {
    label: `Criminal record, ${name}`,
    description: `Criminal record in ${name}${certificate === undefined ? '' : `: ${certificate}`}.`,
    country,
    searchWords: [...calledAbroad, ...aliases, ...peopleOf(alpha2)],
    requires: [
      ...requires,
      ...(identifier === undefined
        ? []
        : [{ local_identifier: { country, kind: identifier, mayLack: true } } as const]),
      ...(row.takesParents ? ['parents_names' as const] : []),
      ...(row.searchesInOwnScript ? ['own_script' as const] : []),
      { stay_abroad: { country } },
      ...(isOwnCertificate(country) ? [{ own_certificate: { country } } as const] : []),
    ],
    options: methodsOf(row),
    ...(workingDays === undefined ? {} : { workingDays: known(workingDays) }),
    ...(authority === undefined ? {} : { answeredBy: known(authority) }),
    law: [...lawOfCountry(country), ...everyLaw],
    ...(row.limit === undefined ? {} : { limit: row.limit }),
    guidance: guidanceOf(row),
    soldBy: row.fulfilments?.some(isRecordCheck) ? 'sterling_catalogue' : null,
  };
}

/** How its issuer or an authority stands for the certificate. */
const authentication = {
  choice: {
    apostille: 'Apostille',
    legalised: 'Legalised by an embassy or consulate',
    online: 'Verified online by its code',
    issuer: 'Confirmed by the issuer',
    direct: 'Received from the authority itself',
    none: 'Not authenticated',
  },
} as const;

/** What every search of a foreign record has. */
export const foreignCriminalRecord = {
  area: 'international_criminal_records',
  requires,
  law: everyLaw,
  validity: unconfirmed('Issued in the last three to six months, and after the candidate left the country.'),
  clauses: [
    'The authority states that no conviction is on record.',
    'The certificate was seen and authenticated with its issuer.',
    'Only the records named were searched; others are not available in this country.',
    'No certificate can be had; a declaration, references and public records were used instead.',
    'Possible matches were ruled out on identifiers.',
  ],
  inputs: recordInputs,
  assessments: ['spent_convictions'],
  breakdown: {
    jurisdiction: part('Jurisdiction', { properties: { name: 'text' } }),
    searched_names: part('Names searched', { properties: { names: searchedNames } }),
    period: part('Period searched', { properties: { from: 'date', to: 'date' } }),
    record_found: part('Record found'),
  },
  properties: {
    ...{ method: 'text', certificate_number: 'text', issued_on: 'date', language: 'text' },
    ...{ translated_by: 'text', translated_on: 'date', authentication, authentication_reference: 'text' },
    original_seen: { choice: { seen: 'The original was seen', copy: 'A copy alone was seen' } },
    records: foreignConvictions,
  },
} as const satisfies Partial<Family>;

export const criminalHistoryInternational: Family = {
  ...foreignCriminalRecord,
  name: 'criminal_history_international',
  label: 'Criminal record of another country',
  searchWords: calledAbroad,
  description: 'Convictions on record in another country where the candidate lived.',
  options: foreignRecordMethods,
  guidance: everyCountry,
  variants: Object.fromEntries(criminalRecordCountries.map((row) => [row.country.toLowerCase(), variantOf(row)])),
};

/** Registers of one country that are sold on their own. */
export const antiCorruptionMalaysia: Family = {
  ...foreignCriminalRecord,
  name: 'anti_corruption_mys',
  label: 'Anti-corruption database, Malaysia',
  description: 'Convictions for corruption that Malaysia publishes.',
  country: 'MYS',
  answeredBy: unconfirmed('The Malaysian Anti-Corruption Commission, its public database of offenders'),
  soldBy: 'sterling_catalogue',
};

export const sexOffenderPoland: Family = {
  ...foreignCriminalRecord,
  name: 'sex_offender_pol',
  label: 'Sexual offenders register, Poland',
  description: 'Entries in the register of sexual offenders of Poland, for work with children.',
  country: 'POL',
  answeredBy: unconfirmed('The Ministry of Justice of Poland'),
  soldBy: 'sterling_catalogue',
};
