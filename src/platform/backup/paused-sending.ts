// A file in the data folder that pauses mails, notifications and jobs, such as in a restored copy.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

export const pausedSendingFile = 'sending-paused';

export const pausedSendingText = (at: string) =>
  `This data folder was restored from a backup of ${at}. While this file exists, no mails and notifications are sent and no jobs run.\n`;

/** The file's path if sending is paused. */
export function findPausedSending(dataDir: string): string | undefined {
  const path = join(dataDir, pausedSendingFile);
  return existsSync(path) ? path : undefined;
}
