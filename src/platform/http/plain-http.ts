// The plain HTTP listener: it refuses every request at once and serves nothing.
import type { RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../../lib/node-http.ts';
import { Refusal } from '../../lib/refusal.ts';
import type { Log } from '../log.ts';
import { type OnExposedKey, reportExposedKeys } from './exposed-keys.ts';
import { answerOnSocket, type RenderError, rendererByPrefix, type Surface } from './rendered-error.ts';

export interface PlainHttpOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly log: Log;
  readonly newId: () => string;
  readonly renderError: RenderError;
  readonly surfaces?: readonly Surface[];
  /** Gets the header values of a request that contained a key, at a limited rate. */
  readonly onExposedKey: OnExposedKey;
}

export interface PlainHttpListener {
  readonly port: number;
  stop(): Promise<void>;
}

const LIMITS = {
  headersTimeout: 3_000,
  requestTimeout: 3_000,
  connectionsCheckingInterval: 1_000,
  maxHeaderSize: 8_192,
  requireHostHeader: false,
};
const CONNECTIONS = 1_024;

export async function startPlainHttpListener(options: PlainHttpOptions): Promise<PlainHttpListener> {
  const { log, newId } = options;
  const rendererFor = rendererByPrefix(options.surfaces ?? [], options.renderError);
  const report = reportExposedKeys(options.onExposedKey, (error) => log.error('exposed key not marked', { error }));
  const refuse: RequestListener = (request, response) => {
    const requestId = newId();
    const refusal = new Refusal('https_required');
    const rendered = rendererFor(request.url ?? '/')(refusal, requestId);
    response.writeHead(rendered.status, {
      ...rendered.headers,
      'content-type': rendered.contentType,
      'content-length': Buffer.byteLength(rendered.body),
      'x-content-type-options': 'nosniff',
      'x-request-id': requestId,
      connection: 'close',
    });
    response.end(rendered.body);
    report(request.headers);
  };
  const server = http.createServer(LIMITS, refuse);
  server.maxConnections = CONNECTIONS;
  // Before the body is sent, so that a well-behaved client never sends it.
  server.on('checkContinue', refuse);
  server.on('checkExpectation', refuse);
  server.on('clientError', (_error, socket) => {
    const requestId = newId();
    answerOnSocket(socket, options.renderError(new Refusal('https_required'), requestId), requestId);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
