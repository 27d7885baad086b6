// A check as the rest of the program sees it: the row, its opened order and its reports.
import type { Tenant } from '../../context.ts';
import type { ApplicantFacts } from '../applicants/applicant.ts';
import type { Report } from '../reports/report.ts';
import type { CriminalDetails } from './check-rules.ts';
import type { CheckState } from './check-states.ts';

/** What was ordered and on whom; personal data, sealed under the applicant's key. */
export interface Order {
  /** The check's own copy of the facts, as they stood when it was placed and then as the candidate submitted them. */
  readonly facts: ApplicantFacts;
  /** The first is stored as the purchase order number (interface, Create check arguments). */
  readonly tags: readonly string[];
  readonly redirect_uri: string | null;
  readonly criminal_details: CriminalDetails | null;
  /** Names of reports whose sandbox outcome is forced to consider. */
  readonly consider: readonly string[];
  /** What the operator should know, e.g. that the email domain could not be looked up. */
  readonly notes: readonly string[];
}

export interface Check {
  readonly tenant: Tenant;
  readonly id: string;
  readonly orderId: number;
  readonly applicantId: string;
  readonly type: 'standard' | 'express';
  readonly status: CheckState;
  readonly result: 'clear' | 'consider' | null;
  readonly activityYears: number | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
  readonly formOpenedAt: Date | null;
  readonly formCompletedAt: Date | null;
  readonly order: Order;
  readonly reports: readonly Report[];
}
