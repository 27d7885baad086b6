// An HTTP server like the product's for one test, and clients that see every byte.
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import https from 'node:https';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { Refusal, type RefusalReason } from '../../../src/lib/refusal.ts';
import { ensureLocalCertificate, type LocalCertificate } from '../../../src/platform/http/local-certificate.ts';
import type { RenderError } from '../../../src/platform/http/rendered-error.ts';
import { createHttpServer, type HttpServer, type HttpServerOptions } from '../../../src/platform/http/server.ts';
import type { Log, LogFields } from '../../../src/platform/log.ts';

const folder = await mkdtemp(join(tmpdir(), 'probity-http-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

let issued: Promise<LocalCertificate> | undefined;

/** One certificate for all servers of a test file. */
export function localCertificate(): Promise<LocalCertificate> {
  issued ??= ensureLocalCertificate(join(folder, 'tls'), new Date());
  return issued;
}

const statuses: Partial<Record<RefusalReason, number>> = {
  malformed_request: 400,
  unauthenticated: 401,
  https_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  service_unavailable: 503,
};

/** A minimal surface: the reason is the type. */
export const renderJson: RenderError = (error, requestId) => {
  const type = error instanceof Refusal ? error.reason : 'internal_server_error';
  const status = error instanceof Refusal ? (statuses[error.reason] ?? 422) : 500;
  return { status, contentType: 'application/json', body: JSON.stringify({ error: { id: requestId, type } }) };
};

export interface LogLine extends LogFields {
  readonly level: string;
  readonly message: string;
}

export function recordingLog(): { readonly log: Log; readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const write =
    (level: string) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, ...fields });
    };
  return { log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') }, lines };
}

export interface TestServer {
  readonly server: HttpServer;
  readonly port: number;
  readonly lines: LogLine[];
  readonly exposed: string[][];
}

/** Listens after `routes` has registered its routes. */
export async function startServer(
  options: Partial<HttpServerOptions> = {},
  routes: (app: HttpServer['app']) => void = () => {},
): Promise<TestServer> {
  const { log, lines } = recordingLog();
  const exposed: string[][] = [];
  const server = createHttpServer({
    host: '127.0.0.1',
    port: 0,
    certificate: await localCertificate(),
    trustedProxies: [],
    strictTransportSecurity: 'off',
    log,
    newId: randomUUID,
    renderError: renderJson,
    readiness: {},
    onExposedKey: async (values) => void exposed.push([...values]),
    ...options,
    limits: { drainMs: 0, ...options.limits },
  });
  routes(server.app);
  const { port } = await server.listen();
  return { server, port, lines, exposed };
}

export async function withServer(
  work: (server: TestServer) => Promise<void>,
  options?: Partial<HttpServerOptions>,
  routes?: (app: HttpServer['app']) => void,
): Promise<void> {
  const started = await startServer(options, routes);
  try {
    await work(started);
  } finally {
    await started.server.stop();
  }
}

export interface Answer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

function answerOf(text: string): Answer {
  const [head = '', body = ''] = text.split(/\r\n\r\n([\s\S]*)/);
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const [name = '', value = ''] = line.split(/:\s*(.*)/);
    return [name.toLowerCase(), value];
  });
  return { status: Number(statusLine.split(' ')[1]), headers: Object.fromEntries(headers), body };
}

/** A connection on which a test writes exactly what it wants; `closed` resolves with everything that was received. */
export interface RawConnection {
  readonly socket: net.Socket;
  readonly received: () => string;
  readonly closed: Promise<Answer>;
  readonly closedAfterMs: Promise<number>;
}

export async function connect(port: number, { plain = false } = {}): Promise<RawConnection> {
  const { promise: opened, resolve, reject } = Promise.withResolvers<void>();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const socket = plain
    ? net.connect(port, '127.0.0.1', resolve)
    : tls.connect(
        { port, host: '127.0.0.1', ca: (await localCertificate()).certificate, servername: 'localhost' },
        resolve,
      );
  let text = '';
  socket.setEncoding('utf8');
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', reject);
  socket.on('close', () => end());
  await opened;
  const startedAt = performance.now();
  return {
    socket,
    received: () => text,
    closed: ended.then(() => answerOf(text)),
    closedAfterMs: ended.then(() => performance.now() - startedAt),
  };
}

/** Sends one request as written, and returns everything until the end of the connection. */
export async function sendRaw(port: number, text: string, options?: { plain?: boolean }): Promise<Answer> {
  const connection = await connect(port, options);
  connection.socket.write(text);
  return connection.closed;
}

export interface RequestOptions {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
  readonly agent?: https.Agent;
}

/** An ordinary client that trusts the local authority. */
export async function request(port: number, path: string, options: RequestOptions = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, body, agent } = options;
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const { certificate } = await localCertificate();
  const outgoing = https.request(
    { port, host: '127.0.0.1', servername: 'localhost', path, method, headers, ca: certificate, agent: agent ?? false },
    (incoming) => {
      let text = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (chunk: string) => {
        text += chunk;
      });
      incoming.on('end', () =>
        resolve({
          status: incoming.statusCode ?? 0,
          headers: incoming.headers as Record<string, string>,
          body: text,
        }),
      );
      incoming.on('error', reject);
    },
  );
  outgoing.on('error', reject);
  outgoing.end(body);
  return promise;
}

export function errorType(answer: Answer): string {
  return (JSON.parse(answer.body) as { error: { type: string } }).error.type;
}

export function errorId(answer: Answer): string {
  return (JSON.parse(answer.body) as { error: { id: string } }).error.id;
}
