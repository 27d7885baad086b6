// The body of a request as a stream, for routes that read the bytes of a file themselves.
import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { release } from '../../lib/released-bytes.ts';

export interface UploadBody {
  /** Bytes, as the sender announced them; undefined if it did not. */
  readonly length: number | undefined;
  /**
   * Can be read once; a part is valid until the next one is requested. A reader may stop early: the connection stays open,
   * so that the sender can still be answered.
   */
  readonly content: AsyncIterable<Buffer>;
}

/** How much is read from the connection in advance. */
const AHEAD_BYTES = 32 * 1024;

/**
 * Ending an iteration over the request itself would close the connection, and its parts would be copied together first.
 * After an early stop the rest is discarded.
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
