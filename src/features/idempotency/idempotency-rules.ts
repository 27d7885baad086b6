// The rules of Idempotency-Key: valid keys, equal requests, and which answers are stored; pure. All of it is ours.
import { createHash } from 'node:crypto';
import { Refusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';

export interface IdempotentRequest {
  /** The header Idempotency-Key. */
  readonly key: string;
  readonly method: string;
  /** Path and query, normalised. */
  readonly target: string;
  readonly body: Uint8Array;
  /** Those for which the caller acts: requests for different subsidiaries never share an answer. */
  readonly subsidiaryIds: readonly string[] | null;
}

const longestKey = 255;
/** How long an answer is replayed. */
export const keptMs = 24 * 60 * 60 * 1000;
/** How long a claim lasts that no process finishes, because of a crash. */
const lapseMs = 60 * 1000;

/** Only the hash is stored, because clients may put personal data in a key. */
export function keyHash({ key }: IdempotentRequest): Buffer {
  if (key.length === 0 || key.length > longestKey) {
    const said = problemSentence('length_of_key', { least: 1, most: longestKey });
    throw new Refusal('malformed_request', { 'Idempotency-Key': [said] });
  }
  return createHash('sha256').update(key).digest();
}

export function fingerprint({ method, target, body, subsidiaryIds }: IdempotentRequest): Buffer {
  const about = [method, target, ...(subsidiaryIds ?? [])];
  return createHash('sha256')
    .update(`${JSON.stringify(about)}\n`)
    .update(body)
    .digest();
}

/** Other statuses are independent of the request: a retry may succeed. */
export function isKept(status: number): boolean {
  return status !== 401 && status !== 413 && status !== 429 && status < 500;
}

export interface StoredKey {
  readonly fingerprint: Buffer;
  readonly claimedAt: Date;
  /** Null while the first request is in progress. */
  readonly status: number | null;
}

/** Whether a new request may take over the key: an expired claim, or an expired answer. */
export function isFree(stored: StoredKey, now: Date): boolean {
  const age = now.getTime() - stored.claimedAt.getTime();
  // A claim from the future also counts as expired: the clock was set back. If its owner still runs, it loses the
  // claim.
  return stored.status === null ? Math.abs(age) >= lapseMs : age >= keptMs;
}
