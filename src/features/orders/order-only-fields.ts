// What an order of interface v1 says that neither facts nor reports hold: its names there, and what people call it.

/** What is only kept: what people call it, and what it is about. */
export interface OrderOnlyField {
  readonly label: string;
  readonly about: 'order' | 'papers';
}

export type Fields = Readonly<Record<string, OrderOnlyField>>;

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
