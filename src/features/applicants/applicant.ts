// The facts of an applicant, under the interface's own attribute names (interface §Applicant).
import type { genders, titles } from '../value-sets/person-values.ts';

/** Both spellings are accepted, and the one sent is answered. */
export const idNumberTypes = [
  'ssn',
  'social_insurance',
  'tax_id',
  'identity_card',
  'driving_license',
  'driving_licence',
] as const;

/** Stored where a client gives no birth date; the candidate must replace it before submitting. */
export const placeholderDob = '1900-01-01';

export interface IdNumber {
  readonly type: (typeof idNumberTypes)[number];
  readonly value: string;
  readonly state_code: string | null;
}

export interface Address {
  readonly flat_number: string | null;
  readonly building_number: string | null;
  readonly building_name: string | null;
  readonly street: string | null;
  readonly sub_street: string | null;
  readonly town: string | null;
  /** Orders of interface v1 say it besides the state; interface v2 does not know it (ours). */
  readonly county?: string | null;
  readonly state: string | null;
  readonly postcode: string | null;
  /** Three letters; null counts as the applicant's. */
  readonly country: string | null;
  readonly start_date: string | null;
  /** null for the current residence. */
  readonly end_date: string | null;
}

/** A name that the candidate had before; interface v2 shows the last name of the newest as previous_last_name. */
export interface PreviousName {
  readonly title: (typeof titles)[number] | null;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly known_from: string | null;
  readonly known_to: string | null;
}

/** Something that the candidate did for a time: an employment, or what they did instead. */
export interface Activity {
  /** A value of the set `employmentstatus`. */
  readonly status: string;
  /** The employer; where it was none, what else tells the time apart, e.g. where the candidate travelled. */
  readonly employer: string;
  readonly job_title: string | null;
  /** Three letters; null counts as the applicant's. */
  readonly country: string | null;
  readonly start_date: string;
  /** null while it lasts. */
  readonly end_date: string | null;
  /** A value of the set `selfemploymentstatus`. */
  readonly self_employed_status: string | null;
  /** A value of the set `reasonforleaving`. */
  readonly reason_for_leaving: string | null;
  /** A value of the set `contacttiming`. */
  readonly contact_timing: string | null;
  /** Who can confirm it, and how to reach them. */
  readonly referee: string | null;
}

export interface Qualification {
  readonly institution: string;
  readonly country: string | null;
  readonly course: string;
  readonly level: string;
  readonly classification: string | null;
  readonly graduated_on: string | null;
  readonly student_number: string | null;
}

export interface Membership {
  readonly body: string;
  /** A value of the set `membershipstatus`. */
  readonly status: string;
  readonly number: string | null;
}

/** What each is called where people read it. */
export const identityDocumentLabels = {
  passport: 'Passport',
  driving_licence: 'Driving licence',
  national_insurance: 'National Insurance document',
  identity_card: 'National identity card',
  residence_permit: 'Biometric residence permit',
  birth_certificate: 'Birth certificate',
  visa: 'Visa or work permit',
} as const;

export interface IdentityDocument {
  readonly type: keyof typeof identityDocumentLabels;
  readonly number: string | null;
  /** Who issued it; three letters. */
  readonly country: string | null;
  readonly issued_on: string | null;
  readonly expires_on: string | null;
}

export interface ApplicantFacts {
  readonly title: (typeof titles)[number] | null;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly email: string;
  /** null only where an order of interface v1 left it out. */
  readonly gender: (typeof genders)[number] | null;
  /** `yyyy-mm-dd` */
  readonly dob: string;
  readonly telephone: string | null;
  readonly mobile: string | null;
  /** Three letters, as are the other countries. */
  readonly country: string;
  readonly mothers_maiden_name: string | null;
  readonly previous_last_name: string | null;
  readonly nationality: string | null;
  readonly country_of_birth: string | null;
  readonly town_of_birth: string | null;
  readonly id_numbers: readonly IdNumber[];
  readonly addresses: readonly Address[];
  /** Newest first. */
  readonly previous_names: readonly PreviousName[];
  readonly activities: readonly Activity[];
  readonly qualifications: readonly Qualification[];
  readonly memberships: readonly Membership[];
  readonly identity_documents: readonly IdentityDocument[];
}

export const noFacts: ApplicantFacts = {
  title: null,
  first_name: '',
  middle_name: null,
  last_name: '',
  email: '',
  gender: null,
  dob: placeholderDob,
  telephone: null,
  mobile: null,
  country: 'GBR',
  mothers_maiden_name: null,
  previous_last_name: null,
  nationality: null,
  country_of_birth: null,
  town_of_birth: null,
  id_numbers: [],
  addresses: [],
  previous_names: [],
  activities: [],
  qualifications: [],
  memberships: [],
  identity_documents: [],
};

/** Facts sealed before an attribute was added do not have it. */
export const wholeFacts = (sealed: Partial<ApplicantFacts>): ApplicantFacts => ({ ...noFacts, ...sealed });
