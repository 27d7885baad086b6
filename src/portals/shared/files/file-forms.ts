// Forms with a file in them: the fields before the file are read at once, the file when and where it is wanted.
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../lib/refusal.ts';

export interface SentFile {
  /** As the browser names it; empty where none was chosen. */
  readonly fileName: string;
  /** Once. Leaving early leaves the connection as it is, so that the visitor can still be answered. */
  readonly content: AsyncIterable<Uint8Array>;
}

const files = new WeakMap<FastifyRequest, SentFile>();

/** Ours have three; what a file may be is the restrictions' matter. */
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

/** Stops at the file: our forms have it at their end. */
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
    // Whatever is left of it then is thrown away: a browser reads its answer when it has sent everything.
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

/** The file of a form that was sent; one without content where there was none. */
export function sentFile(request: FastifyRequest): SentFile {
  return files.get(request) ?? { fileName: '', content: (async function* () {})() };
}
