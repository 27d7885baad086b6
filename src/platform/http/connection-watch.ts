// Tracks every open connection and what it waits for, and closes those whose client makes no progress.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Log } from '../log.ts';
import { waitsToSend } from './expected-continue.ts';
import type { HttpLimits } from './http-limits.ts';
import type { NodeServer } from './node-server.ts';

/** What we wait for from the client; undefined while the client waits for us. */
type Owed = 'a body' | 'taking the answer' | 'the rest of an answered body' | undefined;

/** One connection with its newest request. Mutable, because it changes with every request. */
export interface Connection {
  response: ServerResponse | undefined;
  requestId: string;
  /** Why the request ended without an answer. */
  ended: string | undefined;
  owed: Owed;
  /** When the present progress window started, as noticed by a check; at first, when the connection was opened. */
  since: number;
  bytes: number;
}

export type PendingConnection = Connection & { readonly response: ServerResponse };

export interface ConnectionWatch {
  of(socket: Socket): Connection | undefined;
  /** The connection, until its newest request is answered completely. */
  pending(socket: Socket): PendingConnection | undefined;
  begin(response: ServerResponse): void;
  /** Makes every pending answer the last one on its connection. */
  lastAnswers(): void;
  /** Closes every connection that was opened `forMs` ago and never sent a byte; Node counts those as busy. */
  endUnused(forMs: number): void;
  count(): number;
  /** Closes every connection, also during its handshake, when Node does not know of it. */
  endAll(): void;
  stop(): void;
}

function owedOn(connection: Connection, socket: Socket): Owed {
  const { response } = connection;
  if (response === undefined) return undefined;
  const request = response.req;
  if (!request.complete) {
    if (waitsToSend(request) && !response.headersSent) return undefined;
    if (response.writableEnded) return 'the rest of an answered body';
    // A full buffer means that we are not reading, so the client is not to blame.
    return request.readableLength < request.readableHighWaterMark ? 'a body' : undefined;
  }
  // An idle connection must not keep its last request in memory.
  if (response.writableFinished) connection.response = undefined;
  return socket.writableLength > 0 ? 'taking the answer' : undefined;
}

/** Whether the client's time is over. A window ends as soon as its quota is met, so that a burst earns no credit. */
function isStalled(connection: Connection, socket: Socket, now: number, limits: HttpLimits): boolean {
  const owed = owedOn(connection, socket);
  const sending = owed === 'taking the answer';
  const bytes = sending ? socket.bytesWritten - socket.writableLength : socket.bytesRead;
  const begin = () => {
    connection.owed = owed;
    connection.since = now;
    connection.bytes = bytes;
    return false;
  };
  if (owed === undefined) {
    connection.owed = undefined;
    return false;
  }
  if (owed !== connection.owed) return begin();
  const moved = bytes - connection.bytes;
  const windowMs = sending ? limits.sendWindowMs : limits.receiveWindowMs;
  const isOver = now - connection.since >= windowMs;
  if (owed === 'the rest of an answered body') return isOver || moved > limits.discardBytes;
  if (moved * 1000 >= limits.progressBytesPerSecond * windowMs) return begin();
  return isOver;
}

function isPending(connection: Connection | undefined): connection is PendingConnection {
  return connection?.response !== undefined && !connection.response.writableFinished;
}

interface OpenConnections {
  /** Connections that requests can arrive on. */
  readonly ready: Map<Socket, Connection>;
  /** All connections, also during their handshake. */
  readonly accepted: Set<Socket>;
}

function openConnections(server: NodeServer): OpenConnections {
  const ready = new Map<Socket, Connection>();
  const accepted = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    accepted.add(socket);
    socket.once('close', () => accepted.delete(socket));
  });
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    // A client may be gone when its handshake is announced, and then no `close` follows.
    if (socket.destroyed) return;
    const since = performance.now();
    const unused = { response: undefined, requestId: '', ended: undefined, owed: undefined, since, bytes: 0 };
    ready.set(socket, unused);
    socket.once('close', () => ready.delete(socket));
  });
  return { ready, accepted };
}

/** @param evict answers, if that is still possible, and closes the connection. */
export function watchConnections(
  server: NodeServer,
  limits: HttpLimits,
  log: Log,
  evict: (socket: Socket) => void,
): ConnectionWatch {
  const { ready, accepted } = openConnections(server);
  let refused = 0;
  server.on('drop', () => {
    refused += 1;
  });
  const look = () => {
    if (refused > 0) log.warn('too many connections: new ones are refused', { count: refused });
    refused = 0;
    const now = performance.now();
    for (const [socket, connection] of ready) {
      if (isStalled(connection, socket, now, limits)) evict(socket);
    }
  };
  const timer = setInterval(look, limits.checkEveryMs).unref();
  return {
    of: (socket) => ready.get(socket),
    pending(socket) {
      const connection = ready.get(socket);
      return isPending(connection) ? connection : undefined;
    },
    begin(response) {
      const connection = ready.get(response.req.socket);
      if (connection === undefined) return;
      connection.response = response;
      connection.ended = undefined;
      connection.owed = undefined;
    },
    lastAnswers() {
      for (const connection of ready.values()) {
        if (isPending(connection)) connection.response.shouldKeepAlive = false;
      }
    },
    endUnused(forMs) {
      const openedBefore = performance.now() - forMs;
      for (const [socket, { since }] of ready) {
        if (socket.bytesRead === 0 && since < openedBefore) socket.destroy();
      }
    },
    count: () => ready.size,
    endAll() {
      for (const socket of accepted) socket.destroy();
    },
    stop: () => clearInterval(timer),
  };
}
