// The body of a request as it arrives, for routes that take the bytes of a file themselves.
import type { IncomingMessage } from 'node:http';

export interface UploadBody {
  /** Bytes, as the sender announced them; undefined where it did not. */
  readonly length: number | undefined;
  /** Once. Whoever stops reading leaves the connection as it is, so that the sender can still be answered. */
  readonly content: AsyncIterable<Buffer>;
}

/** Ending the iteration ends the request, and with it the connection, unless told otherwise; the rest is thrown away. */
async function* arriving(request: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    for await (const part of request.iterator({ destroyOnReturn: false })) yield part as Buffer;
  } finally {
    if (!request.readableEnded) request.resume();
  }
}

export function uploadBody(request: IncomingMessage): UploadBody {
  const announced = request.headers['content-length'];
  return { length: announced === undefined ? undefined : Number(announced), content: arriving(request) };
}
