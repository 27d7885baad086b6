// Passes a file on as it arrives, and refuses it where it breaks the restrictions: nothing of it is kept but its head.
import { Refusal } from '../../lib/refusal.ts';
import { HEAD_BYTES, headContradicts, watchContent } from './attachment-content-rules.ts';
import type { Restrictions } from './attachment-rules.ts';

/** A refusal of the file itself; the surfaces say it beside the input of that name. */
export const refusedFile = (message: string): Refusal => new Refusal('invalid_fields', { file: [message] });

const contradicted = (extension: string) => refusedFile(`is no ${extension} file: its content is of another kind`);

export function refuseLength(bytes: number, { maximumFileSize, minimumFileSize }: Restrictions): void {
  if (bytes > maximumFileSize) {
    throw new Refusal('too_large', { file: [`is too large (maximum is ${maximumFileSize} bytes)`] });
  }
  if (bytes < minimumFileSize) throw refusedFile(`is too small (minimum is ${minimumFileSize} bytes)`);
}

/** Who sends it goes away, or sends what cannot be read: no fault of ours. */
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

/** Fails with the Refusal as soon as it is known; the least size and what a container holds are known at the end only. */
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
