// Parses the body of a request by its media type.
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../lib/refusal.ts';

/** Parsers by media type, in lower case and without parameters. @param depth overrides the usual maximum depth */
export type BodyParsers = Readonly<Record<string, (body: Buffer, depth?: number) => unknown>>;

const asItLooks = 'text/json';

const mediaTypeOf = (contentType: string | undefined) => {
  const [type = ''] = (contentType ?? '').split(';', 1);
  return type.trim().toLowerCase();
};

const looksLikeJson = (body: Buffer) => /^\s*[{[]/.test(body.toString('latin1', 0, 100));

/**
 * A body without a type, of `text/json` or of `…+json` is read as JSON if it begins with `{` or `[`, else as a form
 * where forms are accepted (ours).
 */
function parserOf(type: string, body: Buffer, parsers: BodyParsers) {
  if (Object.hasOwn(parsers, type)) return parsers[type];
  if (type !== '' && type !== asItLooks) return undefined;
  const form = looksLikeJson(body) ? undefined : parsers['application/x-www-form-urlencoded'];
  return form ?? parsers['application/json'];
}

/** An empty body of any content type counts as none. Refuses with `unsupported_media_type`. */
export function parseBody(request: FastifyRequest, parsers: BodyParsers, depth?: number): unknown {
  const { body } = request;
  if (!Buffer.isBuffer(body) || body.length === 0) return undefined;
  const type = mediaTypeOf(request.headers['content-type']);
  const parse = parserOf(type, body, parsers);
  if (parse === undefined) throw new Refusal('unsupported_media_type');
  return parse(body, depth);
}

/**
 * Drops the content type of an empty body (decisions, Bodies), and renames unknown types so that `parseBody` refuses
 * them, not Fastify.
 */
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
