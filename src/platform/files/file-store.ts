// What every store of files promises: whole or not at all, encrypted under the applicant's key, named by us.
import type { Readable } from 'node:stream';
import type { DataKey } from '../encryption/account-key.ts';

export type FileContent = Uint8Array | AsyncIterable<Uint8Array>;

/** Of the content as it was given, before encryption. */
export interface StoredFile {
  readonly size: number;
  /** Lower-case hex. */
  readonly md5: string;
  /** Lower-case hex. */
  readonly sha256: string;
}

/** Names are UUIDs that we made (`ctx.newId()`), never a client's. */
export interface FileStore {
  /** Durable when it answers; writing a name again replaces the file whole. When the content fails, so does this, and nothing stays. */
  write(name: string, content: FileContent, key: DataKey): Promise<StoredFile>;
  /** Fails with code `file_missing` before the first byte; a damaged file fails the stream before any damaged byte. */
  read(name: string, key: DataKey): Promise<Readable>;
  /** Removing what is not there is no error. */
  remove(name: string): Promise<void>;
  /**
   * The names of finished files, in no order: none whose write ended after `olderThan`, and in the end every one that
   * is older.
   */
  writtenBefore(olderThan: Date): AsyncIterable<string>;
  /** Clears what writes cut off before `olderThan` left behind; returns how many. */
  sweep(olderThan: Date): Promise<number>;
}

const OURS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function isOurName(name: string): boolean {
  return OURS.test(name);
}

/** For every store, before a name becomes a part of a path or a key. */
export function requireOurName(name: string): string {
  if (!OURS.test(name)) throw new Error('a stored file is named by a UUID of ours');
  return name;
}

export function fileMissing(): Error {
  return Object.assign(new Error('a stored file is missing'), { code: 'file_missing' });
}

const AWAY = 'file_store_away';

/** What a store says while it is away, overloaded or full: no fault of ours, and over some day. */
export function fileStoreAway(cause: Error): Error {
  return Object.assign(new Error('the store of files is away', { cause }), { code: AWAY });
}

export function isFileStoreAway(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === AWAY;
}
