// Refuses files while the disk of the data folder is nearly full, so that the database keeps room.
import { statfs } from 'node:fs/promises';
import { Refusal } from '../../lib/refusal.ts';
import type { Log } from '../log.ts';

const RETRY_SECONDS = 60;

export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Refuses with `service_unavailable`. @param reserveBytes the free space that is kept */
export async function refuseFullDisk(folder: string, reserveBytes: number, log: Log): Promise<void> {
  const free = await freeBytesOf(folder);
  if (free >= reserveBytes) return;
  log.error('no file is accepted: the disk of the data folder is nearly full', { count: free });
  throw new Refusal('service_unavailable', {}, RETRY_SECONDS);
}
