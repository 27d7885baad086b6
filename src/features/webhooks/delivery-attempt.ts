// One attempt to deliver: opens the secrets, signs, sends, and says what becomes of the delivery.
import type { Ctx } from '../../context.ts';
import type { PostResult, Timings } from '../../platform/outgoing-http/post.ts';
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import {
  type AttemptOutcome,
  afterAttempt,
  afterManualFailure,
  type Decision,
  isAcknowledged,
  mayStartAttempt,
} from './delivery-schedule.ts';
import type { AttemptRow, DeliveryRecord } from './delivery-store.ts';
import { secretUnreadable, signaturesFor } from './webhook-secrets.ts';

/** Where it cannot be signed nothing is sent: that is a failed attempt like any other. */
export type AttemptResult =
  | PostResult
  | { readonly outcome: 'failed'; readonly reason: typeof secretUnreadable; readonly timings: Timings };

export interface Sent {
  readonly record: DeliveryRecord;
  readonly result: AttemptResult;
}

const noTime: Timings = { dnsMs: null, connectMs: null, tlsMs: null, firstByteMs: null, totalMs: 0 };

export interface AttemptStart {
  /** On the database's clock. */
  readonly at: Date;
  /** In [0, 1): decides the jitter of a resend. */
  readonly random: number;
}

export async function attemptDelivery(
  ctx: Pick<Ctx, 'now' | 'keys' | 'outgoing'>,
  delivery: ClaimedDelivery,
  body: Buffer,
  start: AttemptStart,
): Promise<Sent> {
  const key = await ctx.keys.forAccount(delivery.accountId);
  const signed = signaturesFor(key, delivery, { id: delivery.id, at: ctx.now(), body });
  if (signed === secretUnreadable) {
    const result = { outcome: 'failed', reason: signed, timings: noTime } as const;
    return { record: recordOf(delivery, start, result), result };
  }
  const result = await ctx.outgoing.post({
    url: delivery.url,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'Probity',
      ...(delivery.eventId === null ? {} : { 'webhook-event-id': delivery.eventId }),
      ...(delivery.sequence === null ? {} : { 'webhook-sequence': String(delivery.sequence) }),
      ...signed,
    },
    body,
  });
  return { record: recordOf(delivery, start, result), result };
}

function recordOf(delivery: ClaimedDelivery, start: AttemptStart, result: AttemptResult): DeliveryRecord {
  const { at: startedAt, random } = start;
  const { createdAt } = delivery;
  const manual = delivery.manual ? delivery : undefined;
  const outcome: AttemptOutcome =
    result.outcome === 'answered'
      ? { kind: 'answered', status: result.status, retryAfter: result.retryAfter }
      : { kind: 'failed' };
  // By the monotonic clock: no other says how long something took.
  const endedAt = new Date(startedAt.getTime() + result.timings.totalMs);
  const number = delivery.attempts - delivery.manualAttempts + 1;
  const decision = afterAttempt({ number, manual, startedAt, endedAt, createdAt, outcome, random });
  const attempt = attemptRow(startedAt, result, isAcknowledged(outcome));
  return { ...decided(delivery, decision), number: delivery.attempts + 1, attempt };
}

function decided({ accountId, id, createdAt }: ClaimedDelivery, decision: Decision): DeliveryRecord {
  return {
    accountId,
    id,
    createdAt,
    status: decision.kind === 'retry' ? 'due' : decision.kind,
    dueAt: decision.kind === 'retry' ? decision.at : null,
    reason: decision.kind === 'exhausted' ? decision.reason : null,
    number: null,
    attempt: null,
  };
}

/** Asked for by hand and impossible: nobody waits for what only repeats. */
export function manualFailure(delivery: ClaimedDelivery, at: Date): DeliveryRecord {
  return decided(delivery, afterManualFailure(delivery, delivery.createdAt, at));
}

const whole = (ms: number | null) => (ms === null ? null : Math.round(ms));

function attemptRow(startedAt: Date, result: AttemptResult, acknowledged: boolean): AttemptRow {
  const { timings } = result;
  const answered = result.outcome === 'answered';
  return {
    startedAt,
    dnsMs: whole(timings.dnsMs),
    connectMs: whole(timings.connectMs),
    tlsMs: whole(timings.tlsMs),
    firstByteMs: whole(timings.firstByteMs),
    totalMs: Math.round(timings.totalMs),
    status: answered ? result.status : null,
    reason: acknowledged ? null : answered ? 'not_acknowledged' : result.reason,
    answer: answered && result.bodyText !== '' ? result.bodyText : null,
  };
}

/** Whether anything is still sent for it. */
export function isOpen({ wanted, manual, createdAt }: ClaimedDelivery, at: Date): boolean {
  return wanted && (manual || mayStartAttempt(createdAt, at));
}

/** A delivery that nothing is sent for any more: its window is over, or its webhook no longer wants it. */
export function givenUp(delivery: ClaimedDelivery): DeliveryRecord {
  const reason = delivery.wanted ? 'window_over' : delivery.enabled ? 'environment_removed' : 'webhook_disabled';
  return decided(delivery, delivery.wasDelivered ? { kind: 'delivered' } : { kind: 'exhausted', reason });
}
