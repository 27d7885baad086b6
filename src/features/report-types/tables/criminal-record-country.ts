// The shape of a row of the table of criminal records by country.
import type { Confidence } from '../../knowledge/known.ts';
import type { SourceId } from '../../knowledge/sources.ts';

/** Who can get it: only the candidate, an agent whom they authorise, an employer with their consent, or nobody in practice. */
export type CertificateApplicant = 'candidate' | 'agent' | 'employer' | 'nobody';

/** What a screening company was seen to do for the country, its default first. */
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
  /** No record check at all: databases and media are searched instead. */
  | 'public_record_search'
  /** One search for all territories of the United States. */
  | 'territory_search';

export interface CriminalRecordCountry {
  /** Three letters. */
  readonly country: string;
  /** What it is called there, without accents. */
  readonly certificate?: string;
  readonly authority?: string;
  readonly applicant: CertificateApplicant;
  /** The number that the authority asks for, by its kind. */
  readonly identifier?: string;
  /** Besides a copy of the passport, the fee and the number. */
  readonly needs?: readonly string[];
  readonly workingDays?: number;
  /** Left out where nobody was seen to sell it. */
  readonly fulfilments?: readonly Fulfilment[];
  /** For how long its issuer says that it holds. */
  readonly validity?: string;
  readonly notes?: readonly string[];
  /** What says the row, besides its fulfilments; the general knowledge of the trade where left out. */
  readonly source?: SourceId;
  readonly confidence?: Confidence;
}
