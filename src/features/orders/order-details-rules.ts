// What an order of interface v1 says that neither facts nor reports hold: kept with the order, under its names; pure.
import type { OrderDetails } from '../checks/check.ts';
import type { OrderBody } from './order-body.ts';
import type { OrderCommand } from './order-body-rules.ts';
import type { Conversion } from './order-conversion-rules.ts';

type Value = string | boolean | null;
type Section = Readonly<Record<string, unknown>> | undefined;

/** What is only kept: how it is answered, what people call it, and what it is about. */
export interface OrderOnlyField {
  readonly kind: Extract<Conversion['kind'], 'text' | 'date' | 'flag'>;
  readonly label: string;
  readonly about: 'order' | 'candidate' | 'papers';
}

type Fields = Readonly<Record<string, OrderOnlyField>>;

const said =
  (about: OrderOnlyField['about']) =>
  (label: string, kind: OrderOnlyField['kind'] = 'text'): OrderOnlyField => ({ kind, label, about });
const ofOrder = said('order');
const ofCandidate = said('candidate');
const ofPapers = said('papers');

/** By section of the candidate; documents and telephones are sections of their own. */
export const orderOnly = {
  CurrentName: {
    IsFromBirth: ofCandidate('Has this name from birth', 'flag'),
    KnownFromDate: ofCandidate('Has this name since', 'date'),
  },
  PersonalInfo: {
    ApplicantType: ofOrder('Type of applicant'),
    NationalityAtBirth: ofCandidate('Nationality at birth'),
    PositionAppliedFor: ofOrder('Position applied for'),
    OtherReference: ofOrder('Other reference'),
    ApplicantNotes: ofOrder('Notes on the order'),
    FSAApproved: ofCandidate('Approved by the FCA or PRA'),
    HasValidDrivingLicense: ofCandidate('Holds a valid driving licence', 'flag'),
  },
  DrivingDocument: { DriverLicenseType: ofCandidate('Kind of driving licence') },
  HomePhone: { CountryCode: ofCandidate('Country of the telephone') },
  MobilePhone: { CountryCode: ofCandidate('Country of the mobile') },
} as const satisfies Readonly<Record<string, Fields>>;

export const sectionPaths: Readonly<Record<keyof typeof orderOnly, string>> = {
  CurrentName: 'Candidate.CurrentName',
  PersonalInfo: 'Candidate.PersonalInfo',
  DrivingDocument: 'Candidate.Identity.DrivingDocument',
  HomePhone: 'Candidate.PersonalInfo.HomePhone',
  MobilePhone: 'Candidate.PersonalInfo.MobilePhone',
};

/** What is said about the job and the papers, besides what interface v2 asks, too. */
export const specificOnly = {
  CertificateDestination: ofPapers('Paper certificate goes to'),
  ThirdPartyConsent: ofPapers('Electronic certificate for the client'),
  IdentityRouteReason: ofPapers('Why Route 1 could not be met'),
  IdentityProof: ofPapers('Proof of identity (Scotland)'),
  AddressProof: ofPapers('Proof of address (Scotland)'),
} as const satisfies Fields;

const picked = (section: Section, fields: Fields): Record<string, Value> =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, (section?.[name] ?? null) as Value]));

/** Of what was not said, text is answered as `""`, dates and flags as null (decisions, Orders). */
export const answered = (values: Section, fields: Fields): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { kind }]) => [
      name,
      (values?.[name] ?? (kind === 'text' ? '' : null)) as Value,
    ]),
  );

function sectionsOf({ Candidate, OtherReference }: OrderBody): Readonly<Record<keyof typeof orderOnly, Section>> {
  const { CurrentName, PersonalInfo, Identity } = Candidate ?? {};
  return {
    CurrentName,
    PersonalInfo: { ...PersonalInfo, OtherReference: PersonalInfo?.OtherReference ?? OtherReference },
    DrivingDocument: Identity?.DrivingDocument,
    HomePhone: PersonalInfo?.HomePhone,
    MobilePhone: PersonalInfo?.MobilePhone,
  };
}

export function orderDetailsOf({ body, packageId, specific }: OrderCommand): OrderDetails {
  const sections = sectionsOf(body);
  return {
    PackageId: packageId,
    OrderLayout: body.OrderLayout ?? null,
    FinalReportFormat: body.FinalReportFormat ?? null,
    Candidate: Object.fromEntries(
      Object.entries(orderOnly).map(([name, fields]) => [
        name,
        picked(sections[name as keyof typeof orderOnly], fields),
      ]),
    ),
    CheckSpecificData: picked(specific, specificOnly) as Record<string, string | null>,
    IdentityDocuments: (specific.IdentityDocuments ?? []).map(({ DocumentType, DocumentNumber }) => ({
      DocumentType: DocumentType ?? '',
      DocumentNumber: DocumentNumber ?? '',
    })),
  };
}
