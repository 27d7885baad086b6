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
  /** While a rotation, or the end of an overlap, is under way: the new secret is not known before it is over. */
  changing: Promise<void> | undefined;
}

function verifiesStandard({ headers, body }: ReceivedRequest, secret: string): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
}

function mismatchBy({ secret, previous }: SecretState, request: ReceivedRequest, endpoint: Endpoint) {
  if (!verifiesStandard(request, secret)) return 'webhook-signature by the newest secret';
  if (endpoint.interface === 'v1') {
    return request.headers['x-signature'] === endpoint.tokenHash ? undefined : 'X-Signature of v1';
  }
  if (previous !== undefined && !verifiesStandard(request, previous)) return 'webhook-signature by the previous secret';
  // It has room for one: the old one while both count.
  return verifiesXSignature(request, previous ?? secret) ? undefined : 'X-Signature';
}

/**
 * Verifies by the secrets that the endpoint had when it was claimed: those of `then`, or where they have changed since,
 * which they have once at most, those of now.
 */
export async function mismatchOf(
  request: ReceivedRequest,
  endpoint: Endpoint,
  then: SecretState,
): Promise<string | undefined> {
  const mismatch = mismatchBy(then, request, endpoint);
  if (mismatch === undefined) return undefined;
  await endpoint.changing;
  return endpoint.state === then ? mismatch : mismatchBy(endpoint.state, request, endpoint);
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
