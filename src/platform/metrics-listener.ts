// Serves the metrics to this machine, on a port of their own.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../lib/node-http.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsListenerOptions {
  /** Metrics reveal facts about the business: by default they are served to this machine only. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Takes a free port if the configured one is in use. */
  readonly orFree?: boolean;
  /** Loads their library, which no start waits for. */
  readonly metrics: () => Promise<Pick<Metrics, 'text' | 'contentType'>>;
  readonly log: Log;
}

export interface MetricsListener {
  readonly port: number;
  stop(): Promise<void>;
}

async function answer(metrics: MetricsListenerOptions['metrics'], response: ServerResponse): Promise<void> {
  const { text, contentType } = await metrics();
  const body = await text();
  response.writeHead(200, { 'content-type': contentType, 'x-content-type-options': 'nosniff' }).end(body);
}

/** `GET /metrics` and nothing else. */
export async function startMetricsListener(options: MetricsListenerOptions): Promise<MetricsListener> {
  const { metrics, host = '127.0.0.1', orFree = false, log } = options;
  const server = http.createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    answer(metrics, response).catch(() => response.writeHead(500).end());
  });
  server.maxConnections = 64;
  const listen = async (port: number) => {
    server.listen(port, host);
    await once(server, 'listening');
  };
  await listen(options.port).catch((error) => {
    if (orFree && error.code === 'EADDRINUSE') return listen(0);
    throw error;
  });
  const { port } = server.address() as AddressInfo;
  log.info('metrics served', { port });
  return {
    port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}
