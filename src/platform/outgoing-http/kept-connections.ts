// Keeps idle connections for the next call to the same origin: few, briefly, and only while their address is still judged fit.
import type { TLSSocket } from 'node:tls';
import type { Target } from './address-check.ts';
import type { OpenedConnection } from './connection.ts';
import type { Line } from './post.ts';

interface KeptConnection extends Line {
  readonly socket: TLSSocket;
  readonly origin: string;
  readonly address: string;
  /** On the clock of `performance.now()`. */
  idleUntil: number;
}

export interface KeptConnections {
  take(target: Target): KeptConnection | undefined;
  adopt(target: Target, opened: OpenedConnection): KeptConnection;
  /** @param keptMs how long it may wait for the next call; 0: it is not fit for one */
  release(connection: KeptConnection, keptMs: number): void;
  close(): void;
}

const IDLE_PER_ORIGIN = 256;
const IDLE_IN_ALL = 1024;
const SWEEP_MS = 1000;

export function createKeptConnections(): KeptConnections {
  const idle = new Map<string, KeptConnection[]>();
  const all = new Set<KeptConnection>();
  let idleCount = 0;
  let sweeping: NodeJS.Timeout | undefined;
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
    connection.socket.destroy();
  };
  const sweep = () => {
    const now = performance.now();
    for (const waiting of [...idle.values()]) {
      for (const connection of waiting.filter(({ idleUntil }) => idleUntil <= now)) drop(connection);
    }
    sweeping = idleCount === 0 ? undefined : setTimeout(sweep, SWEEP_MS).unref();
  };

  return {
    take(target) {
      const waiting = idle.get(target.origin) ?? [];
      for (;;) {
        const connection = waiting.at(-1);
        if (connection === undefined) return undefined;
        leaveIdle(connection);
        const { socket, address, idleUntil } = connection;
        const lives = socket.readable && socket.writable && idleUntil > performance.now();
        // The name may lead elsewhere now: a connection to where it led before is not called through it.
        if (lives && target.addresses.includes(address)) return connection;
        drop(connection);
      }
    },
    adopt({ origin }, { socket, address }) {
      const connection = { socket, address, origin, asked: false, idleUntil: 0 };
      // Whatever is said without having been asked for would be taken for the answer to the next call.
      const unasked = () => connection.asked || drop(connection);
      socket
        .on('data', unasked)
        .on('end', unasked)
        .on('close', () => drop(connection));
      all.add(connection);
      if (closed) drop(connection);
      return connection;
    },
    release(connection, keptMs) {
      const { socket, origin } = connection;
      connection.idleUntil = performance.now() + keptMs;
      const waiting = idle.get(origin) ?? [];
      const full = waiting.length >= IDLE_PER_ORIGIN || idleCount >= IDLE_IN_ALL;
      if (keptMs <= 0 || closed || full || socket.destroyed) return drop(connection);
      waiting.push(connection);
      idle.set(origin, waiting);
      idleCount += 1;
      sweeping ??= setTimeout(sweep, SWEEP_MS).unref();
    },
    close() {
      closed = true;
      clearTimeout(sweeping);
      for (const connection of [...all]) drop(connection);
    },
  };
}
