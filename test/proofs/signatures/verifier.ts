// A client that verifies each notification as it arrives, over the raw bytes and with verifiers that are not ours, and knows
// which of its secrets must fit: the one it had when the change happened, beside the old one for as long as a rotation overlaps.
import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, verifiesXSignature } from '../../support/webhook-receiver.ts';

export interface SecretState {
  /** The newest. */
  readonly secret: string;
  /** While the overlap of a rotation lasts. */
  readonly previous?: string;
}

export interface Endpoint {
  readonly webhookId: string;
  readonly accountId: string;
  readonly interface: 'v1' | 'v2';
  /** v1: what X-Signature must be. */
  readonly tokenHash: string;
  state: SecretState;
  /** Before the last change. */
  before: SecretState;
  /** Whether a rotation, or the end of an overlap, is under way. */
  isChanging: boolean;
}

function verifiesStandard({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

/**
 * Verifies by the secrets that the endpoint had when the event was stored; since then they have changed once at most, and
 * where they have, X-Signature may be by either.
 */
export function mismatchOf(request: ReceivedRequest, endpoint: Endpoint, then: SecretState): string | undefined {
  const { secret, previous } = then;
  if (!verifiesStandard(request, secret)) return 'webhook-signature by the newest secret';
  if (endpoint.interface === 'v1') {
    return request.headers['x-signature'] === endpoint.tokenHash ? undefined : 'X-Signature of v1';
  }
  const hasChanged = endpoint.isChanging || endpoint.state !== then;
  if (previous !== undefined && !hasChanged && !verifiesStandard(request, previous)) {
    return 'webhook-signature by the previous secret';
  }
  // It has room for one: the old one while both count.
  const signers = hasChanged ? [previous, secret] : [previous ?? secret];
  const isSigned = signers.some((signer) => signer !== undefined && verifiesXSignature(request, signer));
  return isSigned ? undefined : 'X-Signature';
}

/** Of what comes again later: claimed just before the last change, or after it. */
export function resendMismatchOf(request: ReceivedRequest, endpoint: Endpoint): string | undefined {
  const mismatch = mismatchOf(request, endpoint, endpoint.state);
  return mismatch === undefined ? undefined : mismatchOf(request, endpoint, endpoint.before);
}

/** Whether the bytes are those that came under the same id before. */
export function createRepeats() {
  const hashes = new Map<string, string>();
  return (request: ReceivedRequest): boolean => {
    const id = request.headers['webhook-id'] ?? '';
    const hash = createHash('sha256').update(request.body).digest('base64');
    const before = hashes.get(id);
    hashes.set(id, hash);
    return before === undefined || before === hash;
  };
}
