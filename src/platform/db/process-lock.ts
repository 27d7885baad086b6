// Locks between processes that end with their process, also after kill -9.
//
// ours: Node has no flock, and a file with a process id cannot tell a dead holder from a reused id. SQLite comes with Node
// and holds kernel locks on its file, which stays empty: shared by a read transaction, exclusive by an exclusive one.
import { chmodSync, closeSync, existsSync, openSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

const SQLITE_BUSY = 5;
const ownerOnly = 0o600;

export interface ProcessLock {
  /** Returns whether this lock is now held; never waits. Calling it while the lock is held is an error of the caller. */
  tryHold(mode: 'shared' | 'exclusive'): boolean;
  release(): void;
  close(): void;
}

export function openProcessLock(path: string): ProcessLock {
  // SQLite's own error would not say why. Only if missing: closing any descriptor of the file drops this process's locks on it.
  if (!existsSync(path)) closeSync(openSync(path, 'a', ownerOnly));
  // Whoever can read the file can hold the lock, and nothing would start any more.
  else if ((statSync(path).mode & 0o777) !== ownerOnly) chmodSync(path, ownerOnly);
  const file = new DatabaseSync(path, { timeout: 0 });
  let held = false;
  const release = () => {
    if (held) file.exec('ROLLBACK');
    held = false;
  };
  return {
    tryHold(mode) {
      try {
        // A plain BEGIN locks nothing until the first read.
        file.exec(mode === 'exclusive' ? 'BEGIN EXCLUSIVE' : 'BEGIN');
        held = true;
        if (mode === 'shared') file.exec('SELECT 1 FROM sqlite_schema');
      } catch (error) {
        release();
        if ((((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY) return false;
        throw error;
      }
      return true;
    },
    release,
    close() {
      release();
      file.close();
    },
  };
}

/** Waits for the lock; false when `deadlineMs` (a performance.now() time) passed first. */
export async function holdBy(lock: ProcessLock, mode: 'shared' | 'exclusive', deadlineMs: number): Promise<boolean> {
  while (!lock.tryHold(mode)) {
    if (performance.now() > deadlineMs) return false;
    await sleep(15);
  }
  return true;
}
