// Answers clients whose request could not be parsed or was too slow, and closes their connection.
import type { Socket } from 'node:net';
import { Refusal } from '../../lib/refusal.ts';
import type { ConnectionWatch } from './connection-watch.ts';
import { answerOnSocket, type FindRenderer } from './rendered-error.ts';
import type { RequestRecorder } from './request-record.ts';

export interface ConnectionRefuser {
  /** An error of Node's parser: invalid HTTP, too large, too slow. */
  refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void;
  /** A client that makes no progress. */
  evict(socket: Socket): void;
}

const statusByCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
};

/** Nobody is left to answer; the third code is a request that was cut off. */
const GONE = new Set(['ECONNRESET', 'EPIPE', 'HPE_INVALID_EOF_STATE']);

/** Errors of TLS itself, such as a slow handshake: there is no HTTP request yet. */
const ofTls = /^ERR_(?:TLS|SSL)_/;

interface ParserError extends NodeJS.ErrnoException {
  /** The bytes that arrived last before the parser gave up; not for time-outs. */
  readonly rawPacket?: Buffer;
}

/** Finds the path of a request that cannot be parsed, so that its surface renders the error. */
function pathIn(packet: Buffer | undefined): string {
  return /^[^\r\n ]* (\/[^\r\n ]*)/.exec(packet?.toString('latin1', 0, 2048) ?? '')?.[1] ?? '/';
}

export function connectionRefuser(
  watch: ConnectionWatch,
  recorder: RequestRecorder,
  newId: () => string,
  rendererFor: FindRenderer,
): ConnectionRefuser {
  const refuse = (socket: Socket, status: number, reason: string, linger: boolean, path = '/') => {
    const pending = watch.pending(socket);
    if (pending !== undefined) pending.ended = reason;
    if (pending?.response.headersSent) {
      socket.destroy();
      return;
    }
    const requestId = pending?.requestId ?? newId();
    const refusal = new Refusal(status === 413 ? 'too_large' : 'malformed_request');
    const rendered = rendererFor(pending?.response.req.url ?? path)(refusal, requestId);
    answerOnSocket(socket, { ...rendered, status }, requestId, { linger });
    // A request that had started is logged when its response closes.
    if (pending === undefined) recorder.recordUnreadable(requestId, status, reason);
  };
  return {
    refuseUnreadable(error, socket) {
      const code = error.code ?? 'unknown';
      if (GONE.has(code) || ofTls.test(code) || !socket.writable) socket.destroy();
      else refuse(socket, statusByCode[code] ?? 400, code, true, pathIn((error as ParserError).rawPacket));
    },
    evict(socket) {
      if (watch.pending(socket) === undefined) socket.destroy();
      else refuse(socket, 408, 'no_progress', false);
    },
  };
}
