// The documents that give an employer a statutory excuse, and the ways to check them, as data (checked before
// relying).

export type RightToWorkDocument =
  | 'british_passport'
  | 'irish_passport_or_card'
  | 'crown_dependency_document'
  | 'endorsed_passport'
  | 'immigration_status_document'
  | 'uk_birth_or_adoption_certificate'
  | 'crown_dependency_or_irish_birth_or_adoption_certificate'
  | 'certificate_of_british_citizenship'
  | 'national_insurance_document'
  | 'certificate_of_application'
  | 'application_registration_card'
  | 'positive_verification_notice';

/** Permission to be in the United Kingdom and to do the work: `unlimited`, or `limited` in time. */
export type Leave = 'unlimited' | 'limited';

export interface ListEntry {
  /** What a screener chooses it by. */
  readonly id: string;
  readonly list: 'A' | 'B1' | 'B2';
  /** All of these documents are needed. */
  readonly documents: readonly RightToWorkDocument[];
  /** The permission that they must show; undefined if their holders need none. */
  readonly leave?: Leave;
  /** Otherwise the documents must be current. */
  readonly mayHaveExpired?: true;
}

const nino = 'national_insurance_document';
const notice = 'positive_verification_notice';

/** In the order of Annex A. Source: an employer's guide to right to work checks, 26 June 2025. */
export const listEntries: readonly ListEntry[] = [
  { id: 'british_passport', list: 'A', documents: ['british_passport'], mayHaveExpired: true },
  { id: 'irish_passport_or_card', list: 'A', documents: ['irish_passport_or_card'], mayHaveExpired: true },
  { id: 'crown_dependency_unlimited', list: 'A', documents: ['crown_dependency_document', notice], leave: 'unlimited' },
  { id: 'endorsed_passport_unlimited', list: 'A', documents: ['endorsed_passport'], leave: 'unlimited' },
  {
    id: 'immigration_status_unlimited',
    list: 'A',
    documents: ['immigration_status_document', nino],
    leave: 'unlimited',
  },
  { id: 'uk_birth_certificate', list: 'A', documents: ['uk_birth_or_adoption_certificate', nino] },
  {
    id: 'crown_dependency_or_irish_birth_certificate',
    list: 'A',
    documents: ['crown_dependency_or_irish_birth_or_adoption_certificate', nino],
  },
  { id: 'citizenship_certificate', list: 'A', documents: ['certificate_of_british_citizenship', nino] },
  { id: 'endorsed_passport_limited', list: 'B1', documents: ['endorsed_passport'], leave: 'limited' },
  { id: 'crown_dependency_limited', list: 'B1', documents: ['crown_dependency_document', notice], leave: 'limited' },
  { id: 'immigration_status_limited', list: 'B1', documents: ['immigration_status_document', nino], leave: 'limited' },
  { id: 'certificate_of_application', list: 'B2', documents: ['certificate_of_application', notice] },
  { id: 'application_registration_card', list: 'B2', documents: ['application_registration_card', notice] },
  { id: 'verification_notice', list: 'B2', documents: [notice] },
];

/** How long a positive verification notice gives an excuse. Source: as above. */
export const noticeMonths = 6;

export const rightToWorkWays = {
  manual: 'Manual check of documents',
  digital_verification: 'Digital verification service (IDSP)',
  online_share_code: 'Home Office online, by share code',
  employer_checking_service: 'Employer Checking Service',
} as const;
export type RightToWorkWay = keyof typeof rightToWorkWays;

export type ExcuseStep = 'obtain' | 'check' | 'copy';

/** The documents that a certified digital verification service may examine. Source: as above. */
export const digitalDocuments: readonly RightToWorkDocument[] = ['british_passport', 'irish_passport_or_card'];

/** What a share code of the Home Office proves, by its first letter. Source: gov.uk, prove your immigration status. */
export const shareCodeKinds = { W: 'work', R: 'rent', S: 'status' } as const;

/** Counted from its creation. Source: general knowledge. */
export const shareCodeDays = 90;
