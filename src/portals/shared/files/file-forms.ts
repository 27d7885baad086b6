// Reads forms with a file: the fields before the file at once, the file as a stream, and the fields after it on demand.
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../../lib/refusal.ts';
import { isReadable } from '../form-text-rules.ts';

export interface SentFile {
  /** The name of its input; empty if no file was chosen. */
  readonly input: string;
  /** The name from the browser; empty if no file was chosen. */
  readonly fileName: string;
  /** Can be read once. Stopping early keeps the connection open, so that the visitor gets an answer. */
  readonly content: AsyncIterable<Uint8Array>;
}

const files = new WeakMap<FastifyRequest, SentFile>();

/** The longest field is the notes of an outcome; the restrictions on files are checked elsewhere. */
const limits = {
  fields: 1000,
  fieldSize: 65_536,
  fieldNameSize: 200,
  files: 1,
  parts: 1001,
  headerPairs: 20,
  fileSize: 2 ** 40,
};

async function* contentOf({ file }: MultipartFile): AsyncGenerator<Uint8Array> {
  yield* file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
}

/** Of all fields before the file, or after it, as of a form without a file. */
const MOST_CHARACTERS = 1_048_576;

type Fields = Record<string, string>;
type Parts = ReturnType<FastifyRequest['parts']>;

/** Stops at a file, which it returns. */
async function readUpToFile(parts: Parts, fields: Fields): Promise<MultipartFile | undefined> {
  let characters = 0;
  for (let part = await parts.next(); part.done !== true; part = await parts.next()) {
    if (part.value.type === 'file') return part.value;
    const { fieldname, value, valueTruncated } = part.value;
    characters += String(value).length;
    if (valueTruncated || characters > MOST_CHARACTERS) throw new Refusal('too_large');
    fields[fieldname] = String(value);
  }
  return undefined;
}

const rests = new WeakMap<FastifyRequest, () => Promise<Fields>>();

const asRefusal = (error: unknown): never => {
  throw error instanceof Refusal ? error : new Refusal('malformed_request');
};

async function readForm(request: FastifyRequest, reply: FastifyReply): Promise<Fields> {
  const fields: Fields = Object.create(null);
  const parts = request.parts();
  const part = await readUpToFile(parts, fields);
  if (part === undefined) return fields;
  files.set(request, { input: part.fieldname, fileName: part.filename ?? '', content: contentOf(part) });
  rests.set(request, async () => {
    const rest: Fields = Object.create(null);
    // What was not read of the file stands before them.
    part.file.resume();
    await readUpToFile(parts, rest);
    if (!isReadable(rest)) throw new Refusal('malformed_request');
    return rest;
  });
  // The unread rest is discarded: a browser reads the answer only after it has sent everything.
  reply.raw.once('finish', () => part.file.resume());
  return fields;
}

export async function acceptFileForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits });
  app.addHook('preHandler', async (request, reply) => {
    if (!request.isMultipart()) return;
    request.body = await readForm(request, reply).catch(asRefusal);
  });
}

/** The fields that stand after the file in the form. Call it once, when the file was read as far as it is needed. */
export const fieldsAfterFile = (request: FastifyRequest): Promise<Readonly<Record<string, string>>> =>
  rests.get(request)?.().catch(asRefusal) ?? Promise.resolve({});

/** The file of the submitted form; without content if there was none. */
export function sentFile(request: FastifyRequest): SentFile {
  return files.get(request) ?? { input: '', fileName: '', content: (async function* () {})() };
}

const kept = new WeakSet<FastifyRequest>();

/** Says that the file is attached, or that what it holds is shown on the page: nobody has to choose it again. */
export const keepSentFile = (request: FastifyRequest): void => void kept.add(request);

/** The input of a file that is gone when the form is shown again, because no page can fill it; undefined if none is. */
export function lostFileInput(request: FastifyRequest): string | undefined {
  const { input, fileName } = sentFile(request);
  return fileName === '' || kept.has(request) ? undefined : input;
}

/** The whole file; undefined if it is larger. */
export async function readAtMost(
  content: SentFile['content'],
  bytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of content) {
    size += part.length;
    if (size > bytes) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
