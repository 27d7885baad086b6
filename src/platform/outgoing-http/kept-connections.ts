// Keeps idle connections for the next call to the same origin: few, briefly, only while their address is still allowed, and
// only if the peer keeps them too, because a call that meets a close counts as failed and is retried.
import type { TLSSocket } from 'node:tls';
import type { Target } from './address-check.ts';
import { breakage, type FailureReason, type OpenedConnection } from './connection.ts';
import type { Answer, Exchange, Line } from './post.ts';

/** Times are on the clock of `performance.now()`. */
interface KeptConnection extends Line {
  readonly socket: TLSSocket;
  readonly origin: string;
  readonly address: string;
  /** From this time it is not used, even if it is busy. */
  readonly endsAt: number;
  /** Why it must not be used again: data that came without a request. */
  spoilt: FailureReason | undefined;
  answers: number;
  /** Until this time it rests and is only watched. */
  restsUntil: number;
  idleSince: number;
  /** 0 while it is in use. */
  idleUntil: number;
}

export interface KeptConnections {
  take(target: Target): KeptConnection | undefined;
  adopt(target: Target, opened: OpenedConnection): KeptConnection;
  /** The result of the call over it; `keptMs` says whether it is kept for another one. */
  release(connection: KeptConnection, exchange: Exchange): void;
  close(): void;
}

const IDLE_PER_ORIGIN = 256;
const IDLE_IN_ALL = 1024;
const SWEEP_MS = 1000;
/** At an endpoint that is never idle, a changed address or an expired certificate is noticed after at most this time. */
const LONGEST_MS = 180_000;
/** After its first answer: a peer that closes after each answer without saying so has closed by then. */
const REST_MS = 100;
/** No connections are kept to a peer that closes sooner. */
const SHORT_MS = 1000;
const LEARNT_FOR_MS = 300_000;
const ORIGINS_LEARNT = 10_000;

export function createKeptConnections(): KeptConnections {
  /** Resting connections come first, the latest first of all: if the last one rests, all do. */
  const idle = new Map<string, KeptConnection[]>();
  const all = new Set<KeptConnection>();
  /** How long origins that closed early, or sent unexpected data, were found to keep a connection. */
  const learnt = new Map<string, { readonly keptMs: number; readonly until: number }>();
  let idleCount = 0;
  let sweeping: NodeJS.Timeout | undefined;
  let closed = false;

  const leaveIdle = (connection: KeptConnection) => {
    connection.idleUntil = 0;
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
  const learn = (origin: string, keptMs: number) => {
    const [oldest] = learnt.keys();
    if (learnt.size >= ORIGINS_LEARNT && oldest !== undefined) learnt.delete(oldest);
    learnt.delete(origin);
    learnt.set(origin, { keptMs, until: performance.now() + LEARNT_FOR_MS });
    // The others to this origin would end in the same way.
    for (const connection of [...(idle.get(origin) ?? [])]) drop(connection);
  };
  const keptBy = (origin: string, now: number) => {
    const lesson = learnt.get(origin);
    if (lesson !== undefined && lesson.until > now) return lesson.keptMs;
    learnt.delete(origin);
    return Number.POSITIVE_INFINITY;
  };
  /** Closed by the peer, or by us. */
  const gone = (connection: KeptConnection) => {
    connection.spoilt ??= 'connection_closed';
    const now = performance.now();
    const isEarly = connection.idleUntil > now;
    const idleMs = now - connection.idleSince;
    drop(connection);
    if (isEarly) learn(connection.origin, idleMs < SHORT_MS ? 0 : idleMs / 2);
  };
  const spoken = (connection: KeptConnection) => {
    connection.spoilt = 'bad_answer';
    drop(connection);
    learn(connection.origin, 0);
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
      const now = performance.now();
      for (;;) {
        const connection = waiting.at(-1);
        if (connection === undefined || connection.restsUntil > now) return undefined;
        const { socket, address, idleUntil } = connection;
        leaveIdle(connection);
        const lives = socket.readable && socket.writable && idleUntil > now;
        // The name may have another address now: a connection to the old one is not used.
        if (lives && target.addresses.includes(address)) return connection;
        drop(connection);
      }
    },
    adopt({ origin }, { socket, address, validMs }) {
      const endsAt = performance.now() + Math.min(LONGEST_MS, validMs);
      const unused = { asked: false, spoilt: undefined, answers: 0, restsUntil: 0, idleSince: 0, idleUntil: 0 };
      const connection: KeptConnection = { socket, origin, address, endsAt, ...unused };
      socket
        // Unexpected data would be taken for the answer to the next call.
        .on('data', () => connection.asked || spoken(connection))
        .on('end', () => connection.asked || gone(connection))
        .on('error', (error) => {
          connection.spoilt ??= breakage(error);
        })
        .on('close', () => gone(connection));
      all.add(connection);
      if (closed) drop(connection);
      return connection;
    },
    release(connection, { answer, keptMs }) {
      const { socket, origin, endsAt } = connection;
      const now = performance.now();
      connection.answers += 1;
      const isFirst = connection.answers === 1;
      if (!isFirst && isOfAPeerThatCloses(answer, keptMs)) learn(origin, 0);
      const idleMs = Math.min(keptMs, keptBy(origin, now), endsAt - now);
      const waiting = idle.get(origin) ?? [];
      const full = waiting.length >= IDLE_PER_ORIGIN || idleCount >= IDLE_IN_ALL;
      if (idleMs <= 0 || closed || full || socket.destroyed) return drop(connection);
      connection.idleSince = now;
      connection.idleUntil = now + idleMs;
      if (isFirst) {
        connection.restsUntil = now + REST_MS;
        waiting.unshift(connection);
      } else waiting.push(connection);
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

/** Whether the peer may have closed the connection just when it was reused; some say so by a 408 (RFC 9110 §15.5.9). */
function isOfAPeerThatCloses(answer: Answer, keptMs: number): boolean {
  if (answer.outcome === 'answered') return answer.status === 408 && keptMs === 0;
  return answer.reason !== 'timed_out';
}
