// The type of a row in the table of criminal records by country.
import type { Confidence } from '../../knowledge/known.ts';
import type { SourceId } from '../../knowledge/sources.ts';
import type { LegalLimit } from '../legal-limit-rules.ts';

/**
 * Who can get a certificate: only the candidate, an authorised agent, an employer with consent, or nobody in practice.
 */
export type CertificateApplicant = 'candidate' | 'agent' | 'employer' | 'nobody';

/** What screening companies do for the country, the default first. */
export type Fulfilment =
  | 'national_police_certificate'
  | 'national_police'
  | 'national_court'
  | 'local_police_certificate'
  | 'local_police'
  | 'local_court'
  | 'statewide_court'
  | 'federal_court'
  /** The candidate gets the certificate, and it is authenticated. */
  | 'authentication'
  /** Databases and media are searched, because there is no record check. */
  | 'public_record_search'
  /** One search for all territories of the United States. */
  | 'territory_search';

export type CertificateValidity = { readonly months: number } | { readonly days: number };

export interface CriminalRecordCountry {
  /** Three letters. */
  readonly country: string;
  /** The name of the certificate, without accents. */
  readonly certificate?: string;
  readonly authority?: string;
  readonly applicant: CertificateApplicant;
  /** The kind of number that the authority requires. */
  readonly identifier?: string;
  /** Requirements besides a copy of the passport, the fee and the number. */
  readonly needs?: readonly string[];
  /** Its form, or the court that is searched, takes the names of father and mother: general knowledge. */
  readonly takesParents?: true;
  /** Its authorities search in another script than the Latin one: general knowledge. */
  readonly searchesInOwnScript?: true;
  readonly workingDays?: number;
  /** Undefined if nobody is known to sell it. */
  readonly fulfilments?: readonly Fulfilment[];
  /** The validity that the issuer states, from the day of issue. */
  readonly validity?: CertificateValidity;
  /** What a screener does besides what is done for all rows. */
  readonly steps?: readonly string[];
  /** What a screener must know. */
  readonly notes?: readonly string[];
  /** What its law forbids an employer or demands first: general knowledge, whatever the source of the row. */
  readonly law?: readonly string[];
  /** Where its law lets an employer ask for it on a ground alone. */
  readonly limit?: LegalLimit;
  /** The source of the row, except its fulfilments; general knowledge if undefined. */
  readonly source?: SourceId;
  readonly confidence?: Confidence;
}
