// Frees the memory of bytes as soon as they are processed, for files of any size.

/**
 * The garbage collector would let hundreds of such buffers accumulate, and then scan the whole heap for them. Does nothing
 * if the memory may be shared; `bytes` is empty afterwards.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Each part is valid until the next one is requested. */
export async function* releasing<T extends Uint8Array>(parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    yield part;
    release(part);
  }
}
