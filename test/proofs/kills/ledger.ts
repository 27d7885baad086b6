// The clients' records: every acknowledged answer, to the last property, and every unanswered request.

export interface Report {
  readonly id: string;
  readonly status: string;
}

export interface Check {
  readonly id: string;
  readonly form_uri: string;
  readonly reports: readonly Report[];
}

export interface PlacedCheck {
  readonly applicantId: string;
  readonly email: string;
  /** As answered or, if it was never answered, as found. */
  readonly check: Check;
}

/** A create check without an answer because of a kill. */
export interface UnansweredCheck {
  readonly applicantId: string;
  readonly email: string;
  readonly idempotencyKey: string | undefined;
}

export interface Ledger {
  /** Answers by id. */
  readonly applicants: Map<string, unknown>;
  readonly checks: Map<string, PlacedCheck>;
  /** Reports whose cancellation was acknowledged or found: each must cause a notification. */
  readonly cancelled: Map<string, string>;
  unansweredApplicants: number;
  readonly unansweredChecks: UnansweredCheck[];
  readonly unansweredCancels: { readonly checkId: string; readonly reportId: string }[];
}

export const emptyLedger = (): Ledger => ({
  applicants: new Map(),
  checks: new Map(),
  cancelled: new Map(),
  unansweredApplicants: 0,
  unansweredChecks: [],
  unansweredCancels: [],
});

/** Violations; a correct program has none. */
export interface Findings {
  /** Acknowledged data that is missing or changed. */
  readonly lost: string[];
  /** Data that exists only in part. */
  readonly half: string[];
}
