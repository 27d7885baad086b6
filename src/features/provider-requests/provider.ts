// The contract of a data provider: its declared capabilities, the data that it gets of a report, and its possible
// answers.
import type { Ctx, Tenant } from '../../context.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { Outcome } from '../reports/report-rules.ts';

/** The declared capabilities, which are listed for the operator and alone decide whether the provider is asked. */
export interface Capabilities {
  /** Whom it calls: nobody, a source that asks for no key, or one that asks for ours. */
  readonly calls: 'nobody' | 'without_key' | 'with_key';
  /** The results that it can propose; empty if it only tells a person what it found. */
  readonly results: readonly ReportResult[];
  /** Report types by name, which covers every variant, or by `name:variant`. */
  readonly types: readonly string[];
  /** Countries in which applicants are checked, as three-letter codes; undefined for every country. */
  readonly countries?: readonly string[];
  /** Paths of the facts that it receives, such as `dob` or `addresses.postcode`: a request contains only these. */
  readonly facts: readonly string[];
  /** It may know former names that only the authorities may know, as the DBS and DVLA do; others are not told them. */
  readonly isAuthority?: true;
  /** Every result is a proposal that a person must release, whatever the account's choice. */
  readonly personDecides?: true;
  /** It sends the candidate to a page of its own, by the link of their form: orders without one do not go to it. */
  readonly asksCandidate?: true;
}

export interface ProviderLimits {
  /** The limit of one call, including its answer. */
  readonly timeoutMs: number;
  /** For all accounts and processes together. */
  readonly rate?: {
    readonly calls: number;
    readonly seconds: number;
    /** The name of another provider whose calls count as well. */
    readonly sharedWith?: string;
  };
  /** How long an accepted request may take before another provider is asked. */
  readonly answersWithinHours: number;
  /** The operator's cost of an accepted or answered request. */
  readonly costPence: number;
}

/** The data of a report that a provider gets. */
export interface AskedReport {
  /** The same in every call about the report: repeating a request must change nothing. */
  readonly reportId: string;
  readonly checkId: string;
  readonly type: { readonly name: string; readonly variant: string | null };
  readonly options: readonly OrderedOption[];
  /** An applicant's facts, reduced to the declared paths. */
  readonly facts: AskedFacts;
  /** Where the candidate comes back to; only for a provider that sends them to a page of its own. */
  readonly returnUrl?: string;
}

export type AskedFacts = Readonly<Record<string, unknown>>;

/** Of a page of the provider for one candidate. */
export interface CandidateStep {
  /** Whoever has it may act as the candidate. */
  readonly url: string;
  /** When the link ends; null where the provider does not say. */
  readonly endsAt: Date | null;
  /** What the candidate reads before they go there; a usual sentence if undefined. */
  readonly text?: string;
}

export type ProviderAnswer =
  /** The answer follows by poll or callback. @param reference the provider's own, if it has one */
  | { readonly kind: 'accepted'; readonly reference?: string }
  /** The candidate has something to do on a page of the provider; then the answer follows. */
  | ({ readonly kind: 'awaits_candidate'; readonly reference?: string } & CandidateStep)
  | { readonly kind: 'result'; readonly outcome: Outcome; readonly reference?: string }
  /** No other provider is asked: a person is needed. `detail` may contain personal data; it is encrypted. */
  | { readonly kind: 'needs_person'; readonly reason: NeedsPersonReason; readonly detail?: string };

/** Why only a person can answer, with the texts of the desk. */
export const needsPersonReasons = {
  facts_missing: 'Facts that the provider needs are missing.',
  not_covered: 'The provider has nothing on this kind of person.',
  ambiguous: 'Several records may be of this person.',
  no_zone: 'No machine-readable zone could be read in the pictures of the order.',
  compared: 'The provider compared what the candidate gave; the result is for a person.',
  provider_says_so: 'The provider asks for a person.',
} as const;
export type NeedsPersonReason = keyof typeof needsPersonReasons;

export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Not recorded, because they contain keys. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderReply {
  readonly status: number;
  readonly text: string;
}

/** What a provider can use while it answers a question about a report. */
export interface ProviderTools {
  /** For providers that search our own data. No transaction is open. */
  readonly ctx: Ctx;
  readonly tenant: Tenant;
  /**
   * Calls another system: limited in time and rate, recorded, and with its failures already told apart. Throws
   * ProviderFault if there is no answer, and for 401, 403, 408, 429 and every 5xx.
   */
  send(call: ProviderCall): Promise<ProviderReply>;
  /** As `send`, for a call that contains our secret: it is not recorded. */
  signIn(call: ProviderCall): Promise<ProviderReply>;
}

export interface Provider {
  /** Stored with reports and exchanges; never changed. */
  readonly name: string;
  readonly label: string;
  readonly capabilities: Capabilities;
  readonly limits: ProviderLimits;
  request(tools: ProviderTools, asked: AskedReport): Promise<ProviderAnswer>;
  /** Polls an accepted request; answers `accepted` while there is no result. */
  poll?(tools: ProviderTools, asked: AskedReport, reference: string | null): Promise<ProviderAnswer>;
  /** Cancels a request that is no longer needed. Repeating it changes nothing. */
  cancel?(tools: ProviderTools, reportId: string, reference: string | null): Promise<void>;
}
