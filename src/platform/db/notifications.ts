// Listens to the database's notifications on a connection of its own, and reconnects when that is lost.
import pg from 'pg';
import type { Log } from '../log.ts';
import { waitAtMost } from '../periodic.ts';
import { keptAlive } from './connection-pool.ts';

export interface NotificationOptions {
  readonly connection: pg.PoolConfig;
  readonly log: Log;
  /** Called at each notification, and after each (re)connection, because notifications may have been missed. */
  readonly channels: Readonly<Record<string, () => void>>;
}

const reconnectMs = 1000;
const connectAtMostMs = 5000;
const endAtMostMs = 1000;

export function listenForNotifications({ connection, log, channels }: NotificationOptions): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;

  const connect = async () => {
    // Without a limit, a host that accepts connections but does not answer would block the reconnection for ever.
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
      for (const notify of Object.values(channels)) notify();
    } catch (error) {
      if (!stopped) log.warn('notification listener lost', { error });
      // A connection that was never established emits no `end` event.
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
      // A silent host must not keep this process alive. The driver has unref(), but its types do not.
      (client as unknown as { unref(): void } | undefined)?.unref();
    },
  };
}
