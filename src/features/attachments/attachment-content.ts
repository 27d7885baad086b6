// Streams a file and refuses it when it violates the restrictions; keeps only its head in memory.
import { Refusal } from '../../lib/refusal.ts';
import { HEAD_BYTES, headContradicts, watchContent } from './attachment-content-rules.ts';
import type { Restrictions } from './attachment-rules.ts';

/** The refusal of the file itself; surfaces show the message beside the input `file`. */
export const refusedFile = (message: string): Refusal => new Refusal('invalid_fields', { file: [message] });

const contradicted = (extension: string) => refusedFile(`is no ${extension} file: its content is of another kind`);

export function refuseLength(bytes: number, { maximumFileSize, minimumFileSize }: Restrictions): void {
  if (bytes > maximumFileSize) {
    throw new Refusal('too_large', { file: [`is too large (maximum is ${maximumFileSize} bytes)`] });
  }
  if (bytes < minimumFileSize) throw refusedFile(`is too small (minimum is ${minimumFileSize} bytes)`);
}

/** Turns a lost connection or an unreadable request into a refusal: it is not a fault of the server. */
async function* received(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const parts = content[Symbol.asyncIterator]();
  const next = () =>
    parts.next().catch((error: unknown) => {
      if (error instanceof Refusal) throw error;
      throw new Refusal('malformed_request');
    });
  try {
    for (let part = await next(); part.done !== true; part = await next()) {
      const { buffer, byteOffset, byteLength } = part.value;
      yield Buffer.from(buffer, byteOffset, byteLength);
    }
  } finally {
    await parts.return?.();
  }
}

/**
 * Fails with the Refusal as early as possible; the minimum size and the names in a container are known only at the
 * end.
 */
export async function* checkedContent(
  content: AsyncIterable<Uint8Array>,
  extension: string,
  restrictions: Restrictions,
): AsyncGenerator<Buffer> {
  const watch = watchContent(extension);
  let head: Buffer | undefined = Buffer.alloc(0);
  let size = 0;
  for await (const part of received(content)) {
    size += part.length;
    if (size > restrictions.maximumFileSize) refuseLength(size, restrictions);
    if (head !== undefined) {
      head = Buffer.concat([head, part.subarray(0, HEAD_BYTES - head.length)]);
      if (head.length === HEAD_BYTES) {
        if (headContradicts(extension, head)) throw contradicted(extension);
        head = undefined;
      }
    }
    watch.look(part);
    yield part;
  }
  refuseLength(size, restrictions);
  if ((head !== undefined && headContradicts(extension, head)) || watch.contradicts()) throw contradicted(extension);
}
