// The exchanges with data providers about a report, worded for the desk.
import type { ShownExchange, ShownRequest } from '../../../features/provider-requests/exchange-actions.ts';
import type { ExchangeKind } from '../../../features/provider-requests/request-store.ts';
import { inPounds } from '../../../lib/money.ts';

const kinds: Readonly<Record<ExchangeKind, string>> = {
  request: 'Request',
  poll: 'Asked for the answer',
  callback: 'Called back',
  cancel: 'Cancellation',
  recheck: 'Asked again',
};

const wordsOf = (provider: string) => provider.slice(0, 1).toUpperCase() + provider.slice(1).replaceAll('_', ' ');

const pounds = (pence: number) => (pence === 0 ? '' : inPounds(pence));

/** The maximum number of rows; a request that waits for days is polled every hour. */
const mostShown = 20;

export interface ProviderRows {
  readonly requests: readonly string[];
  readonly earlier: number;
  readonly exchanges: readonly { readonly at: Date; readonly title: string; readonly lines: readonly string[] }[];
}

const requestLine = ({ provider, reference, attempts, nextAt }: ShownRequest): string =>
  [
    wordsOf(provider),
    ...(reference === null ? [] : [`reference ${reference}`]),
    ...(attempts === 0 ? [] : [`${attempts} failed`]),
    nextAt === null ? 'nothing more to do' : 'waiting for the answer',
  ].join(', ');

/** Undefined if only a person was asked. */
export function providerRows(
  requests: readonly ShownRequest[],
  exchanges: readonly ShownExchange[],
): ProviderRows | undefined {
  if (requests.length === 0 && exchanges.length === 0) return undefined;
  return {
    requests: requests.map(requestLine),
    earlier: Math.max(0, exchanges.length - mostShown),
    exchanges: exchanges.slice(-mostShown).map((one) => ({
      at: one.at,
      title: `${wordsOf(one.provider)}: ${one.outcome.slice(0, 1).toLowerCase()}${one.outcome.slice(1)}`,
      lines: [
        one.result === undefined ? kinds[one.kind] : `${kinds[one.kind]}: ${one.result}`,
        one.reason,
        one.detail,
        one.costPence === 0 ? '' : `Cost ${pounds(one.costPence)}`,
      ].filter((line) => line !== ''),
    })),
  };
}
