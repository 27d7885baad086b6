// The faults of providers, thrown by providers and their calls, distinguished by their consequences.
import type { FailureReason } from '../../platform/outgoing-http/connection.ts';

/** A closed list, stored with exchanges and shown at the desk. */
export const providerFaults = {
  away: 'The provider could not be reached.',
  timed_out: 'The provider did not answer in time.',
  busy: 'The provider was busy, or failed.',
  rate_limited: 'The provider takes no more requests now.',
  paused: 'The provider failed often: it is asked again later.',
  unreadable: 'The answer could not be understood.',
  key_refused: 'The provider refused our key.',
  refused: 'The provider refused the request.',
  not_called: 'The address is not one that may be called.',
} as const;
export type ProviderFaultReason = keyof typeof providerFaults;

/** Faults that a retry does not change. */
const refusals: readonly ProviderFaultReason[] = ['key_refused', 'refused', 'not_called'];
/** Faults that say nothing about the provider's health, because it was not called. */
const ours: readonly ProviderFaultReason[] = ['rate_limited', 'paused'];

export const isRefusal = (reason: ProviderFaultReason): boolean => refusals.includes(reason);
export const isUnasked = (reason: ProviderFaultReason): boolean => ours.includes(reason);

export class ProviderFault extends Error {
  readonly reason: ProviderFaultReason;
  /** The earliest time of a retry, if it is known. */
  readonly retryAt: Date | undefined;

  constructor(reason: ProviderFaultReason, retryAt?: Date) {
    super(reason);
    this.name = 'ProviderFault';
    this.reason = reason;
    this.retryAt = retryAt;
  }
}

/** The fault of a call without an answer. */
export function faultOfFailure(failure: FailureReason): ProviderFaultReason {
  if (failure === 'url_refused' || failure === 'address_refused') return 'not_called';
  if (failure === 'bad_answer') return 'unreadable';
  return failure === 'timed_out' ? 'timed_out' : 'away';
}

/** The fault of a status; undefined if the provider itself interprets the answer. */
export function faultOfStatus(status: number): ProviderFaultReason | undefined {
  if (status === 401 || status === 403) return 'key_refused';
  if (status === 408) return 'timed_out';
  if (status === 429) return 'busy';
  return status >= 500 || status < 200 || (status >= 300 && status < 400) ? 'busy' : undefined;
}
