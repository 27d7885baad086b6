// How long the certificate of a criminal record of another country holds: as its issuer says, otherwise as the trade takes it; pure.
import { addDays, addMonths, type IsoDate } from '../../lib/dates.ts';
import type { ReportType } from './report-type.ts';
import { criminalRecordCountries } from './tables/criminal-record-countries.ts';
import type { CertificateValidity } from './tables/criminal-record-country.ts';

/** What the trade takes at most where the issuer says nothing; the validity of the family says it to screeners. */
const usual: CertificateValidity = { months: 6 };

/** `3 months`, `30 days` */
export function validityInWords(validity: CertificateValidity): string {
  return 'months' in validity ? `${validity.months} months` : `${validity.days} days`;
}

export interface CertificateHolds {
  readonly until: IsoDate;
  /** `3 months` */
  readonly words: string;
  readonly isOfIssuer: boolean;
}

/** Of a certificate that was issued on a day; the certificate of one register has no validity of its own. */
export function certificateHolds(
  { name, country }: Pick<ReportType, 'name' | 'country'>,
  issuedOn: IsoDate,
): CertificateHolds {
  const row =
    name === 'criminal_history_international'
      ? criminalRecordCountries.find((one) => one.country === country)
      : undefined;
  const validity = row?.validity ?? usual;
  return {
    until: 'months' in validity ? addMonths(issuedOn, validity.months) : addDays(issuedOn, validity.days),
    words: validityInWords(validity),
    isOfIssuer: row?.validity !== undefined,
  };
}
