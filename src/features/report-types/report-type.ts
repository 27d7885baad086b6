// The shape of the catalogue: what can be ordered, and what each type needs from the candidate, as data.

/** What must be known of the candidate before a report of the type can begin. */
export const needs = [
  'name',
  'previous_names',
  'date_of_birth',
  'gender',
  'place_of_birth',
  'nationality',
  'national_insurance_number',
  'address_history',
  'criminal_record_consent',
] as const;

export type Need = (typeof needs)[number];

export interface ReportOption {
  readonly name: string;
  readonly label: string;
  /** Options of this option: one level, no deeper (interface §Limits). */
  readonly options: readonly { readonly name: string; readonly label: string }[];
}

/** What the client must tell about the job when ordering (interface, Criminal history report details). */
export type OrderNeed = 'criminal_details' | 'job_role';

export interface ReportType {
  /** Numeric; clients see it as text. Never reused. */
  readonly id: number;
  readonly name: string;
  readonly variant: string | null;
  readonly label: string;
  readonly description: string;
  readonly options: readonly ReportOption[];
  readonly needs: readonly Need[];
  /** Years of addresses without a gap, where `address_history` is needed. */
  readonly addressYears: number;
  readonly orderNeeds: readonly OrderNeed[];
  /** Whether the report answers a sub_result (interface: only document reports). */
  readonly hasSubResult: boolean;
}
