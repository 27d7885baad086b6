// The countries whose credit, directorship, insolvency and driving records can be checked, as data: one row per
// country.
import type { SourceId } from '../../knowledge/sources.ts';
import type { LegalLimit } from '../legal-limit-rules.ts';

const notForEmployment: LegalLimit = { kind: 'not_for_employment' };

export interface ForeignRecordCountry {
  /** Three letters. */
  readonly country: string;
  /** The country's source, or a difference from others. */
  readonly note?: string;
  /** What its law forbids an employer or demands first: general knowledge. */
  readonly law?: string;
  /** Where its law lets an employer ask for it on a ground alone, or not at all. */
  readonly limit?: LegalLimit;
  /** The kind of personal number by which its agencies find a file. */
  readonly identifier?: string;
  readonly soldBy?: SourceId;
}

export const creditCountries: readonly ForeignRecordCountry[] = [
  { country: 'ARE' },
  {
    country: 'AUS',
    law: 'Credit reports are not given to employers (Privacy Act 1988, Part IIIA): search insolvencies and judgments.',
    limit: notForEmployment,
  },
  { country: 'AUT' },
  { country: 'BEL' },
  {
    country: 'BRA',
    identifier: 'cpf',
    law: 'Labour courts hold it to be discrimination, save for few jobs.',
    limit: notForEmployment,
  },
  { country: 'CAN' },
  { country: 'CHE' },
  { country: 'CHN' },
  { country: 'CZE' },
  { country: 'DEU', note: 'The candidate gets their own file of Schufa.' },
  { country: 'DNK' },
  { country: 'ESP' },
  { country: 'FIN' },
  { country: 'FRA', law: 'No credit file is open to employers: search insolvencies alone.', limit: notForEmployment },
  { country: 'GRC' },
  { country: 'HKG' },
  { country: 'IND', identifier: 'pan' },
  {
    country: 'IRL',
    law: 'The Central Credit Register is not for employers, and nobody may be made to ask for their own: search judgments and insolvencies.',
    limit: notForEmployment,
  },
  { country: 'ITA' },
  { country: 'JPN' },
  { country: 'MEX' },
  { country: 'MYS' },
  { country: 'NLD', note: 'The candidate gets their own file of BKR.' },
  { country: 'NOR' },
  { country: 'NZL' },
  { country: 'POL' },
  { country: 'PRT' },
  { country: 'ROU' },
  { country: 'SGP' },
  { country: 'SWE' },
  { country: 'TUR' },
  {
    country: 'USA',
    identifier: 'ssn',
    law: 'Fair Credit Reporting Act: disclosure and written authorisation before, copy and summary of rights before a decision against the candidate; several states forbid it for most jobs.',
  },
  {
    country: 'ZAF',
    identifier: 'id_number',
    law: 'Only for a job of trust that handles cash or finances, which the employer certifies (National Credit Regulations 2006, regulations 18 and 19).',
    limit: { kind: 'ground_needed', grounds: ['cash_or_finances'] },
  },
];

export const directorshipCountries: readonly ForeignRecordCountry[] = [
  { country: 'ARE' },
  { country: 'AUS' },
  { country: 'AUT' },
  { country: 'BEL' },
  { country: 'BGR' },
  { country: 'CAN' },
  { country: 'CHE' },
  { country: 'CYP' },
  { country: 'CZE' },
  { country: 'DEU' },
  { country: 'DNK' },
  { country: 'ESP' },
  { country: 'EST' },
  { country: 'FIN' },
  { country: 'FRA' },
  { country: 'GRC' },
  { country: 'HKG' },
  { country: 'HRV' },
  { country: 'HUN' },
  { country: 'IND' },
  { country: 'IRL' },
  { country: 'ITA' },
  { country: 'LTU' },
  { country: 'LUX' },
  { country: 'LVA' },
  { country: 'MLT' },
  { country: 'NLD' },
  { country: 'NOR' },
  { country: 'NZL' },
  { country: 'POL' },
  { country: 'PRT' },
  { country: 'ROU' },
  { country: 'SGP' },
  { country: 'SVK' },
  { country: 'SVN' },
  { country: 'SWE' },
  { country: 'USA' },
  { country: 'ZAF' },
];

export const insolvencyCountries: readonly ForeignRecordCountry[] = [
  { country: 'AUS' },
  { country: 'CAN' },
  { country: 'DEU' },
  { country: 'ESP' },
  { country: 'FRA' },
  { country: 'IRL' },
  { country: 'NLD' },
  { country: 'USA' },
];

export const drivingLicenceCountries: readonly ForeignRecordCountry[] = [
  { country: 'AUS' },
  { country: 'CAN', soldBy: 'checkr_help' },
  { country: 'DEU' },
  { country: 'ESP' },
  { country: 'FRA' },
  { country: 'IND' },
  { country: 'IRL' },
  { country: 'ITA' },
  { country: 'NLD' },
  { country: 'NZL' },
  { country: 'POL' },
  { country: 'ROU' },
  { country: 'USA', note: 'Motor vehicle records are kept by each state.', soldBy: 'checkr_help' },
  { country: 'ZAF' },
];
