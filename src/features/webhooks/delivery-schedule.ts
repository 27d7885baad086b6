// Decides what follows an attempt: the delivery is delivered, retried at a time, or given up; pure.

/** interface §Delivery rules: up to 4 resends within the following 12 hours, each acknowledged within 10 seconds. */
export const attemptsAtMost = 5;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WINDOW = 12 * HOUR;
const ACKNOWLEDGE = 10_000;
/** After the delivery's creation; an attempt that would start later is not made. */
export const lastStartSeconds = (WINDOW - ACKNOWLEDGE) / 1000;
/** The last attempt is planned at least this long before the end of the window, because claims may be late. */
const MARGIN = 15 * MINUTE;

/** From one attempt to the next: about +1 min, +15 min, +3 h and +11 h from the first (decisions, Acknowledgement). */
const GAPS = [MINUTE, 14 * MINUTE, 2 * HOUR + 45 * MINUTE, 8 * HOUR];
const JITTER = 0.05;

export type AttemptOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly retryAfter: string | null }
  | { readonly kind: 'failed' };

/** An attempt that a person or a program has requested. */
export interface ManualAttempt {
  /** When the automatic attempt was planned that waits behind this one; null where none waits. */
  readonly plannedAt: Date | null;
  /** Whether an earlier attempt was acknowledged: then the delivery stays delivered. */
  readonly wasDelivered: boolean;
}

export interface Attempt {
  /** From 1; manual attempts are not counted. */
  readonly number: number;
  readonly manual?: ManualAttempt | undefined;
  readonly startedAt: Date;
  readonly endedAt: Date;
  /** When the delivery became due: the window of 12 hours begins here. */
  readonly createdAt: Date;
  readonly outcome: AttemptOutcome;
  /** In [0, 1): decides the jitter. */
  readonly random: number;
}

/** Why an undelivered delivery is not sent any more. */
export type EndReason = 'attempts_used' | 'window_over' | 'webhook_disabled' | 'environment_removed' | 'resend_failed';

export type Decision =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly at: Date }
  | { readonly kind: 'exhausted'; readonly reason: EndReason };

const exhausted = (reason: EndReason): Decision => ({ kind: 'exhausted', reason });

export function isAcknowledged(outcome: AttemptOutcome): boolean {
  return outcome.kind === 'answered' && outcome.status >= 200 && outcome.status <= 299;
}

/** Whether an attempt that starts now is still inside the window, its 10 seconds included. */
export function mayStartAttempt(createdAt: Date, now: Date): boolean {
  return now.getTime() <= createdAt.getTime() + WINDOW - ACKNOWLEDGE;
}

export function afterAttempt(attempt: Attempt): Decision {
  const { number, manual, startedAt, endedAt, createdAt, outcome, random } = attempt;
  if (isAcknowledged(outcome)) return { kind: 'delivered' };
  if (manual !== undefined) return afterManualFailure(manual, createdAt, endedAt);
  const gap = GAPS[number - 1];
  if (gap === undefined || number >= attemptsAtMost) return exhausted('attempts_used');
  const planned = startedAt.getTime() + gap * (1 - JITTER + 2 * JITTER * random);
  const latest = createdAt.getTime() + WINDOW - MARGIN * (1 + random);
  const wanted = outcome.kind === 'answered' ? wantedAt(outcome.retryAfter, endedAt) : undefined;
  // A Retry-After beyond the window is ignored: honouring it would skip the attempts that are still possible.
  const spread = Math.max(0, (wanted ?? 0) - endedAt.getTime()) * JITTER * random;
  const honoured = wanted !== undefined && wanted <= latest ? Math.max(planned, wanted + spread) : planned;
  // If earlier attempts were late, the last one is moved forward into the window.
  const at = Math.min(honoured, latest);
  return at < startedAt.getTime() + MINUTE / 2 ? exhausted('window_over') : { kind: 'retry', at: new Date(at) };
}

/** A manual attempt is outside the five and the window (decisions, Acknowledgement): only the planned automatic one follows. */
export function afterManualFailure(
  { plannedAt, wasDelivered }: ManualAttempt,
  createdAt: Date,
  endedAt: Date,
): Decision {
  if (wasDelivered) return { kind: 'delivered' };
  if (plannedAt === null) return exhausted('resend_failed');
  const at = new Date(Math.max(plannedAt.getTime(), endedAt.getTime()));
  return mayStartAttempt(createdAt, at) ? { kind: 'retry', at } : exhausted('window_over');
}

const SECONDS = /^\d{1,12}$/;
const HTTP_DATE = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z][a-z] \d{4} \d\d:\d\d:\d\d GMT$/;

/** When a `Retry-After` asks for the next attempt (RFC 9110 §10.2.3); undefined for junk. */
function wantedAt(retryAfter: string | null, endedAt: Date): number | undefined {
  if (retryAfter === null) return undefined;
  const text = retryAfter.trim();
  const at = SECONDS.test(text)
    ? endedAt.getTime() + Number(text) * 1000
    : HTTP_DATE.test(text)
      ? Date.parse(text)
      : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
