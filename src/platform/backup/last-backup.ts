// A file in the data folder that says when it was last backed up, and where to.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const lastBackupFile = 'last-backup.json';

export interface LastBackup {
  /** Up to when everything is in the backup. */
  readonly at: string;
  readonly target: string;
}

export function recordBackup(dataDir: string, backup: LastBackup): void {
  const path = join(dataDir, lastBackupFile);
  writeFileSync(`${path}.new`, `${JSON.stringify(backup)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}

/** Undefined if there was none, or if the file cannot be read. */
export function findLastBackup(dataDir: string): LastBackup | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, lastBackupFile), 'utf8')) as LastBackup;
  } catch {
    return undefined;
  }
}

export function lastBackupAt(dataDir: string): Date | undefined {
  const last = findLastBackup(dataDir);
  return last === undefined ? undefined : new Date(last.at);
}
