// The exchanges with providers about a report, as the desk shows them.
import type { Ctx, Tenant } from '../../context.ts';
import { inBatches } from '../../platform/jobs.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import type { ReportResult } from '../report-types/breakdown.ts';
import { openContent } from './answer-actions.ts';
import { type ExchangeOutcome, exchangeOutcomes } from './answer-rules.ts';
import { needsPersonReasons } from './provider.ts';
import type { RecordedCall } from './provider-calls.ts';
import { providerFaults } from './provider-fault.ts';
import {
  countExchanges,
  deleteExchangesBefore,
  type ExchangeKind,
  findExchanges,
  findRequests,
} from './request-store.ts';

/** Why a chosen provider was skipped. */
const notAskedReasons = {
  not_set_up: 'The provider is not set up any more.',
  type_not_covered: 'The provider does not answer reports of this type.',
  country_not_covered: 'The provider does not cover the country.',
  no_form: 'The provider sends candidates to a page of its own, and this order has no form whose link leads there.',
  other_person: 'The candidate gave another name and date of birth than were ordered: a screener looks first.',
} as const;

const reasonTexts: Readonly<Record<string, string>> = { ...providerFaults, ...needsPersonReasons, ...notAskedReasons };

export interface ShownExchange {
  readonly at: Date;
  readonly provider: string;
  readonly kind: ExchangeKind;
  readonly outcome: string;
  readonly reason: string;
  /** The provider's result, whether or not the report took it. */
  readonly result: ReportResult | undefined;
  readonly detail: string;
  readonly costPence: number;
  /** What was sent and received, as far as it was recorded. */
  readonly calls: readonly Pick<RecordedCall, 'sent' | 'received'>[];
  /** The provider may have the data of the candidate by it. */
  readonly isSent: boolean;
}

export interface ShownRequest {
  readonly provider: string;
  readonly beganAt: Date;
  /** The provider has the data of the candidate, also where its exchanges are not kept any more. */
  readonly isSent: boolean;
  readonly reference: string | null;
  /** The number of failures since the last success. */
  readonly attempts: number;
  /** When to work on the request next; null if nothing is left to do. */
  readonly nextAt: Date | null;
}

/** Oldest first; empty if only a person was asked. */
export async function readExchanges(
  ctx: Ctx,
  tenant: Tenant,
  { id, checkId }: { readonly id: string; readonly checkId: string },
): Promise<{ readonly requests: readonly ShownRequest[]; readonly exchanges: readonly ShownExchange[] }> {
  const [requests, rows] = await Promise.all([findRequests(ctx.db, tenant, id), findExchanges(ctx.db, tenant, id)]);
  if (requests.length === 0 && rows.length === 0) return { requests: [], exchanges: [] };
  const { key } = await readCheckAndKey(ctx, tenant, checkId);
  return {
    requests: requests.map(({ provider, reference, attempts, began_at, accepted_at, status, next_at: nextAt }) => ({
      ...{ provider, reference, attempts, beganAt: began_at, nextAt },
      isSent: accepted_at !== null || status === 'answered' || status === 'person_needed',
    })),
    exchanges: rows.map((row) => {
      const content = key === undefined ? undefined : openContent(key, row.id, row.sealed_content);
      const said = content?.said;
      const calls = (content?.calls ?? []).map(({ sent, received }) => ({ sent, received }));
      return {
        at: row.started_at,
        provider: row.provider,
        kind: row.kind,
        outcome: exchangeOutcomes[row.outcome as ExchangeOutcome],
        reason: row.reason === null ? '' : (reasonTexts[row.reason] ?? row.reason),
        result: said?.kind === 'result' ? said.outcome.result : undefined,
        detail: said?.kind === 'needs_person' ? (said.detail ?? '') : '',
        costPence: row.cost_pence,
        calls,
        isSent: calls.length > 0 || !['not_asked', 'failed'].includes(row.outcome),
      };
    }),
  };
}

/** What an exchange was, in a count: any other outcome is neither. */
const countedAs: Readonly<Partial<Record<ExchangeOutcome, 'answers' | 'needsPerson' | 'failures'>>> = {
  result: 'answers',
  held: 'answers',
  late: 'answers',
  withdrawn: 'answers',
  contradicts: 'answers',
  no_change: 'answers',
  change: 'answers',
  not_used: 'answers',
  needs_person: 'needsPerson',
  failed: 'failures',
};

export interface ProviderUse {
  /** Calls to the provider; a callback is none. */
  readonly calls: number;
  readonly answers: number;
  readonly needsPerson: number;
  readonly failures: number;
  readonly paidPence: number;
}

const unused: ProviderUse = { calls: 0, answers: 0, needsPerson: 0, failures: 0, paidPence: 0 };

/** What came of the account's live exchanges that are still recorded, by provider. */
export async function readProviderUse(ctx: Ctx, accountId: string): Promise<(provider: string) => ProviderUse> {
  const byProvider = new Map<string, ProviderUse>();
  for (const { provider, kind, outcome, exchanges, cost_pence } of await countExchanges(ctx.db, {
    accountId,
    environment: 'live',
  })) {
    const use = byProvider.get(provider) ?? unused;
    const counted = countedAs[outcome as ExchangeOutcome];
    const isCall = kind !== 'callback' && outcome !== 'not_asked';
    byProvider.set(provider, {
      ...use,
      calls: use.calls + (isCall ? exchanges : 0),
      paidPence: use.paidPence + cost_pence,
      ...(counted === undefined ? {} : { [counted]: use[counted] + exchanges }),
    });
  }
  return (provider) => byProvider.get(provider) ?? unused;
}

/** For the pruning job: the records of closed reports after the days of the setting. Returns how many were deleted. */
export function pruneExchanges(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now().getTime() - ctx.settings.providerExchangeDays * 86_400_000);
  return inBatches((limit) => deleteExchangesBefore(ctx.db, before, limit));
}
