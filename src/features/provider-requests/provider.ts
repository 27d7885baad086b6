// The contract of a data provider: what it declares of itself, what it is given of a report, and what it may answer.
import type { Ctx, Tenant } from '../../context.ts';
import type { OrderedOption } from '../report-types/report-type-rules.ts';
import type { Outcome } from '../reports/report-rules.ts';

/** What a provider can do and what it is told; listed for the operator, and the only ground on which it is asked. */
export interface Capabilities {
  /** Report types by name, which covers every variant, or by `name:variant`. */
  readonly types: readonly string[];
  /** Where the applicant is checked, as three-letter codes; left out: every country. */
  readonly countries?: readonly string[];
  /** Paths of the facts that it receives, such as `dob` or `addresses.postcode`: the request holds these and no others. */
  readonly facts: readonly string[];
  /** Every result is a proposal that a person releases, whatever the account has set. */
  readonly personDecides?: true;
}

export interface ProviderLimits {
  /** Of one call, up to the end of its answer. */
  readonly timeoutMs: number;
  /** Of all accounts and processes together. */
  readonly rate?: { readonly calls: number; readonly seconds: number };
  /** How long an accepted request may take before somebody else is asked. */
  readonly answersWithinHours: number;
  /** What one accepted or answered request costs the operator. */
  readonly costPence: number;
}

/** What a provider is given of a report. */
export interface AskedReport {
  /** The same in every call about the report: a provider that was asked before changes nothing. */
  readonly reportId: string;
  readonly checkId: string;
  readonly type: { readonly name: string; readonly variant: string | null };
  readonly options: readonly OrderedOption[];
  /** In the shape of an applicant's facts, with those of the declared paths only. */
  readonly facts: AskedFacts;
}

export type AskedFacts = Readonly<Record<string, unknown>>;

export type ProviderAnswer =
  /** The answer follows by poll or callback. @param reference the provider's own, if it has one */
  | { readonly kind: 'accepted'; readonly reference?: string }
  | { readonly kind: 'result'; readonly outcome: Outcome; readonly reference?: string }
  /** Nobody else is asked: a person is needed. `detail` may hold personal data; it is encrypted. */
  | { readonly kind: 'needs_person'; readonly reason: NeedsPersonReason; readonly detail?: string };

/** Why only a person can answer, in the words of the desk. */
export const needsPersonReasons = {
  facts_missing: 'Facts that the provider needs are missing.',
  not_covered: 'The provider has nothing on this kind of person.',
  ambiguous: 'Several records may be of this person.',
  provider_says_so: 'The provider asks for a person.',
} as const;
export type NeedsPersonReason = keyof typeof needsPersonReasons;

export interface ProviderCall {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  /** Not recorded: they hold keys. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ProviderReply {
  readonly status: number;
  readonly text: string;
}

/** What a provider works with while it answers one question about one report. */
export interface ProviderTools {
  /** For providers that look into what is kept here. No transaction is open. */
  readonly ctx: Ctx;
  readonly tenant: Tenant;
  /**
   * Calls another system: limited in time and rate, recorded, and with its failures already told apart. Throws
   * ProviderFault if there is no answer, and for 401, 403, 408, 429 and every 5xx.
   */
  send(call: ProviderCall): Promise<ProviderReply>;
  /** As `send`, of a call whose content is a secret of ours: it is not recorded. */
  signIn(call: ProviderCall): Promise<ProviderReply>;
}

export interface Provider {
  /** Stored with reports and exchanges; never changed. */
  readonly name: string;
  readonly label: string;
  readonly capabilities: Capabilities;
  readonly limits: ProviderLimits;
  request(tools: ProviderTools, asked: AskedReport): Promise<ProviderAnswer>;
  /** Of a request that was accepted; still `accepted` while there is no answer. */
  poll?(tools: ProviderTools, asked: AskedReport, reference: string | null): Promise<ProviderAnswer>;
  /** The report is not needed any more. Said again, it changes nothing. */
  cancel?(tools: ProviderTools, reportId: string, reference: string | null): Promise<void>;
}
