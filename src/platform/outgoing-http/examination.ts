// Checks where a URL leads and reads the certificate there, also if the handshake would fail; sends nothing.
import { isIP, type Socket } from 'node:net';
import { connect as connectTls, type SecureContext, type TLSSocket } from 'node:tls';
import type { Target } from './address-check.ts';
import { ADDRESSES_TRIED, type FailureReason, type Way } from './connection.ts';

export interface CertificateFacts {
  readonly validFrom: Date;
  readonly validTo: Date;
  /** The issuer; null if a special-purpose address was called. */
  readonly issuer: string | null;
  /** OpenSSL's or Node's code for why it is not trusted; null if it is trusted. */
  readonly distrust: string | null;
  /** For example `TLSv1.3`. */
  readonly protocol: string | null;
}

export type Handshake =
  | { readonly kind: 'made'; readonly certificate: CertificateFacts }
  | { readonly kind: 'failed'; readonly reason: FailureReason };

/** The addresses were checked already; the certificate is read whether it is trusted or not. */
export async function lookAtCertificate(
  target: Target,
  { route, secureContext }: Way,
  signal: AbortSignal,
): Promise<Handshake> {
  let reason: FailureReason = 'unreachable';
  for (const address of target.addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, ADDRESSES_TRIED)) {
    const tcp = await route(address, target.port, signal);
    if (typeof tcp !== 'string') return shakeHands(tcp, target, secureContext, signal);
    reason = tcp;
    if (signal.aborted) break;
  }
  return { kind: 'failed', reason };
}

function shakeHands(
  tcp: Socket,
  target: Target,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<Handshake> {
  const host = target.host.replace(/\.$/, '');
  const identity = isIP(host) === 0 ? { servername: host, host } : { host };
  return new Promise((resolve) => {
    // Nothing is sent over it: it is closed as soon as the certificate was read.
    const socket = connectTls({ socket: tcp, ...identity, secureContext, rejectUnauthorized: false });
    const finish = (handshake: Handshake) => {
      signal.removeEventListener('abort', aborted);
      socket.destroy();
      resolve(handshake);
    };
    const aborted = () => finish({ kind: 'failed', reason: 'tls_timed_out' });
    const failed = () => finish({ kind: 'failed', reason: 'tls_failed' });
    socket.once('secureConnect', () => finish({ kind: 'made', certificate: factsOf(socket, target.special) }));
    socket.on('error', failed).once('close', failed);
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  });
}

function factsOf(socket: TLSSocket, special: boolean): CertificateFacts {
  const { valid_from: from, valid_to: to, issuer } = socket.getPeerCertificate();
  const name = [issuer?.O, issuer?.CN].flat().filter((part) => typeof part === 'string');
  return {
    validFrom: new Date(from),
    validTo: new Date(to),
    issuer: special || name.length === 0 ? null : name.join(', ').slice(0, 200),
    // The type says Error, but it is a code.
    distrust: socket.authorized ? null : String(socket.authorizationError),
    protocol: socket.getProtocol(),
  };
}
