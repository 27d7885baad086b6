// What an order of interface v1 says that neither facts nor reports hold: kept with the order, under its names; pure.
import type { OrderDetails } from '../checks/check.ts';
import type { OrderBody } from './order-body.ts';
import type { OrderCommand } from './order-body-rules.ts';

type Value = string | boolean | null;
type Section = Readonly<Record<string, unknown>> | undefined;

/** By section of the candidate; documents and telephones are sections of their own. */
export const orderOnly = {
  CurrentName: ['IsFromBirth', 'KnownFromDate'],
  PersonalInfo: [
    ...['ApplicantType', 'NationalityAtBirth', 'PositionAppliedFor', 'OtherReference', 'ApplicantNotes'],
    ...['FSAApproved', 'HasValidDrivingLicense'],
  ],
  DrivingDocument: ['DriverLicenseType'],
  HomePhone: ['CountryCode'],
  MobilePhone: ['CountryCode'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** What is said about the job and the papers, besides what interface v2 asks, too. */
export const specificOnly = [
  ...(['CertificateDestination', 'ThirdPartyConsent', 'IdentityRouteReason', 'IdentityProof', 'AddressProof'] as const),
] as const;

const picked = (section: Section, names: readonly string[]): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, (section?.[name] ?? null) as Value]));

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
      Object.entries(orderOnly).map(([name, names]) => [name, picked(sections[name as keyof typeof orderOnly], names)]),
    ),
    CheckSpecificData: picked(specific, specificOnly) as Record<string, string | null>,
    IdentityDocuments: (specific.IdentityDocuments ?? []).map(({ DocumentType, DocumentNumber }) => ({
      DocumentType: DocumentType ?? '',
      DocumentNumber: DocumentNumber ?? '',
    })),
  };
}
