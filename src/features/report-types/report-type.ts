// The shape of the catalogue: what can be ordered, and what each type needs from the candidate, as data.

/** What must be known of the candidate before a report of the type can begin: their form asks for it, a client's order brings it. */
export const needs = [
  'name',
  'previous_names',
  'date_of_birth',
  'gender',
  'place_of_birth',
  'nationality',
  'national_insurance_number',
  'driving_licence',
  'address_history',
  'employment_history',
  'education',
  'professional_memberships',
  'criminal_record_consent',
] as const;

export type Need = (typeof needs)[number];

/**
 * Which papers only an order that the client enters whole must name. No page of the candidate's form asks for them: papers
 * are uploaded, and looked at by a screener.
 */
export const entryNeeds = ['identity_document', 'right_to_work_documents', 'scottish_proofs'] as const;
export type EntryNeed = (typeof entryNeeds)[number];

/** A name that clients of interface v1 know the type by. */
export interface Alias {
  readonly name: string;
  /** What ordering by this name says about where the job is. */
  readonly placeOfWork?: 'Scotland';
}

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
  /** In any case; none is also a name, or an alias of another type. */
  readonly aliases: readonly Alias[];
  readonly label: string;
  readonly description: string;
  readonly options: readonly ReportOption[];
  readonly needs: readonly Need[];
  /** Years of addresses without a gap, where `address_history` is needed. */
  readonly addressYears: number;
  /** Years of activities without a gap that matters, where `employment_history` is needed; 0 asks for what there was. */
  readonly activityYears: number;
  readonly entryNeeds: readonly EntryNeed[];
  readonly orderNeeds: readonly OrderNeed[];
  /** Whether the report answers a sub_result (interface: only document reports). */
  readonly hasSubResult: boolean;
}
