// Opens a TLS connection to one of the checked addresses, or returns the class of failure.
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type SecureContext, type TLSSocket } from 'node:tls';
import ipaddr from 'ipaddr.js';
import type { Target } from './address-check.ts';

/** A closed list, stored with attempts and shown to people. */
export const failureReasons = {
  url_refused: 'The URL is not one that may be called.',
  address_refused: 'The address is private, local or reserved, or the port is not open.',
  dns_failed: 'The host name has no address.',
  dns_timed_out: 'The name servers did not answer.',
  connect_refused: 'Nothing listens at the address.',
  connect_timed_out: 'No connection could be made in time.',
  unreachable: 'The network has no way to the address.',
  tls_failed: 'The TLS handshake failed.',
  tls_timed_out: 'The TLS handshake took too long.',
  proxy_failed: 'The outgoing proxy could not be reached or gave no proper answer.',
  proxy_refused: 'The outgoing proxy did not make the connection.',
  certificate_expired: 'The certificate is expired or not yet valid.',
  certificate_wrong_name: 'The certificate is for another name.',
  certificate_untrusted:
    'The certificate is self-signed or from an authority that is unknown, also to PROBITY_WEBHOOK_CA.',
  timed_out: 'No answer arrived in time.',
  connection_closed: 'The connection was closed before an answer.',
  bad_answer: 'What came back is not a proper HTTP answer.',
  stopped: 'The call was given up because this program stopped.',
} as const;

export type FailureReason = keyof typeof failureReasons;

export interface OpenedConnection {
  readonly socket: TLSSocket;
  readonly address: string;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** For how long its certificate is valid; 0 if that is unknown. */
  readonly validMs: number;
}

export interface FailedConnection {
  readonly failure: FailureReason;
  readonly connectMs: number | null;
}

/** Connects to one address: returns a socket, or why there is none. */
export type Route = (address: string, port: number, signal: AbortSignal) => Promise<Socket | FailureReason>;

/** A dead first address must leave time for the next one, and a long list must not become a port scan. */
export const ADDRESSES_TRIED = 4;
const CONNECT_LIMIT_MS = 2500;

export interface Way {
  readonly route: Route;
  readonly secureContext: SecureContext;
}

/** @param signal ends the attempt; the reason is then the stage that it has reached */
export async function openConnection(
  target: Target,
  { route, secureContext }: Way,
  signal: AbortSignal,
): Promise<OpenedConnection | FailedConnection> {
  const startedAt = performance.now();
  // IPv4 first: many machines have no IPv6, and then IPv6 fails at once or never.
  const addresses = target.addresses.toSorted((a, b) => isIP(a) - isIP(b)).slice(0, ADDRESSES_TRIED);
  let failure: FailureReason = 'unreachable';
  for (const [index, address] of addresses.entries()) {
    const limited =
      index < addresses.length - 1 ? AbortSignal.any([signal, AbortSignal.timeout(CONNECT_LIMIT_MS)]) : signal;
    const tcp = await route(address, target.port, limited);
    if (typeof tcp === 'string') {
      failure = tcp;
      if (signal.aborted) break;
      continue;
    }
    const connectMs = performance.now() - startedAt;
    const tls = await openTls(tcp, target.host, secureContext, signal);
    if (typeof tls === 'string') return { failure: tls, connectMs };
    const tlsMs = performance.now() - startedAt - connectMs;
    return { socket: tls, address, connectMs, tlsMs, validMs: validMsOf(tls) };
  }
  return { failure, connectMs: null };
}

function validMsOf(socket: TLSSocket): number {
  // Not getPeerX509Certificate, after which Node 24 no longer returns the certificate.
  const certificate: PeerCertificate | null = socket.getPeerCertificate();
  const ends = Date.parse(certificate?.valid_to ?? '');
  return Number.isNaN(ends) ? 0 : ends - (performance.timeOrigin + performance.now());
}

export const openTcp: Route = (address, port, signal) => {
  // An address, never a name, so that nothing is resolved again between the check and the call.
  const socket = connectTcp({ host: address, port, noDelay: true, keepAlive: true, keepAliveInitialDelay: 30_000 });
  return settle(socket, 'connect', signal, 'connect_timed_out', (error) => tcpFailure(error)).then((failure) => {
    if (failure !== undefined) return failure;
    if (isSameAddress(socket.remoteAddress, address)) return socket;
    socket.destroy();
    return 'address_refused';
  });
};

export function openTls(
  tcp: Socket,
  host: string,
  secureContext: SecureContext,
  signal: AbortSignal,
): Promise<TLSSocket | FailureReason> {
  const name = host.replace(/\.$/, '');
  // The certificate is compared with servername, or with host if that is an address.
  const identity = isIP(host) === 0 ? { servername: name, host: name } : { host };
  const socket = connectTls({ socket: tcp, ...identity, secureContext, ALPNProtocols: ['http/1.1'] });
  return settle(socket, 'secureConnect', signal, 'tls_timed_out', (error) => tlsFailure(error, socket)).then(
    (failure) => failure ?? socket,
  );
}

/** Waits for `event`, an error, a close or the signal; destroys the socket in all cases but the first. */
function settle(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  signal: AbortSignal,
  onAbort: FailureReason,
  classify: (error: NodeJS.ErrnoException) => FailureReason,
): Promise<FailureReason | undefined> {
  return new Promise((resolve) => {
    const finish = (failure?: FailureReason) => {
      signal.removeEventListener('abort', aborted);
      socket.off(event, done).off('close', closed);
      if (failure !== undefined) socket.destroy();
      resolve(failure);
    };
    const done = () => finish();
    const aborted = () => finish(onAbort);
    const closed = () => finish(event === 'connect' ? 'connection_closed' : 'tls_failed');
    // Never removed, because an error without a listener would end the process.
    const failed = (error: NodeJS.ErrnoException) => finish(classify(error));
    socket.once(event, done).on('error', failed).once('close', closed);
    if (signal.aborted) aborted();
    else signal.addEventListener('abort', aborted, { once: true });
  });
}

function tcpFailure(error: NodeJS.ErrnoException): FailureReason {
  if (error.code === 'ECONNREFUSED') return 'connect_refused';
  if (error.code === 'ETIMEDOUT') return 'connect_timed_out';
  if (error.code === 'ECONNRESET') return 'connection_closed';
  return 'unreachable';
}

function tlsFailure(error: NodeJS.ErrnoException, socket: TLSSocket): FailureReason {
  const code = error.code ?? '';
  if (code === 'CERT_HAS_EXPIRED' || code === 'CERT_NOT_YET_VALID') return 'certificate_expired';
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'certificate_wrong_name';
  // Set only if the chain was checked and not trusted.
  return socket.authorizationError ? 'certificate_untrusted' : 'tls_failed';
}

/** Of a connection that was open. */
export function breakage({ code = '' }: NodeJS.ErrnoException): FailureReason {
  return code.startsWith('ERR_SSL_') ? 'tls_failed' : 'connection_closed';
}

function isSameAddress(actual: string | undefined, wanted: string): boolean {
  if (actual === undefined || !ipaddr.isValid(actual)) return false;
  return ipaddr.parse(actual).toNormalizedString() === ipaddr.parse(wanted).toNormalizedString();
}
