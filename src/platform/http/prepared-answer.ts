// A document that is the same for everybody: made once, compressed once, and not sent again to a client that has it.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface PreparedAnswer {
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

export function prepareAnswer(type: string, text: string): PreparedAnswer {
  const plain = Buffer.from(text);
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { type, etag, plain, gzipped: gzipSync(plain, { level: 9 }) };
}

const asIs = (body: unknown) => body as string;

export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, etag, plain, gzipped }: PreparedAnswer,
): FastifyReply {
  void reply.type(type).headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }).serializer(asIs);
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(etag)) return reply.code(304).send();
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))) return reply.send(plain);
  return reply.header('content-encoding', 'gzip').send(gzipped);
}
