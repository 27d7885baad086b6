// `Expect: 100-continue`: a client is asked for its body when somebody reads it, so that what is refused before is never sent.
import type { IncomingMessage, ServerResponse } from 'node:http';

const unasked = new WeakSet<IncomingMessage>();

/** Whether the client still waits to be asked for its body. */
export const waitsToSend = (request: IncomingMessage): boolean => unasked.has(request);

/** Before anything else is done with the request. */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse): void {
  unasked.add(request);
  // Whether its body comes now is the client's choice: its next request must not be taken for that body.
  const { shouldKeepAlive } = response;
  response.shouldKeepAlive = false;
  request.once('resume', () => {
    // Node throws away what is left of an answered request: that is no reading.
    if (response.headersSent) return;
    unasked.delete(request);
    response.shouldKeepAlive = shouldKeepAlive;
    response.writeContinue();
  });
  response.once('finish', () => {
    if (waitsToSend(request) && !request.complete) request.socket.destroySoon();
  });
}
