// What an order of interface v1 says that neither facts nor reports hold: kept with the order, under its names; pure.
import type { OrderDetails } from '../checks/check.ts';
import type { OrderCommand } from './order-body-rules.ts';

/** What is only kept: what people call it, and what it is about. */
export interface OrderOnlyField {
  readonly label: string;
  readonly about: 'order' | 'papers';
}

type Fields = Readonly<Record<string, OrderOnlyField>>;
type Values = Readonly<Record<string, unknown>>;

const ofOrder = (label: string): OrderOnlyField => ({ label, about: 'order' });
const ofPapers = (label: string): OrderOnlyField => ({ label, about: 'papers' });

/** Said of the candidate, under Candidate.PersonalInfo, and no fact of theirs. */
export const orderOnly = {
  ApplicantType: ofOrder('Type of applicant'),
  PositionAppliedFor: ofOrder('Position applied for'),
  OtherReference: ofOrder('Other reference'),
  ApplicantNotes: ofOrder('Notes on the order'),
} as const satisfies Fields;

/** What is said about the job and the papers, besides what interface v2 asks, too. */
export const specificOnly = {
  CertificateDestination: ofPapers('Paper certificate goes to'),
  ThirdPartyConsent: ofPapers('Electronic certificate for the client'),
  IdentityRouteReason: ofPapers('Why Route 1 could not be met'),
  IdentityProof: ofPapers('Proof of identity (Scotland)'),
  AddressProof: ofPapers('Proof of address (Scotland)'),
} as const satisfies Fields;

/** Of what was not said, text is answered as `""` (decisions, Orders). */
export const answered = (values: Values | undefined, fields: Fields): Record<string, string> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values?.[name] ?? '') as string]));

const picked = (values: Values, fields: Fields): Record<string, string | null> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (values[name] ?? null) as string | null]));

export function orderDetailsOf({ body, packageId, specific }: OrderCommand): OrderDetails {
  const info = body.Candidate?.PersonalInfo;
  return {
    PackageId: packageId,
    OrderLayout: body.OrderLayout ?? null,
    FinalReportFormat: body.FinalReportFormat ?? null,
    PersonalInfo: picked({ ...info, OtherReference: info?.OtherReference ?? body.OtherReference }, orderOnly),
    CheckSpecificData: picked(specific, specificOnly),
    IdentityDocuments: (specific.IdentityDocuments ?? []).map(({ DocumentType, DocumentNumber }) => ({
      DocumentType: DocumentType ?? '',
      DocumentNumber: DocumentNumber ?? '',
    })),
  };
}
