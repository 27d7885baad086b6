// When the data folder was last backed up, and where to.
import { readStamp, writeStamp } from '../stamps.ts';

const lastBackupFile = 'last-backup.json';

export interface LastBackup {
  /** Up to when everything is in the backup. */
  readonly at: string;
  readonly target: string;
}

export const recordBackup = (dataDir: string, backup: LastBackup): void => writeStamp(dataDir, lastBackupFile, backup);

/** Undefined if there was none, or if the file cannot be read. */
export const findLastBackup = (dataDir: string): LastBackup | undefined => readStamp(dataDir, lastBackupFile);

export function lastBackupAt(dataDir: string): Date | undefined {
  const last = findLastBackup(dataDir);
  return last === undefined ? undefined : new Date(last.at);
}
