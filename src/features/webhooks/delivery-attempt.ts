// One attempt to deliver: opens the secrets, signs, sends, and says what becomes of the delivery.
import type { Ctx } from '../../context.ts';
import type { AccountKey } from '../../platform/encryption/account-key.ts';
import type { PostResult } from '../../platform/outgoing-http/post.ts';
import { type AttemptOutcome, afterAttempt, attemptsAtMost, isAcknowledged } from './delivery-schedule.ts';
import type { AttemptRow, ClaimedDelivery, DeliveryRecord } from './delivery-store.ts';
import { openAuthorisationHash, openWebhookSecret } from './webhook-secrets.ts';
import { signaturesV1, signaturesV2 } from './webhook-signatures.ts';

export interface Sent {
  readonly record: DeliveryRecord;
  readonly result: PostResult;
}

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
  const now = ctx.now();
  const input = { id: delivery.id, at: now, body, ...secretsAt(key, delivery, now) };
  const signatures =
    delivery.interface === 'v1' ? signaturesV1(input, authorisationHash(key, delivery)) : signaturesV2(input);
  const result = await ctx.outgoing.post({
    url: delivery.url,
    headers: { 'content-type': 'application/json', 'user-agent': 'Probity', ...signatures },
    body,
  });
  return { record: recordOf(delivery, start, result), result };
}

function secretsAt(key: AccountKey, delivery: ClaimedDelivery, at: Date) {
  const { webhookId, sealedSecret, sealedPreviousSecret, previousSecretUntil } = delivery;
  const overlaps = sealedPreviousSecret !== null && previousSecretUntil !== null && at < previousSecretUntil;
  return {
    secret: openWebhookSecret(key, webhookId, sealedSecret),
    ...(overlaps ? { previousSecret: openWebhookSecret(key, webhookId, sealedPreviousSecret) } : {}),
  };
}

function authorisationHash(key: AccountKey, { webhookId, sealedAuthorisationHash }: ClaimedDelivery): string | null {
  return sealedAuthorisationHash === null ? null : openAuthorisationHash(key, webhookId, sealedAuthorisationHash);
}

function recordOf(delivery: ClaimedDelivery, start: AttemptStart, result: PostResult): DeliveryRecord {
  const { at: startedAt, random } = start;
  const number = delivery.attempts + 1;
  const outcome: AttemptOutcome =
    result.outcome === 'answered'
      ? { kind: 'answered', status: result.status, retryAfter: result.retryAfter }
      : { kind: 'failed' };
  // By the monotonic clock: no other says how long something took.
  const endedAt = new Date(startedAt.getTime() + result.timings.totalMs);
  const decision = afterAttempt({ number, startedAt, endedAt, createdAt: delivery.createdAt, outcome, random });
  return {
    accountId: delivery.accountId,
    id: delivery.id,
    status: decision.kind === 'retry' ? 'due' : decision.kind,
    dueAt: decision.kind === 'retry' ? decision.at : null,
    reason: decision.kind !== 'exhausted' ? null : number >= attemptsAtMost ? 'attempts_used' : 'window_over',
    attempt: attemptRow(number, startedAt, result, isAcknowledged(outcome)),
  };
}

const whole = (ms: number | null) => (ms === null ? null : Math.round(ms));

function attemptRow(number: number, startedAt: Date, result: PostResult, acknowledged: boolean): AttemptRow {
  const { timings } = result;
  const answered = result.outcome === 'answered';
  return {
    number,
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

/** A delivery that nothing is sent for any more: its window is over, or its webhook no longer wants it. */
export function givenUp(delivery: ClaimedDelivery): DeliveryRecord {
  const { accountId, id, wanted, enabled } = delivery;
  const reason = wanted ? 'window_over' : enabled ? 'environment_removed' : 'webhook_disabled';
  return { accountId, id, status: 'exhausted', dueAt: null, reason, attempt: null };
}
