// Hears what the database announces, on one connection of its own, and comes back by itself when that is lost.
import pg from 'pg';
import type { Log } from '../log.ts';
import type { Sql } from './database.ts';

export interface NotificationOptions {
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  /** Called at each announcement, and after each (re)connection: something may have been missed. */
  readonly channels: Readonly<Record<string, () => void>>;
  /** What each session says first: what lasts as long as it does, as an advisory lock. */
  readonly first?: readonly Sql[];
}

const reconnectMs = 1000;

export function hearNotifications({ connection, log, channels, first = [] }: NotificationOptions): {
  stop(): Promise<void>;
} {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    const next = new pg.Client(connection);
    client = next;
    next.on('notification', ({ channel }) => channels[channel]?.());
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) timer = setTimeout(() => void connect(), reconnectMs);
    });
    try {
      await next.connect();
      for (const { text, values } of first) await next.query(text, [...values]);
      for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      for (const heard of Object.values(channels)) heard();
    } catch (error) {
      if (!stopped) log.warn('not hearing notifications', { error });
      // A failed connect ends without an `end` event where it never began.
      await next.end().catch(() => undefined);
    }
  };

  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
