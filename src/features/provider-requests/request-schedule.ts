// Decides when a provider is asked again, and when it is given up; pure.

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The time between failed attempts. After the last one the provider is given up. */
const GAPS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR];
/** How long a provider may stay paused or rate-limited, which counts no attempts. */
const PATIENCE = 5 * HOUR;
const FIRST_POLL = MINUTE;
const LONGEST_POLL = HOUR;
const JITTER = 0.1;

const jittered = (ms: number, random: number) => ms * (1 - JITTER + 2 * JITTER * random);

export interface FailedAttempt {
  /** From 1; 0 if the provider was not called. */
  readonly number: number;
  /** When the provider was first due to be asked. */
  readonly beganAt: Date;
  readonly endedAt: Date;
  /** From Retry-After, or the end of a pause. */
  readonly retryAt: Date | undefined;
  /** In [0, 1): decides the jitter. */
  readonly random: number;
}

/** When the provider is asked again; undefined if it is given up. */
export function afterFailure({ number, beganAt, endedAt, retryAt, random }: FailedAttempt): Date | undefined {
  const gap = GAPS[Math.max(0, number - 1)];
  if (gap === undefined) return undefined;
  const latest = beganAt.getTime() + PATIENCE;
  // Honour Retry-After, but only up to a limit, because the client waits for the report.
  const wanted = retryAt === undefined ? 0 : retryAt.getTime() + SECOND * random;
  const planned = number === 0 && retryAt !== undefined ? 0 : endedAt.getTime() + jittered(gap, random);
  const at = Math.max(planned, wanted);
  return at > latest ? undefined : new Date(at);
}

export interface Waiting {
  readonly acceptedAt: Date;
  readonly now: Date;
  readonly answersWithinHours: number;
  readonly random: number;
}

/** When an accepted request is polled next: soon at first, later every hour; undefined after its time limit. */
export function nextPoll({ acceptedAt, now, answersWithinHours, random }: Waiting): Date | undefined {
  const end = acceptedAt.getTime() + answersWithinHours * HOUR;
  if (now.getTime() >= end) return undefined;
  const waited = now.getTime() - acceptedAt.getTime();
  const gap = Math.min(Math.max(FIRST_POLL, waited), LONGEST_POLL);
  return new Date(Math.min(now.getTime() + jittered(gap, random), end));
}

/** When a provider is asked again whose page the candidate has not finished: it calls back as soon as they have. */
export const afterStep = (now: Date, random: number): Date => new Date(now.getTime() + jittered(LONGEST_POLL, random));

/** When to check a request again whose report is paused or waits for a person. */
export const afterPause = (now: Date): Date => new Date(now.getTime() + 15 * MINUTE);
