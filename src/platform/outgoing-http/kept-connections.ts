// Keeps idle connections for the next call to the same origin: few, briefly, and only while their address is still judged fit.
import type { TLSSocket } from 'node:tls';
import type { Client } from 'undici';
import type { Target } from './address-check.ts';
import type { OpenedConnection } from './connection.ts';

interface KeptConnection {
  readonly client: Client;
  readonly socket: TLSSocket;
  readonly origin: string;
  readonly address: string;
}

export interface KeptConnections {
  take(target: Target): KeptConnection | undefined;
  /** Makes an HTTP client that speaks over this one socket and never opens another. */
  adopt(target: Target, opened: OpenedConnection): Promise<KeptConnection>;
  release(connection: KeptConnection, reusable: boolean): void;
  close(): void;
}

/** Under the 5 seconds after which common servers close an idle connection, perhaps just as we write to it. */
const IDLE_MS = 4000;
const IDLE_MS_WHERE_PROMISED = 30_000;
const IDLE_PER_ORIGIN = 256;
const IDLE_IN_ALL = 1024;
const HEADER_BYTES = 16 * 1024;

export function createKeptConnections(): KeptConnections {
  const idle = new Map<string, KeptConnection[]>();
  const all = new Set<KeptConnection>();
  let idleCount = 0;
  let closed = false;

  const leaveIdle = (connection: KeptConnection) => {
    const waiting = idle.get(connection.origin);
    const index = waiting?.lastIndexOf(connection) ?? -1;
    if (waiting === undefined || index === -1) return;
    waiting.splice(index, 1);
    idleCount -= 1;
    if (waiting.length === 0) idle.delete(connection.origin);
  };
  const drop = (connection: KeptConnection) => {
    all.delete(connection);
    leaveIdle(connection);
    connection.client.destroy().catch(() => undefined);
    // A client that has not sent anything yet does not know of its socket.
    connection.socket.destroy();
  };

  return {
    take(target) {
      const waiting = idle.get(target.origin) ?? [];
      for (;;) {
        const connection = waiting.at(-1);
        if (connection === undefined) return undefined;
        leaveIdle(connection);
        const { socket, address } = connection;
        // The name may lead elsewhere now: a connection to where it led before is not called through it.
        if (!socket.destroyed && socket.readable && socket.writable && target.addresses.includes(address)) {
          return connection;
        }
        drop(connection);
      }
    },
    async adopt(target, { socket, address }) {
      const { Client } = await import('undici');
      let given = false;
      const client = new Client(target.origin, {
        connect(_options, callback) {
          if (given) return callback(new Error('this connection is gone'), null);
          given = true;
          // undici does not notice a connection that is there before it has stopped asking.
          queueMicrotask(() => callback(null, socket));
        },
        keepAliveTimeout: IDLE_MS,
        keepAliveMaxTimeout: IDLE_MS_WHERE_PROMISED,
        maxHeaderSize: HEADER_BYTES,
        // The limits are ours: from starting to the status, and then for the body.
        headersTimeout: 0,
        bodyTimeout: 0,
        allowH2: false,
      });
      const connection = { client, socket, address, origin: target.origin };
      client.on('disconnect', () => drop(connection));
      all.add(connection);
      if (closed) drop(connection);
      return connection;
    },
    release(connection, reusable) {
      // undici closes what it will not reuse only after it has reported the end of the answer.
      setImmediate(() => {
        const { socket, origin } = connection;
        const waiting = idle.get(origin) ?? [];
        const full = waiting.length >= IDLE_PER_ORIGIN || idleCount >= IDLE_IN_ALL;
        if (!reusable || closed || full || socket.destroyed) return drop(connection);
        waiting.push(connection);
        idle.set(origin, waiting);
        idleCount += 1;
      });
    },
    close() {
      closed = true;
      for (const connection of [...all]) drop(connection);
    },
  };
}
