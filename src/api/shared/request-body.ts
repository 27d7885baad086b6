// The body of a request as it came, and what its media type makes of it.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';

/** By media type, in small letters and without parameters. */
export type BodyParsers = Readonly<Record<string, (body: Buffer) => unknown>>;

const mediaTypeOf = (contentType: string | undefined) => {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return type.trim().toLowerCase();
};

/** An empty body is no body, whatever the content type says. Refuses with `unsupported_media_type`. */
export function parseBody(request: FastifyRequest, parsers: BodyParsers): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const type = mediaTypeOf(request.headers['content-type']);
  const parse = Object.hasOwn(parsers, type) ? parsers[type] : undefined;
  if (parse === undefined) throw new Refusal('unsupported_media_type');
  return parse(body);
}

/** What no body is made of does not matter (decisions, Bodies); and a type that is unknown is refused by us, where it is read. */
export function settleMediaType(request: FastifyRequest, parsers: BodyParsers): void {
  const { headers } = request.raw;
  const type = headers['content-type'];
  if (type === undefined) return;
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody) delete headers['content-type'];
  else if (!Object.hasOwn(parsers, mediaTypeOf(type))) headers['content-type'] = 'application/octet-stream';
}
