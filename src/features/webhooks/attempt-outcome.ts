// What the result of an attempt says about its endpoint: for its concurrency in this process, and for its stored health.
import { newFraction } from '../../platform/encryption/random.ts';
import type { AttemptResult, Sent } from './delivery-attempt.ts';
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { CallResult } from './endpoint-concurrency.ts';
import type { EndpointAttempt } from './endpoint-health-store.ts';
import type { OutcomeFilter } from './outcome-filter.ts';

/** An endpoint that takes longer gets no higher concurrency. */
const PROMPT_MS = 2000;

export function callResultOf({ outcome, timings }: AttemptResult): CallResult {
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = timings;
  const ms = (firstByteMs ?? totalMs) - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0);
  return { isPrompt: outcome === 'answered' && totalMs < PROMPT_MS, ms };
}

/** Undefined where the endpoint's health need not be updated. */
export function endpointAttemptOf(
  delivery: ClaimedDelivery,
  { record, result }: Sent,
  filter: OutcomeFilter,
): EndpointAttempt | undefined {
  const { accountId, webhookId, eventId, failures, probe } = delivery;
  const { attempt } = record;
  if (attempt === null) return undefined;
  // Not by the delivery's status: a delivered notification stays delivered when a manual resend fails.
  const acknowledged = attempt.reason === null;
  // A failed test says nothing about notifications: the endpoint may refuse unknown messages, and any key can send tests.
  if (eventId === null && !acknowledged) return undefined;
  if (!filter.shouldRecord(webhookId, failures, acknowledged)) return undefined;
  const { startedAt } = attempt;
  const endedAt = new Date(startedAt.getTime() + result.timings.totalMs);
  return { accountId, webhookId, acknowledged, startedAt, endedAt, probe, random: newFraction() };
}
