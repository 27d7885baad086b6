// A client that verifies each notification over its raw bytes with independent libraries. It knows which of its
// secrets must verify: the one at the time of the event, and the old one during an overlap.
import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { type ReceivedRequest, verifiesXSignature } from '../../support/webhook-receiver.ts';

export interface SecretState {
  /** The newest secret. */
  readonly secret: string;
  /** Set during the overlap of a rotation. */
  readonly previous?: string;
}

export interface Endpoint {
  readonly webhookId: string;
  readonly accountId: string;
  readonly interface: 'v1' | 'v2';
  /** v1: the expected X-Signature. */
  readonly tokenHash: string;
  state: SecretState;
  /** The secrets before the last change. */
  before: SecretState;
  /** Set while a rotation or the end of an overlap is running: the new secret is known only afterwards. */
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
  // X-Signature holds one signature: during an overlap that of the old secret.
  return verifiesXSignature(request, previous ?? secret) ? undefined : 'X-Signature';
}

/**
 * Verifies with the secrets at the time of the claim: those of `then` or, after a change (at most one), the current
 * ones.
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

/** Whether a repetition has the same bytes as the first arrival. */
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
