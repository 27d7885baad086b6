// What the clients know: everything that was acknowledged, to the last property, and everything that was not answered.

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
  /** As it was answered; of one that was never answered, as it was found. */
  readonly check: Check;
}

/** A create check that a kill left without an answer. */
export interface UnansweredCheck {
  readonly applicantId: string;
  readonly email: string;
  readonly idempotencyKey: string | undefined;
}

export interface Ledger {
  /** By id, as answered. */
  readonly applicants: Map<string, unknown>;
  readonly checks: Map<string, PlacedCheck>;
  /** Reports whose cancellation was acknowledged, or found: each raises a notification. */
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

/** What a program that keeps its word never lets one find. */
export interface Findings {
  /** Acknowledged, and no longer so. */
  readonly lost: string[];
  /** Done in part. */
  readonly half: string[];
}
