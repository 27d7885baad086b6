// Hears what the database announces, on one connection of its own, and comes back by itself when that is lost.
import pg from 'pg';
import type { Log } from '../log.ts';
import { waitAtMost } from '../periodic.ts';
import { keptAlive } from './database.ts';

export interface NotificationOptions {
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  /** Called at each announcement, and after each (re)connection: something may have been missed. */
  readonly channels: Readonly<Record<string, () => void>>;
}

const reconnectMs = 1000;
const connectAtMostMs = 5000;
const endAtMostMs = 1000;

export function hearNotifications({ connection, log, channels }: NotificationOptions): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    // Without a limit a host that takes connections and says nothing would never be asked again.
    const limits = { connectionTimeoutMillis: connectAtMostMs, query_timeout: connectAtMostMs };
    const next = new pg.Client({ ...limits, ...keptAlive, ...connection });
    client = next;
    next.on('notification', ({ channel }) => channels[channel]?.());
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) timer = setTimeout(() => void connect(), reconnectMs);
    });
    try {
      await next.connect();
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
      await waitAtMost(
        endAtMostMs,
        client?.end().catch(() => undefined),
      );
      // A host that does not answer must not keep this process. The driver has it, its types do not.
      (client as unknown as { unref(): void } | undefined)?.unref();
    },
  };
}
