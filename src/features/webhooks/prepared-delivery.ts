// A claimed delivery with its bytes, ready to be sent.
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { StoredBody } from './delivery-store.ts';

export interface PreparedDelivery {
  readonly delivery: ClaimedDelivery;
  readonly body: Buffer;
  /** On the clock of `performance.now()`: when the claim started, and when its result had arrived. */
  readonly claimedAtMs: number;
  readonly readAtMs: number;
}

/** The webhook may have changed since it was read, for example its url: a later call must claim again. */
const START_AFTER_READ_MS = 5000;
/** A later attempt would be recorded too close to the end of its lease, or of the pause that other workers observe. */
const START_AFTER_CLAIM_MS = 15_000;

export const isTooLate = ({ claimedAtMs, readAtMs }: PreparedDelivery, nowMs: number): boolean =>
  nowMs - readAtMs > START_AFTER_READ_MS || nowMs - claimedAtMs > START_AFTER_CLAIM_MS;

export function bodyToStore({ delivery, body }: PreparedDelivery): StoredBody {
  const { accountId, id, url, sealedAuthorisationHash } = delivery;
  const shown = delivery.interface === 'v1' ? { url, sealedHash: sealedAuthorisationHash } : {};
  return { accountId, id, body, ...shown };
}
