// A real HTTPS receiver on loopback: stores raw requests, and answers as the test says, down to single bytes.

import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer, type SecureVersion, type TLSSocket } from 'node:tls';
import { patienceMs, upTo } from './limited-loops.ts';
import { type CertificateKind, receiverCertificate } from './receiver-certificates.ts';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  /** Names in lower case; the last value of a repeated header. */
  readonly headers: Readonly<Record<string, string>>;
  readonly rawHead: string;
  readonly body: Buffer;
  readonly at: Date;
  /** The number of the receiver's connection, from 1. */
  readonly connection: number;
}

/** Called for each request once its body is complete; answers by writing to the socket. */
export type Behaviour = (request: ReceivedRequest, socket: TLSSocket, index: number) => void;

export interface ReceiverOptions {
  readonly behave?: Behaviour;
  /** Called for each connection after its handshake. */
  readonly connected?: (socket: TLSSocket) => void;
  readonly host?: string;
  readonly port?: number;
  readonly certificate?: CertificateKind;
  readonly names?: readonly string[];
  readonly maxVersion?: SecureVersion;
  /** Whether requests are stored; true by default. */
  readonly keep?: boolean;
}

export interface WebhookReceiver {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  readonly requests: readonly ReceivedRequest[];
  /** Includes requests that are not stored. */
  requestCount(): number;
  /** The number of accepted TCP connections, with or without a request. */
  connectionCount(): number;
  readonly ca: string;
  readonly caFile: string;
  behave(behaviour: Behaviour): void;
  /** Resolves when that many requests have arrived in all. */
  received(count: number, withinMs?: number): Promise<readonly ReceivedRequest[]>;
  close(): Promise<void>;
}

export interface AnswerOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly afterMs?: number;
}

export function answer(status: number, options: AnswerOptions = {}): Behaviour {
  const { headers = {}, body = '', afterMs = 0 } = options;
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(body)), ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const text = `HTTP/1.1 ${status} Whatever\r\n${head}\r\n${body}`;
  return (_, socket) => {
    if (afterMs === 0) socket.write(text);
    else setTimeout(() => socket.destroyed || socket.write(text), afterMs);
  };
}

/** Writes exactly these bytes. */
export function raw(bytes: string | Buffer): Behaviour {
  return (_, socket) => void socket.write(bytes);
}

export const hang: Behaviour = () => undefined;
export const closeGracefully: Behaviour = (_, socket) => void socket.end();
/** The TCP socket of each TLS session, which Node does not expose. */
const below = new WeakMap<TLSSocket, Socket>();
/** A TCP reset without a TLS alert. */
export const reset: Behaviour = (_, socket) => void below.get(socket)?.resetAndDestroy();

/** Each behaviour once, then the last repeatedly. */
export function inTurn(...behaviours: readonly Behaviour[]): Behaviour {
  return (request, socket, index) => behaviours[Math.min(index, behaviours.length - 1)]?.(request, socket, index);
}

export async function startWebhookReceiver(options: ReceiverOptions = {}): Promise<WebhookReceiver> {
  const {
    host = '127.0.0.1',
    port = 0,
    certificate = 'good',
    names = ['localhost', '127.0.0.1', '::1'],
    maxVersion,
    keep = true,
  } = options;
  const { key, cert, ca } = await receiverCertificate(certificate, names);
  const folder = mkdtempSync(join(tmpdir(), 'probity-receiver-'));
  const caFile = join(folder, 'ca.pem');
  writeFileSync(caFile, ca);
  let behave = options.behave ?? answer(200);
  const requests: ReceivedRequest[] = [];
  const sockets = new Set<Socket>();
  const waiting = new Set<() => void>();
  let connections = 0;
  let arrived = 0;

  const server = createServer({ key, cert, maxVersion, ALPNProtocols: ['http/1.1'] }, (socket) => {
    const connection = connections;
    const tcp = [...sockets].find((each) => each.remotePort === socket.remotePort);
    if (tcp !== undefined) below.set(socket, tcp);
    socket.on('error', () => undefined);
    readRequests(socket, (request) => {
      const received = { ...request, at: new Date(), connection };
      if (keep) requests.push(received);
      arrived += 1;
      behave(received, socket, arrived - 1);
      for (const wake of waiting) wake();
    });
    options.connected?.(socket);
  });
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  const bound = (server.address() as AddressInfo).port;

  return {
    url: `https://${host.includes(':') ? `[${host}]` : host}:${bound}/hook`,
    host,
    port: bound,
    requests,
    requestCount: () => arrived,
    connectionCount: () => connections,
    ca,
    caFile,
    behave(behaviour) {
      behave = behaviour;
    },
    received(count, withinMs = patienceMs) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(look);
          reject(new Error(`${arrived} of ${count} requests arrived within ${withinMs} ms`));
        }, withinMs);
        const look = () => {
          if (arrived < count) return;
          clearTimeout(timer);
          waiting.delete(look);
          resolve(requests);
        };
        waiting.add(look);
        look();
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
      rmSync(folder, { recursive: true, force: true });
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type BareRequest = Omit<ReceivedRequest, 'at' | 'connection'>;

/** A minimal HTTP/1.1 parser for requests with a content-length. */
function readRequests(socket: TLSSocket, onRequest: (request: BareRequest) => void): void {
  let pending: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (const _ of upTo(10_000, 'the requests of a chunk')) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd === -1) return;
      const rawHead = pending.toString('latin1', 0, headEnd);
      const [requestLine = '', ...lines] = rawHead.split('\r\n');
      const headers = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
      );
      const end = headEnd + 4 + Number(headers['content-length'] ?? 0);
      if (pending.length < end) return;
      const [method = '', path = ''] = requestLine.split(' ');
      const body = Buffer.from(pending.subarray(headEnd + 4, end));
      pending = pending.subarray(end);
      onRequest({ method, path, headers, rawHead, body });
    }
  });
}

/** Verifies like a receiver written for Onfido: lower-case hex HMAC-SHA1 of the raw body with the whole token text. */
export function verifiesXSignature(request: ReceivedRequest, token: string): boolean {
  return request.headers['x-signature'] === createHmac('sha1', token).update(request.body).digest('hex');
}

/** Verifies as the Standard Webhooks specification says: any of the signatures may match. */
export function verifiesStandardWebhook(request: ReceivedRequest, secret: string, now = new Date()): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures } = request.headers;
  if (id === undefined || timestamp === undefined || signatures === undefined) return false;
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > 300) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(request.body).digest('base64');
  return signatures.split(' ').includes(`v1,${expected}`);
}
