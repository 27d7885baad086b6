// The body of a request as it arrives, for routes that take the bytes of a file themselves.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { release } from '../../lib/released-bytes.ts';

export interface UploadBody {
  /** Bytes, as the sender announced them; undefined where it did not. */
  readonly length: number | undefined;
  /**
   * Once; a part is valid until the next is asked for. Whoever stops reading leaves the connection as it is, so that the
   * sender can still be answered.
   */
  readonly content: AsyncIterable<Buffer>;
}

/** So much is taken from the connection beforehand. */
const AHEAD_BYTES = 32 * 1024;

/**
 * Ending an iteration over the request itself would end the connection, and its parts would be copied together first.
 * Whoever stops reading throws the rest away.
 */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let waiting = 0;
  let wake = () => {};
  let failure: Error | undefined;
  let isOver = false;
  const end = (error?: Error | null) => {
    isOver = true;
    failure = error ?? undefined;
    wake();
  };
  const take = (part: Buffer) => {
    parts.push(part);
    waiting += part.length;
    if (waiting >= AHEAD_BYTES) request.pause();
    wake();
  };
  const stopWaiting = finished(request, { writable: false }, end);
  request.on('data', take);
  try {
    while (!isOver || parts.length > 0) {
      if (parts.length === 0)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const taken = parts;
      parts = [];
      waiting = 0;
      if (!isOver) request.resume();
      for (const part of taken) {
        yield part;
        release(part);
      }
    }
    if (failure !== undefined) throw failure;
  } finally {
    stopWaiting();
    request.off('data', take).resume();
  }
}

export function uploadBody(request: IncomingMessage): UploadBody {
  const announced = request.headers['content-length'];
  return { length: announced === undefined ? undefined : Number(announced), content: arriving(request) };
}
