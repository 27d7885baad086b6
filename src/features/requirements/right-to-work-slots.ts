// Which documents the slots of the right to work offer, by the set and the nationality, as data.
import { ownPassportNationalities } from './document-routes.ts';
import type { ListEntry, RightToWorkDocument } from './right-to-work-lists.ts';

/** What shows the right to work on the lists of today; the employer gets the notices of the Home Office itself. */
export const ofRightToWork: Readonly<Record<string, RightToWorkDocument>> = {
  IrishPassportCard: 'irish_passport_or_card',
  UkBirthCertificate: 'uk_birth_or_adoption_certificate',
  OtherBirthCertificate: 'crown_dependency_or_irish_birth_or_adoption_certificate',
  CitizenshipCertificate: 'certificate_of_british_citizenship',
  NationalInsuranceDocument: 'national_insurance_document',
  ImmigrationStatusDocument: 'immigration_status_document',
  CertificateOfApplication: 'certificate_of_application',
  ApplicationRegistrationCard: 'application_registration_card',
};
const byOwnPassport = [
  ...['Passport', 'IrishPassportCard', 'UkBirthCertificate', 'OtherBirthCertificate', 'CitizenshipCertificate'],
  'NationalInsuranceDocument',
];
const byPermission = [
  ...['Passport', 'ImmigrationStatusDocument', 'NationalInsuranceDocument'],
  ...['CertificateOfApplication', 'ApplicationRegistrationCard'],
];

interface OfList {
  readonly isOwn: boolean;
  readonly lists: readonly ListEntry['list'][];
  readonly kinds: readonly string[];
}
const both: OfList['lists'] = ['A', 'B1', 'B2'];
export const rightToWorkSets: Readonly<Record<string, OfList>> = {
  right_to_work: { isOwn: true, lists: both, kinds: [...new Set([...byOwnPassport, ...byPermission])] },
  right_to_work_by_passport: { isOwn: true, lists: ['A'], kinds: byOwnPassport },
  right_to_work_by_permission: { isOwn: false, lists: both, kinds: byPermission },
  right_to_work_list_a: { isOwn: true, lists: ['A'], kinds: byOwnPassport },
  right_to_work_list_b: { isOwn: false, lists: ['B1', 'B2'], kinds: byPermission },
};

/** British and Irish citizens have no permission to show and no share code; others have. */
export function rightToWorkSet(nationality: string | null | undefined): string {
  if (!nationality) return 'right_to_work';
  return ownPassportNationalities.has(nationality) ? 'right_to_work_by_passport' : 'right_to_work_by_permission';
}
