// Begins the work behind the service, however the database fares just now.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Opened, work } from '../main.ts';
import { isDatabaseAway } from '../platform/db/database-away.ts';

const tryAgainMs = 1000;

/** As soon as the database lets it, which may be away at any moment; undefined where it was told to stop before. */
export async function beginWork(
  opened: Opened,
  stopping: Promise<void>,
): Promise<{ stop(): Promise<void> } | undefined> {
  const stopped = stopping.then(() => true);
  for (;;) {
    try {
      return await work(opened);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      opened.log.warn('work not begun yet', { error });
    }
    if (await Promise.race([stopped, sleep(tryAgainMs, false, { ref: false })])) return undefined;
  }
}
