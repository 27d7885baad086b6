// Starts jobs and deliveries, retrying until the database is available.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Opened } from '../main.ts';
import { isDatabaseAway } from '../platform/db/database-away.ts';

const tryAgainMs = 1000;

/**
 * Resolves with the started work, or with undefined if the program is told to stop first. The database may be
 * unavailable at any moment.
 */
export async function beginWork(
  opened: Opened,
  stopping: Promise<void>,
): Promise<{ stop(): Promise<void> } | undefined> {
  const stopped = stopping.then(() => true);
  for (;;) {
    try {
      const { work } = await import('../main-working.ts');
      return await work(opened);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      opened.log.warn('work not begun yet', { error });
    }
    if (await Promise.race([stopped, sleep(tryAgainMs, false, { ref: false })])) return undefined;
  }
}
