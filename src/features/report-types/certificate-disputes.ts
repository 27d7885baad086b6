// How a person disputes a certificate with the authority that issued it, as the authorities themselves say it; pure.
import type { OrderedCertificate, ReportType } from './report-type.ts';

export interface CertificateDispute {
  /** With the link in square brackets. */
  readonly text: string;
  readonly href: string;
}

/** Sources: gov.uk, “Report a problem with a certificate”; mygov.scot/disclosure-dispute; nidirect, “Disputing an AccessNI certificate”. */
const disputes: Readonly<Record<OrderedCertificate['issuer'], CertificateDispute>> = {
  dbs: {
    text: 'Is something on your DBS certificate wrong? Only the Disclosure and Barring Service can put it right: [tell them] within three months of the day on which it was issued. If it says what the police chose to add and that is wrong or should not stand there, you may afterwards ask the Independent Monitor for a review.',
    href: 'https://www.gov.uk/disclosure-barring-service-check/report-a-problem-with-a-certificate',
  },
  disclosure_scotland: {
    text: 'Is something on your disclosure wrong? Only Disclosure Scotland can put it right: [tell them] within 10 days of the day on which it was issued. They also say when you may ask for a review of what should not stand there, which an Independent Reviewer may decide.',
    href: 'https://www.mygov.scot/disclosure-dispute',
  },
  access_ni: {
    text: 'Is something on your AccessNI certificate wrong? Only AccessNI can put it right: [tell them] within 90 days of the day on which it was issued. The Independent Monitor reviews what the police added, and the Independent Reviewer spent convictions that should not stand there.',
    href: 'https://www.nidirect.gov.uk/articles/disputing-accessni-certificate',
  },
};

/** One for each authority that issues certificates for these types. */
export const certificateDisputes = (types: readonly ReportType[]): readonly CertificateDispute[] =>
  [...new Set(types.flatMap(({ certificate }) => certificate?.issuer ?? []))].map((issuer) => disputes[issuer]);
