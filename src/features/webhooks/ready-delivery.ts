// A claimed delivery with its bytes, on its way to its endpoint.
import type { ClaimedDelivery } from './delivery-claim-store.ts';
import type { KeptBody } from './delivery-store.ts';

export interface Ready {
  readonly delivery: ClaimedDelivery;
  readonly body: Buffer;
  /** On the clock of `performance.now()`: when it was claimed, and when what is known of it had come. */
  readonly claimedAtMs: number;
  readonly readAtMs: number;
}

/** What was read of the webhook, its url for one, holds no longer for a call that would begin later. */
const LAST_START_MS = 5000;
/** Then its attempt would end, and be recorded, too near to the end of the lease, or of the pause that others keep meanwhile. */
const LAST_START_AFTER_CLAIM_MS = 15_000;

export const isTooLate = ({ claimedAtMs, readAtMs }: Ready, nowMs: number): boolean =>
  nowMs - readAtMs > LAST_START_MS || nowMs - claimedAtMs > LAST_START_AFTER_CLAIM_MS;

export function keptBody({ delivery, body }: Ready): KeptBody {
  const { accountId, id, url, sealedAuthorisationHash } = delivery;
  const shown = delivery.interface === 'v1' ? { url, sealedHash: sealedAuthorisationHash } : {};
  return { accountId, id, body, ...shown };
}
