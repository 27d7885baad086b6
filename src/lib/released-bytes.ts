// Gives the memory of bytes back as soon as they are done with, where files of any size pass.

/**
 * The collector would let hundreds of such buffers gather, and then look through the whole heap for them. Does nothing
 * where others may share the memory; `bytes` is empty afterwards.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Each part is valid until the next is asked for. */
export async function* releasing<T extends Uint8Array>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    release(part);
  }
}
