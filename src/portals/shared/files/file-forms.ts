// Reads forms with a file: the fields before the file at once, the file as a stream.
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../lib/refusal.ts';

export interface SentFile {
  /** The name from the browser; empty if no file was chosen. */
  readonly fileName: string;
  /** Can be read once. Stopping early keeps the connection open, so that the visitor gets an answer. */
  readonly content: AsyncIterable<Uint8Array>;
}

const files = new WeakMap<FastifyRequest, SentFile>();

/** Our forms have at most three fields; the restrictions on files are checked elsewhere. */
const limits = {
  fields: 20,
  fieldSize: 8_192,
  fieldNameSize: 100,
  files: 1,
  parts: 25,
  headerPairs: 20,
  fileSize: 2 ** 40,
};

async function* contentOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

/** Stops at the file, which is last in our forms. */
async function readFields(request: FastifyRequest, reply: FastifyReply): Promise<Record<string, string>> {
  const fields: Record<string, string> = Object.create(null);
  const parts = request.parts();
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
    if (part.value.type === 'field') {
      fields[part.value.fieldname] = String(part.value.value);
      continue;
    }
    const { file, filename } = part.value;
    files.set(request, { fileName: filename ?? '', content: contentOf(part.value) });
    // The unread rest is discarded: a browser reads the answer only after it has sent everything.
    reply.raw.once('finish', () => file.resume());
    break;
  }
  return fields;
}

export async function acceptFileForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits });
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return;
    request.body = await readFields(request, reply).catch((error: unknown) => {
      throw error instanceof Refusal ? error : new Refusal('malformed_request');
    });
  });
}

/** The file of the submitted form; without content if there was none. */
export function sentFile(request: FastifyRequest): SentFile {
  return files.get(request) ?? { fileName: '', content: (async function* () {})() };
}
