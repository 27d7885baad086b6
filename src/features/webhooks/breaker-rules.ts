// Decides when an endpoint that fails again and again is left alone for a while; pure. It delays, and never drops or adds an attempt.

export interface EndpointHealth {
  /** Since the last delivered one, over all deliveries. */
  readonly consecutiveFailures: number;
  /** When the first of them started. */
  readonly failingSince: Date | null;
  /** null: closed. Otherwise nothing is sent before this, then one delivery to try the endpoint. */
  readonly openUntil: Date | null;
  /** How many pauses in a row. */
  readonly pauses: number;
}

export interface EndpointOutcome {
  readonly acknowledged: boolean;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** Whether it was the one delivery that tried the endpoint while the breaker was open. */
  readonly probe: boolean;
  /** In [0, 1): spreads the probes. */
  readonly random: number;
}

export const healthy: EndpointHealth = { consecutiveFailures: 0, failingSince: null, openUntil: null, pauses: 0 };

/** A restart of the receiver fails a handful; more than this is an outage. */
export const opensAfterFailures = 10;
/** One that hangs holds a place for ten seconds each time: ten would take minutes, and what waits would not know why. */
export const opensAfterHanging = { failures: 3, forMs: 20_000, each: 5000 } as const;
const FIRST_PAUSE_MS = 10_000;
export const longestPauseMs = 5 * 60_000;

/** More make no pause longer; counted without end, they would outgrow their column. */
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

/** What is known of the endpoint after one more attempt, whichever delivery it was of. */
export function afterOutcome(before: EndpointHealth, outcome: EndpointOutcome): EndpointHealth {
  if (outcome.acknowledged) return healthy;
  const after = {
    ...before,
    consecutiveFailures: before.consecutiveFailures + 1,
    failingSince: before.failingSince ?? outcome.startedAt,
  };
  // What was under way when the breaker opened says nothing new: only the probe makes the next pause longer.
  const pausesNow = before.openUntil === null ? isOutage(after, outcome) : outcome.probe;
  if (!pausesNow) return after;
  const pauses = Math.min(before.pauses + 1, mostPauses);
  return { ...after, pauses, openUntil: new Date(outcome.endedAt.getTime() + pauseMs(pauses, outcome.random)) };
}
