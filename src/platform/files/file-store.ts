// The contract of every file store: a file is stored completely or not at all, encrypted with the applicant's key, under a name of ours.
import type { Readable } from 'node:stream';
import type { DataKey } from '../encryption/account-key.ts';

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Of the content before encryption. */
export interface StoredFile {
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Names are UUIDs of ours (`ctx.newId()`), never a client's. */
export interface FileStore {
  /** Returns when the file is durable. An existing file is replaced. If the content fails, this fails too, and nothing is stored. */
  write(name: string, content: FileContent, key: DataKey): Promise<StoredFile>;
  /** Fails with code `file_missing` before the first byte. A damaged file fails the stream before the first damaged byte. */
  read(name: string, key: DataKey): Promise<Readable>;
  /** A missing file is no error. */
  remove(name: string): Promise<void>;
  /**
   * The names of finished files, in no order: none whose write ended after `olderThan`, and eventually every one that is
   * older.
   */
  writtenBefore(olderThan: Date): AsyncIterable<string>;
  /** Removes what interrupted writes from before `olderThan` have left; returns how many. */
  sweep(olderThan: Date): Promise<number>;
}

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isOurName(name: string): boolean {
  return OURS.test(name);
}

/** For every store, before a name is used in a path or a key. */
export function requireOurName(name: string): string {
  if (!OURS.test(name)) throw new Error('a stored file is named by a UUID of ours');
  return name;
}

export function fileMissing(): Error {
  return Object.assign(new Error('a stored file is missing'), { code: 'file_missing' });
}

const AWAY = 'file_store_away';

/** The error of a store that is away, overloaded or full: not a bug of ours, and temporary. */
export function fileStoreAway(cause: Error): Error {
  return Object.assign(new Error('the store of files is away', { cause }), { code: AWAY });
}

export function isFileStoreAway(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === AWAY;
}
