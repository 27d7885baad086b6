// The one log line of each request, and its metrics.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../lib/refusal.ts';
import type { Log, LogFields } from '../log.ts';
import type { Connection } from './connection-watch.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What surfaces and actions add to the log line: ids and names of ours, never personal data. */
    logFields: LogFields | undefined;
    /** Why the request was refused. */
    refused: Refusal | undefined;
  }
}

/** What the log line says. */
export interface ObservedRequest extends LogFields {
  readonly requestId: string;
  readonly method: string;
  /** The route's pattern, `unmatched`, or `unreadable`. */
  readonly route: string;
  /** 0 if the client went away before the answer began. */
  readonly status: number;
  readonly durationMs: number;
}

export function addLogFields(request: FastifyRequest, fields: LogFields): void {
  request.logFields = request.logFields === undefined ? fields : { ...request.logFields, ...fields };
}

export function noteRefusal(request: FastifyRequest, refused: Refusal, more: LogFields = {}): void {
  request.refused = refused;
  addLogFields(request, { refusal: refused.reason, ...more });
}

/** A path without a route may contain anything, so it is not logged. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

export interface RequestRecorder {
  recordWhenClosed(request: FastifyRequest, reply: FastifyReply, connection: Connection | undefined): void;
  /** For a connection whose request could not be parsed. */
  recordUnreadable(requestId: string, status: number, reason: string): void;
}

/** @param answered undefined for a request that could not be parsed */
export type Observe = (
  seen: ObservedRequest,
  answered?: { readonly request: FastifyRequest; readonly reply: FastifyReply },
) => void;

export function requestRecorder(log: Log, observe: Observe): RequestRecorder {
  // One object per request, without copies, because this runs for every request.
  const record = (request: FastifyRequest, reply: FastifyReply, reason: string | undefined, startedAt: number) => {
    const seen = {
      requestId: request.id,
      method: request.method,
      route: routeOf(request),
      status: reply.raw.headersSent ? reply.raw.statusCode : 0,
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    };
    if (reason !== undefined) Object.assign(seen, { reason });
    if (request.logFields !== undefined) Object.assign(seen, request.logFields);
    observe(seen, { request, reply });
    log.info('request', seen);
  };
  return {
    recordWhenClosed(request, reply, connection) {
      const startedAt = performance.now();
      // `close` is emitted once for every response; the framework's own hook misses responses that were never finished.
      reply.raw.once('close', () => {
        const isWhole = reply.raw.writableFinished;
        record(request, reply, isWhole ? undefined : (connection?.ended ?? 'client_gone'), startedAt);
      });
    },
    recordUnreadable(requestId, status, reason) {
      log.info('request', { requestId, route: 'unreadable', status, reason });
      observe({ requestId, method: 'unreadable', route: 'unreadable', status, durationMs: 0 });
    },
  };
}
