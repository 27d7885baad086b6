// What an order of interface v1 says that neither facts nor reports hold: kept with the order, under its names; pure.
import type { OrderDetails } from '../checks/check.ts';
import type { OrderBody } from './order-body.ts';
import type { OrderCommand } from './order-body-rules.ts';
import type { Conversion } from './order-conversion-rules.ts';

type Value = string | boolean | null;
type Section = Readonly<Record<string, unknown>> | undefined;

/** Field → what it is answered as. */
type Kinds = Readonly<Record<string, Extract<Conversion['kind'], 'text' | 'date' | 'flag'>>>;

/** By section of the candidate; documents and telephones are sections of their own. */
export const orderOnly = {
  CurrentName: { IsFromBirth: 'flag', KnownFromDate: 'date' },
  PersonalInfo: {
    ...({ ApplicantType: 'text', NationalityAtBirth: 'text', PositionAppliedFor: 'text' } as const),
    ...({ OtherReference: 'text', ApplicantNotes: 'text' } as const),
    ...({ FSAApproved: 'text', HasValidDrivingLicense: 'flag' } as const),
  },
  DrivingDocument: { DriverLicenseType: 'text' },
  HomePhone: { CountryCode: 'text' },
  MobilePhone: { CountryCode: 'text' },
} as const satisfies Readonly<Record<string, Kinds>>;

/** What is said about the job and the papers, besides what interface v2 asks, too. */
export const specificOnly = {
  ...({ CertificateDestination: 'text', ThirdPartyConsent: 'text', IdentityRouteReason: 'text' } as const),
  ...({ IdentityProof: 'text', AddressProof: 'text' } as const),
} as const satisfies Kinds;

const picked = (section: Section, kinds: Kinds): Record<string, Value> =>
  Object.fromEntries(Object.keys(kinds).map((name) => [name, (section?.[name] ?? null) as Value]));

/** Of what was not said, text is answered as `""`, dates and flags as null (decisions, Orders). */
export const answered = (values: Section, kinds: Kinds): Record<string, Value> =>
  Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [name, (values?.[name] ?? (kind === 'text' ? '' : null)) as Value]),
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
      Object.entries(orderOnly).map(([name, kinds]) => [name, picked(sections[name as keyof typeof orderOnly], kinds)]),
    ),
    CheckSpecificData: picked(specific, specificOnly) as Record<string, string | null>,
    IdentityDocuments: (specific.IdentityDocuments ?? []).map(({ DocumentType, DocumentNumber }) => ({
      DocumentType: DocumentType ?? '',
      DocumentNumber: DocumentNumber ?? '',
    })),
  };
}
