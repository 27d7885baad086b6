// Answers everything that ends a request early: a Refusal, or a fault of ours, logged; in the words of its surface.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Refusal } from '../../lib/refusal.ts';
import type { Log } from '../log.ts';
import type { FindRenderer, RenderedError } from './rendered-error.ts';
import { addLogFields, routeOf } from './request-record.ts';
import { refusalOf } from './request-refusals.ts';

/** A failed route schema: the surface knows how to word it. */
function isSchemaFailure(error: unknown): boolean {
  return error instanceof Error && 'validation' in error;
}

export type RefusalOf = (error: unknown) => Refusal | undefined;
export type AnswerError = (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;

/** @param othersRefusal what other parts' errors mean to a client, e.g. a database that is away. */
export function errorAnswerer(rendererFor: FindRenderer, log: Log, othersRefusal: RefusalOf): AnswerError {
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
    // Of what is away the operator must learn why: a disk that is full does not come back by itself.
    if (refusal !== undefined) addLogFields(request, { refusal: refusal.reason, ...(ours === undefined && { error }) });
    else if (!isSchemaFailure(error)) fault(error, request);
    const rendered = render(refusal ?? error, request);
    if (refusal?.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
    // The framework closes after a body it did not read to its end, which resets the connection under a client that is
    // still sending: it would never see why. What is left is read and thrown away instead, within limits.
    reply.removeHeader('connection');
    // Node takes the removal for a wish of ours, and would no longer say that an answer is the last on its connection.
    if (!reply.raw.shouldKeepAlive) reply.header('connection', 'close');
    if (rendered.headers !== undefined) reply.headers(rendered.headers);
    return reply.code(rendered.status).header('content-type', rendered.contentType).send(rendered.body);
  };
}
