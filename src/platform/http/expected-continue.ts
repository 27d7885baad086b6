// `Expect: 100-continue`: a client is asked for its body when the body is read, so that a refused request's body is never sent.
import type { IncomingMessage, ServerResponse } from 'node:http';

const unasked = new WeakSet<IncomingMessage>();

/** Whether the client still waits to be asked for its body. */
export const waitsToSend = (request: IncomingMessage): boolean => unasked.has(request);

/** Called before anything else is done with the request. */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  unasked.add(request);
  // The client may send the body or not: its next request must not be taken for the body.
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    // Node discards the rest of an answered request, which does not count as reading.
    if (response.headersSent) return;
    unasked.delete(request);
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
  response.once('finish', () => {
    if (waitsToSend(request) && !request.complete) request.socket.destroySoon();
  });
}
