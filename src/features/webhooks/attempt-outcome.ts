// What an attempt says of its endpoint: for its share here, and for its health everywhere.
import { newFraction } from '../../platform/encryption/random.ts';
import type { AttemptResult, Sent } from './delivery-attempt.ts';
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { NotedOutcome } from './endpoint-health-store.ts';
import type { CallEnd } from './endpoint-lanes.ts';
import type { EndpointNews } from './endpoint-news.ts';

/** An endpoint that takes longer does not get more at once. */
const PROMPT_MS = 2000;

export function callEnd({ outcome, timings }: AttemptResult): CallEnd {
  const { dnsMs, connectMs, tlsMs, firstByteMs, totalMs } = timings;
  const ms = (firstByteMs ?? totalMs) - (dnsMs ?? 0) - (connectMs ?? 0) - (tlsMs ?? 0);
  return { prompt: outcome === 'answered' && totalMs < PROMPT_MS, ms };
}

/** Undefined where it is no news. */
export function outcomeOf(
  delivery: ClaimedDelivery,
  { record, result }: Sent,
  news: EndpointNews,
): NotedOutcome | undefined {
  const { accountId, webhookId, eventId, failures, probe } = delivery;
  const { attempt } = record;
  if (attempt === null) return undefined;
  // Not by the state: what was delivered before stays so where it fails by hand.
  const acknowledged = attempt.reason === null;
  // An endpoint may refuse what it does not know, and anybody with a key sends tests: they hold nothing back, and try nothing.
  if (eventId === null && !acknowledged) return undefined;
  if (!news.isNews(webhookId, failures, acknowledged)) return undefined;
  const { startedAt } = attempt;
  const endedAt = new Date(startedAt.getTime() + result.timings.totalMs);
  return { accountId, webhookId, acknowledged, startedAt, endedAt, probe, random: newFraction() };
}
