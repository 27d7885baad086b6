// The body of a request as it came, and what its media type makes of it.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';

/** By media type, in small letters and without parameters. @param depth where another one than usual is the deepest */
export type BodyParsers = Readonly<Record<string, (body: Buffer, depth?: number) => unknown>>;

const asItLooks = 'text/json';

const mediaTypeOf = (contentType: string | undefined) => {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return type.trim().toLowerCase();
};

const looksLikeJson = (body: Buffer) => /^\s*[{[]/.test(body.toString('latin1', 0, 100));

/** A body of no type, of `text/json` or of `…+json` is JSON where it looks so, else a form, where forms are read (ours). */
function parserOf(type: string, body: Buffer, parsers: BodyParsers) {
  if (Object.hasOwn(parsers, type)) return parsers[type];
  if (type !== '' && type !== asItLooks) return undefined;
  const form = looksLikeJson(body) ? undefined : parsers['application/x-www-form-urlencoded'];
  return form ?? parsers['application/json'];
}

/** An empty body is no body, whatever the content type says. Refuses with `unsupported_media_type`. */
export function parseBody(request: FastifyRequest, parsers: BodyParsers, depth?: number): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const type = mediaTypeOf(request.headers['content-type']);
  const parse = parserOf(type, body, parsers);
  if (parse === undefined) throw new Refusal('unsupported_media_type');
  return parse(body, depth);
}

/** What no body is made of does not matter (decisions, Bodies); and a type that is unknown is refused by us, where it is read. */
export function settleMediaType(request: FastifyRequest, parsers: BodyParsers): void {
  const { headers } = request.raw;
  const given = headers['content-type'];
  if (given === undefined) return;
  const type = mediaTypeOf(given);
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  if (!hasBody || type === '') delete headers['content-type'];
  else if (type.endsWith('+json')) headers['content-type'] = asItLooks;
  else if (type !== asItLooks && !Object.hasOwn(parsers, type)) headers['content-type'] = 'application/octet-stream';
}
