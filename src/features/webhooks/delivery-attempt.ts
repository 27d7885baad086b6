// Makes one attempt to deliver: opens the secrets, signs, sends, and decides the new state of the delivery.
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

/** If the body cannot be signed, nothing is sent, and that counts as a failed attempt. */
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
  // By the monotonic clock, because the system clock may be adjusted meanwhile.
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

/** Of a manual attempt that could not be made: it fails at once, because a later one would fail too. */
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

/** Whether the delivery may still be sent. */
export function isOpen({ wanted, manual, createdAt }: ClaimedDelivery, at: Date): boolean {
  return wanted && (manual || mayStartAttempt(createdAt, at));
}

/** The record of a delivery that must not be sent any more: its window is over, or its webhook no longer wants it. */
export function givenUp(delivery: ClaimedDelivery): DeliveryRecord {
  const reason = delivery.wanted ? 'window_over' : delivery.enabled ? 'environment_removed' : 'webhook_disabled';
  return decided(delivery, delivery.wasDelivered ? { kind: 'delivered' } : { kind: 'exhausted', reason });
}
