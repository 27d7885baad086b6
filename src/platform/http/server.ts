// The only HTTP server: HTTPS with limits, request ids, safe headers and one log line per request. Other modules register the routes.
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type FastifyInstance, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import type { Log } from '../log.ts';
import { type ConnectionRefuser, connectionRefuser } from './connection-refusal.ts';
import { type ConnectionWatch, watchConnections } from './connection-watch.ts';
import { errorAnswerer, type OnRefusal, type RefusalOf } from './error-answer.ts';
import { type OnExposedKey, reportExposedKeys } from './exposed-keys.ts';
import { addHealthRoutes, type ReadinessCheck } from './health.ts';
import { type HttpLimits, httpLimits } from './http-limits.ts';
import { createNodeServer, type NodeServer, type RequestListener, tlsOptions } from './node-server.ts';
import {
  type FindRenderer,
  inSmallLetters,
  type RenderError,
  rendererByPrefix,
  type Surface,
} from './rendered-error.ts';
import { requestBeginner, type StrictTransport, safeHeaders } from './request-begin.ts';
import { type Observe, type RequestRecorder, requestRecorder } from './request-record.ts';
import { refuseUnmatched } from './request-refusals.ts';
import type { ServerCertificate } from './server-certificate.ts';
import { type IsTrusted, trustedProxies } from './trusted-proxies.ts';

export interface HttpServerOptions {
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  /** Undefined: plain HTTP, answered only through trusted proxies, which terminate TLS. */
  readonly certificate: ServerCertificate | undefined;
  /** Addresses and networks whose X-Forwarded-For and X-Forwarded-Proto are trusted. */
  readonly trustedProxies: readonly string[];
  /** Off for localhost, because a browser would apply it to every other program there. */
  readonly strictTransportSecurity: StrictTransport;
  readonly limits?: Partial<HttpLimits>;
  readonly log: Log;
  readonly newId: () => string;
  /** Renders errors of paths that no surface has. */
  readonly renderError: RenderError;
  readonly surfaces?: readonly Surface[];
  /** Turns errors of other parts into refusals, e.g. that the database is away; undefined for a bug of ours. */
  readonly refusalOf?: RefusalOf;
  readonly onRefusal?: OnRefusal;
  readonly readiness: Readonly<Record<string, ReadinessCheck>>;
  /** Called before a request without a route is answered. Must not throw. */
  readonly beforeUnmatched?: (request: FastifyRequest) => Promise<unknown>;
  readonly observe?: Observe;
  /** Gets the header values of a request that contained a key over plain HTTP. */
  readonly onExposedKey: OnExposedKey;
}

export interface HttpServer {
  /** For the surfaces to register routes on, before `listen`. */
  readonly app: FastifyInstance;
  listen(): Promise<{ readonly host: string; readonly port: number }>;
  /** New connections get the new certificate; open ones keep theirs. */
  useCertificate(certificate: ServerCertificate): void;
  /** Readiness answers 503, then nothing new is accepted and requests in flight have `stopMs`; resolves when all is closed. */
  stop(): Promise<void>;
}

const LAST_RECORDS_MS = 100;
/** A client that has just connected gets this long to send its request. */
const UNUSED_MS = 500;

/** Closes connections as requests end, and whatever is left after `stopMs`. */
async function closeGently(app: FastifyInstance, watch: ConnectionWatch, limits: HttpLimits, log: Log): Promise<void> {
  const { server } = app;
  const idle = setInterval(() => {
    watch.endUnused(UNUSED_MS);
    server.closeIdleConnections();
  }, 50);
  const late = setTimeout(() => {
    log.warn('requests cut short by the stop');
    watch.endAll();
  }, limits.stopMs);
  try {
    await app.close();
    // Over TLS the listener counts as closed a little before its last connections, whose log records are still to come.
    for (let waitedMs = 0; watch.count() > 0 && waitedMs < LAST_RECORDS_MS; waitedMs++) await sleep(1);
  } finally {
    clearInterval(idle);
    clearTimeout(late);
    watch.stop();
  }
}

interface Parts {
  readonly limits: HttpLimits;
  readonly node: NodeServer;
  readonly watch: ConnectionWatch;
  readonly refuser: ConnectionRefuser;
  readonly recorder: RequestRecorder;
  readonly rendererFor: FindRenderer;
  readonly isTrusted: IsTrusted;
  readonly isStopping: () => boolean;
  /** Sets what the listener does with each request. */
  readonly handleWith: (handle: RequestListener) => void;
}

function createParts(options: HttpServerOptions, isStopping: () => boolean): Parts {
  const limits: HttpLimits = { ...httpLimits, ...options.limits };
  const rendererFor = rendererByPrefix(options.surfaces ?? [], options.renderError);
  const recorder = requestRecorder(options.log, options.observe ?? (() => {}));
  let handle: RequestListener = () => {};
  const node = createNodeServer(options.certificate, limits, (request, response) => {
    watch.begin(response);
    handle(request, response);
  });
  const watch = watchConnections(node, limits, options.log, (socket) => refuser.evict(socket));
  const refuser = connectionRefuser(watch, recorder, options.newId, rendererFor);
  const isTrusted = trustedProxies(options.trustedProxies);
  const handleWith = (handler: RequestListener) => {
    handle = handler;
  };
  return { limits, node, watch, refuser, recorder, rendererFor, isTrusted, isStopping, handleWith };
}

/** Who registers routes with schemas sets compilers for them. */
function noCompiler(): never {
  throw new Error('routes have schemas, but their scope has no compilers');
}

function createApp(options: HttpServerOptions, parts: Parts): FastifyInstance {
  const { log, newId } = options;
  const { limits, isTrusted } = parts;
  const answerError = errorAnswerer(parts.rendererFor, log, options.refusalOf ?? (() => undefined), options.onRefusal);
  const reportKeys = reportExposedKeys(options.onExposedKey, (error) => log.error('exposed key not marked', { error }));
  const begin = requestBeginner({
    ...parts,
    headers: safeHeaders(options.strictTransportSecurity),
    servesTls: options.certificate !== undefined,
    onPlainHttp: (request) => reportKeys(request.raw.headers),
  });
  const app = fastify({
    serverFactory(handle) {
      parts.handleWith(handle);
      return parts.node;
    },
    clientErrorHandler: (error, socket) => parts.refuser.refuseUnreadable(error, socket),
    // Found before the hooks of a route run.
    frameworkErrors(error, request: FastifyRequest, reply: FastifyReply) {
      try {
        begin(request, reply);
        answerError(error, request, reply);
      } catch (refusal) {
        answerError(refusal, request, reply);
      }
    },
    rewriteUrl: (request) => inSmallLetters(originForm(request.url ?? '/'), options.surfaces ?? []),
    genReqId: newId,
    // Fastify's own would load Ajv at every start.
    schemaController: { compilersFactory: { buildValidator: noCompiler, buildSerializer: noCompiler } },
    bodyLimit: limits.bodyBytes,
    trustProxy: options.trustedProxies.length > 0 && isTrusted,
    // A request that arrives while stopping is answered like any other.
    return503OnClosing: false,
    // An id of any length is an unknown id, not an invalid URL.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.headerBytes },
  });
  app.decorateRequest('logFields', undefined);
  app.decorateRequest('refused', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  app.setErrorHandler(answerError);
  app.setNotFoundHandler(
    {
      async preHandler(request: FastifyRequest) {
        await options.beforeUnmatched?.(request);
      },
    },
    refuseUnmatched,
  );
  addHealthRoutes(app, { checks: options.readiness, checkMs: limits.readinessMs, isStopping: parts.isStopping });
  return app;
}

/** A target may also be a whole URL (RFC 9112 §3.2.2); its host is ignored like the Host header. */
function originForm(target: string): string {
  const rest = target.replace(/^https?:\/\/[^/?#]*/i, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}

export function createHttpServer(options: HttpServerOptions): HttpServer {
  let stopped: Promise<void> | undefined;
  const parts = createParts(options, () => stopped !== undefined);
  const app = createApp(options, parts);
  const { node, watch, limits } = parts;
  const stop = async () => {
    watch.lastAnswers();
    await sleep(limits.drainMs);
    await closeGently(app, watch, limits, options.log);
  };
  return {
    app,
    async listen() {
      await app.listen({ host: options.host, port: options.port });
      const { address, port } = node.address() as AddressInfo;
      return { host: address, port };
    },
    useCertificate(renewed) {
      if ('setSecureContext' in node) node.setSecureContext(tlsOptions(renewed));
    },
    stop() {
      stopped ??= stop();
      return stopped;
    },
  };
}
