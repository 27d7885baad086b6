// The circuit breaker of an endpoint: decides when it opens after failures, and for how long; pure. It delays attempts, and never drops or adds any.

export interface EndpointHealth {
  /** Failed attempts in a row, over all deliveries. */
  readonly consecutiveFailures: number;
  /** When the first of these started. */
  readonly failingSince: Date | null;
  /** null: closed. Otherwise nothing is sent before this, and then one delivery as a probe. */
  readonly openUntil: Date | null;
  /** How many pauses in a row. */
  readonly pauses: number;
}

export interface EndpointOutcome {
  readonly acknowledged: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Whether this delivery was the probe while the breaker was open. */
  readonly probe: boolean;
  /** In [0, 1): spreads the probes. */
  readonly random: number;
}

export const healthy: EndpointHealth = { consecutiveFailures: 0, failingSince: null, openUntil: null, pauses: 0 };

/** A restart of the receiver causes a few failures; this many are an outage. */
export const opensAfterFailures = 10;
/** Fewer failures open the breaker if each took long: with calls that time out, ten failures would take minutes. */
export const opensAfterHanging = { failures: 3, forMs: 20_000, each: 5000 } as const;
const FIRST_PAUSE_MS = 10_000;
export const longestPauseMs = 5 * 60_000;

/** Further pauses are not counted: they make no pause longer, and would overflow the column. */
const mostPauses = 1000;

/** @param pauses from 1 */
function pauseMs(pauses: number, random: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (pauses - 1), longestPauseMs) * (0.8 + 0.2 * random);
}

function isOutage({ consecutiveFailures, failingSince }: EndpointHealth, { startedAt, endedAt }: EndpointOutcome) {
  if (consecutiveFailures >= opensAfterFailures) return true;
  const hangs = endedAt.getTime() - startedAt.getTime() >= opensAfterHanging.each;
  const failingMs = endedAt.getTime() - (failingSince ?? startedAt).getTime();
  return hangs && consecutiveFailures >= opensAfterHanging.failures && failingMs >= opensAfterHanging.forMs;
}

/** The endpoint's health after one more attempt, of whichever delivery. */
export function afterOutcome(before: EndpointHealth, outcome: EndpointOutcome): EndpointHealth {
  if (outcome.acknowledged) return healthy;
  const after = {
    ...before,
    consecutiveFailures: before.consecutiveFailures + 1,
    failingSince: before.failingSince ?? outcome.startedAt,
  };
  // Calls that were running when the breaker opened do not count: only a failed probe makes the next pause longer.
  const pausesNow = before.openUntil === null ? isOutage(after, outcome) : outcome.probe;
  if (!pausesNow) return after;
  const pauses = Math.min(before.pauses + 1, mostPauses);
  return { ...after, pauses, openUntil: new Date(outcome.endedAt.getTime() + pauseMs(pauses, outcome.random)) };
}
