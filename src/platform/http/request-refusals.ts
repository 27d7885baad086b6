// Refusals of the HTTP layer itself: the framework's errors, unknown paths and methods.
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { Refusal, type RefusalReason } from '../../lib/refusal.ts';

const reasonByStatus: Readonly<Record<number, RefusalReason>> = {
  400: 'malformed_request',
  413: 'too_large',
  415: 'unsupported_media_type',
  503: 'service_unavailable',
};

/** The refusal that an error is or stands for, coming from the framework or the connection; undefined for a bug of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  // The surface itself writes the message of a failed route schema.
  if (!(error instanceof Error) || 'validation' in error) return undefined;
  const { code, statusCode } = error as { code?: unknown; statusCode?: unknown };
  // A client that goes away during its body causes ECONNRESET, which the body reader marks as 400.
  const isTransport = typeof code === 'string' && (code.startsWith('FST_ERR_') || code === 'ECONNRESET');
  const reason = isTransport && typeof statusCode === 'number' ? reasonByStatus[statusCode] : undefined;
  return reason && new Refusal(reason);
}

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** The methods that some route answers on this path (no query), in a fixed order; empty for an unknown path. */
export function allowedMethods(app: FastifyInstance, path: string): HTTPMethods[] {
  return METHODS.filter((method) => app.findRoute({ method, url: path }) !== null);
}

/**
 * The handler for requests without a route: 405 with `Allow` on a known path, else 404. It is set for the whole server; a
 * plugin may also set it for its prefix, so that its own hooks run first.
 */
export function refuseUnmatched(request: FastifyRequest, reply: FastifyReply): never {
  const [path = '/'] = request.url.split('?', 1);
  const methods = allowedMethods(request.server, path);
  if (methods.length === 0) throw new Refusal('not_found');
  reply.header('allow', methods.join(', '));
  throw new Refusal('method_not_allowed');
}
