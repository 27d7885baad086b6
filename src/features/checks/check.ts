// A check as the rest of the program sees it: the row, its opened order and its reports.
import type { Tenant } from '../../context.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
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
  /** null for a check of interface v2. */
  readonly details: OrderDetails | null;
  /** What the operator should know, e.g. that the email domain could not be looked up. */
  readonly notes: readonly string[];
}

/** What only orders of interface v1 know, under its names. */
export interface OrderDetails {
  readonly PackageId: number | null;
  /** What each of the reports was ordered by, in their order. */
  readonly CheckTypes: readonly string[];
  readonly OrderLayout: string | null;
  readonly FinalReportFormat: string | null;
  /** What is said of the candidate that is no fact of theirs. */
  readonly PersonalInfo: Readonly<Record<string, string | null>>;
  /** What is said about the job and the papers, apart from criminal_details. */
  readonly CheckSpecificData: Readonly<Record<string, string | null>>;
  /** Documents that the client has seen. */
  readonly IdentityDocuments: readonly { readonly DocumentType: string; readonly DocumentNumber: string }[];
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
  /** The client's own key of an order of interface v1. */
  readonly uniqueKey: string | null;
  readonly identityConfirmedAt: Date | null;
  readonly order: Order;
  readonly reports: readonly Report[];
}
