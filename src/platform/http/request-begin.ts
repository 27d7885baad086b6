// What happens to every request before its route: its id, safe headers and log record, and refusals that need no route.
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import type { RequestRecorder } from './request-record.ts';
import type { IsTrusted } from './trusted-proxies.ts';

const ONE_YEAR_S = 31_536_000;

/** Whether browsers use HTTPS only: on this host, or also on its subdomains. */
export type StrictTransport = 'off' | 'host' | 'subdomains';

/** Set on every answer; a header that a surface sets itself takes precedence. */
export function safeHeaders(strictTransportSecurity: StrictTransport): Readonly<Record<string, string>> {
  const subdomains = strictTransportSecurity === 'subdomains' ? '; includeSubDomains' : '';
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    ...(strictTransportSecurity !== 'off' && { 'strict-transport-security': `max-age=${ONE_YEAR_S}${subdomains}` }),
  };
}

/** Exactly one in HTTP/1.1 (RFC 9112 §3.2): of two, a proxy may believe one and we the other. */
function refuseBadHost({ rawHeaders, httpVersion }: IncomingMessage): void {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1')) throw new Refusal('malformed_request');
}

/** Percent escapes must be complete and encode UTF-8 without NUL, in the path and in the query (ours). */
function refuseBadUrl(url: string): void {
  if (!url.includes('%')) return;
  let decoded: string;
  try {
    decoded = decodeURIComponent(url);
  } catch {
    throw new Refusal('malformed_request');
  }
  if (decoded.includes('\0')) throw new Refusal('malformed_request');
}

/**
 * Whether the client used HTTPS: behind a proxy, the last value of X-Forwarded-Proto says so, which is what the nearest
 * proxy saw. Load balancers ask for health without that header.
 */
function cameOverHttps(request: FastifyRequest, servesTls: boolean, isTrusted: IsTrusted): boolean {
  const peerIsTrusted = isTrusted(request.raw.socket.remoteAddress);
  const forwarded = request.raw.headers['x-forwarded-proto'];
  if (peerIsTrusted && forwarded !== undefined) return /(?:^|,)\s*https\s*$/i.test(String(forwarded));
  return servesTls || request.url.startsWith('/health/');
}

export interface Beginning {
  readonly headers: Readonly<Record<string, string>>;
  readonly servesTls: boolean;
  readonly isTrusted: IsTrusted;
  readonly recorder: RequestRecorder;
  readonly watch: ConnectionWatch;
  readonly isStopping: () => boolean;
  readonly onPlainHttp: (request: FastifyRequest) => void;
}

/** Throws the Refusal that ends the request at once. */
export function requestBeginner(beginning: Beginning): (request: FastifyRequest, reply: FastifyReply) => void {
  const { headers, servesTls, isTrusted, recorder, watch, isStopping, onPlainHttp } = beginning;
  return (request, reply) => {
    reply.header('x-request-id', request.id);
    reply.headers(headers);
    const connection = watch.of(request.raw.socket);
    if (connection !== undefined) connection.requestId = request.id;
    recorder.recordWhenClosed(request, reply, connection);
    if (isStopping()) reply.raw.shouldKeepAlive = false;
    if (!cameOverHttps(request, servesTls, isTrusted)) {
      onPlainHttp(request);
      throw new Refusal('https_required');
    }
    refuseBadHost(request.raw);
    refuseBadUrl(request.url);
  };
}
