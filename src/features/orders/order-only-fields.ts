// The fields of an order of interface v1 that neither facts nor reports hold: their names, labels and subjects.

/** A field that is only stored: its label, and what it is about. */
export interface OrderOnlyField {
  readonly label: string;
  readonly about: 'order' | 'papers';
}

export type Fields = Readonly<Record<string, OrderOnlyField>>;

const ofOrder = (label: string): OrderOnlyField => ({ label, about: 'order' });
const ofPapers = (label: string): OrderOnlyField => ({ label, about: 'papers' });

/** Fields about the candidate in Candidate.PersonalInfo that are not facts. */
export const orderOnly = {
  ApplicantType: ofOrder('Type of applicant'),
  PositionAppliedFor: ofOrder('Position applied for'),
  OtherReference: ofOrder('Other reference'),
  ApplicantNotes: ofOrder('Notes on the order'),
} as const satisfies Fields;

/** Fields about the job and its papers that interface v2 does not have. */
export const specificOnly = {
  CertificateDestination: ofPapers('Paper certificate goes to'),
  ThirdPartyConsent: ofPapers('Electronic certificate for the client'),
  IdentityRouteReason: ofPapers('Why Route 1 could not be met'),
  IdentityProof: ofPapers('Proof of identity (Scotland)'),
  AddressProof: ofPapers('Proof of address (Scotland)'),
} as const satisfies Fields;
