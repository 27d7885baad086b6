// The facts of an applicant, under the interface's own attribute names (interface §Applicant).

export const titles = ['Mr', 'Mrs', 'Miss', 'Ms'] as const;
export const genders = ['male', 'female'] as const;
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
  readonly state: string | null;
  readonly postcode: string | null;
  /** Three letters; null counts as the applicant's. */
  readonly country: string | null;
  readonly start_date: string | null;
  /** null for the current residence. */
  readonly end_date: string | null;
}

export interface ApplicantFacts {
  readonly title: (typeof titles)[number] | null;
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly email: string;
  readonly gender: (typeof genders)[number];
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
}

export const noFacts: ApplicantFacts = {
  title: null,
  first_name: '',
  middle_name: null,
  last_name: '',
  email: '',
  gender: 'female',
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
};
