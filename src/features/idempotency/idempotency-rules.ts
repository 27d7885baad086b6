// Which Idempotency-Key counts, what makes two requests the same, and which answers are kept; pure. All of it is ours.
import { createHash } from 'node:crypto';
import { Refusal } from '../../lib/refusal.ts';

export interface IdempotentRequest {
  /** The header Idempotency-Key. */
  readonly key: string;
  readonly method: string;
  /** Path and query, in one spelling. */
  readonly target: string;
  readonly body: Uint8Array;
  /** That is acted for: another's request is another request, and its answer is nobody else's. */
  readonly subsidiaryId: string | null;
}

const longestKey = 255;
/** An answer is replayed this long. */
export const keptMs = 24 * 60 * 60 * 1000;
/** A claim that nobody finished, because a process crashed, is given up after this. */
const lapseMs = 60 * 1000;

/** Clients may put anything in a key, so only its hash is stored. */
export function keyHash({ key }: IdempotentRequest): Buffer {
  if (key.length === 0 || key.length > longestKey) {
    throw new Refusal('malformed_request', { 'Idempotency-Key': [`must have 1 to ${longestKey} characters`] });
  }
  return createHash('sha256').update(key).digest();
}

export function fingerprint({ method, target, body, subsidiaryId }: IdempotentRequest): Buffer {
  const about = subsidiaryId === null ? [method, target] : [method, target, subsidiaryId];
  return createHash('sha256')
    .update(`${JSON.stringify(about)}\n`)
    .update(body)
    .digest();
}

/** The others say nothing about the request itself: it may well succeed when it is sent again. */
export function isKept(status: number): boolean {
  return status !== 401 && status !== 413 && status !== 429 && status < 500;
}

export interface StoredKey {
  readonly fingerprint: Buffer;
  readonly claimedAt: Date;
  /** Null while the first request is in flight. */
  readonly status: number | null;
}

/** Whether a new request may take the key over: the claim of a crashed one, or an answer past its time. */
export function isFree(stored: StoredKey, now: Date): boolean {
  const age = now.getTime() - stored.claimedAt.getTime();
  // A claim of the future is one too: the clock was set back since. Should its owner live, it will find its claim lost.
  return stored.status === null ? Math.abs(age) >= lapseMs : age >= keptMs;
}
