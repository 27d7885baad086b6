// Answers every error of a request, a Refusal or a bug of ours, which is logged, in the form of its surface.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../lib/refusal.ts';
import type { Log } from '../log.ts';
import type { FindRenderer, RenderedError } from './rendered-error.ts';
import { noteRefusal, routeOf } from './request-record.ts';
import { refusalOf } from './request-refusals.ts';

/** A failed route schema: the surface writes its message. */
function isSchemaFailure(error: unknown): boolean {
  return error instanceof Error && 'validation' in error;
}

export type RefusalOf = (error: unknown) => Refusal | undefined;
/** Called with every refusal; must not throw. */
export type OnRefusal = (request: FastifyRequest, refusal: Refusal) => void;
export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** @param othersRefusal turns errors of other parts into refusals, e.g. that the database is away. */
export function errorAnswerer(
  rendererFor: FindRenderer,
  log: Log,
  othersRefusal: RefusalOf,
  onRefusal: OnRefusal = () => undefined,
): AnswerError {
  const fault = (error: unknown, request: FastifyRequest) =>
    log.error('unexpected error', { requestId: request.id, method: request.method, route: routeOf(request), error });
  const render = (error: unknown, request: FastifyRequest): RenderedError => {
    const renderError = rendererFor(request.url);
    try {
      return renderError(error, request.id, request);
    } catch (renderFault) {
      fault(renderFault, request);
      return { status: 500, contentType: 'application/json', body: '{}' };
    }
  };
  return (error, request, reply) => {
    const ours = refusalOf(error);
    const refusal = ours ?? othersRefusal(error);
    // The operator must learn the cause, because a full disk, for example, does not recover without help.
    if (refusal !== undefined) noteRefusal(request, refusal, ours === undefined ? { error } : {});
    else if (!isSchemaFailure(error)) fault(error, request);
    if (refusal !== undefined) onRefusal(request, refusal);
    const rendered = render(refusal ?? error, request);
    if (refusal?.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    // The framework closes the connection after a body that it did not read completely, which resets it under a client that is
    // still sending and would never see the answer. Instead the rest is read and discarded, within limits.
    reply.removeHeader('connection');
    // Node takes the removal of the header as intended, and would no longer mark the last answer of a connection.
    if (!reply.raw.shouldKeepAlive) reply.header('connection', 'close');
    if (rendered.headers !== undefined) reply.headers(rendered.headers);
    return reply.code(rendered.status).header('content-type', rendered.contentType).send(rendered.body);
  };
}
