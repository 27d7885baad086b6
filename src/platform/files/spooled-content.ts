// Spools content of any size on the local disk in constant memory, and keeps it there while it is read.
import { type FileHandle, mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { release } from '../../lib/released-bytes.ts';
import { newSecret } from '../encryption/sealed-value.ts';
import { BLOCK_BYTES } from './file-cipher.ts';
import { fileStoreAway } from './file-store.ts';

/** Written in one call, because every call goes to another thread and back. */
const WRITE_BYTES = 4 * BLOCK_BYTES;

const sizeOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0);

async function writeAll(file: FileHandle, parts: readonly Buffer[]): Promise<number> {
  const size = sizeOf(parts);
  const { bytesWritten } = await file.writev(parts);
  // A disk that is filling up writes only a part, and then reports the error.
  if (bytesWritten !== size) await file.writeFile(Buffer.concat(parts).subarray(bytesWritten));
  parts.forEach(release);
  return size;
}

/** A full disk counts as a store that is away until there is space. */
export function failWhenFull(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOSPC' || error.code === 'EDQUOT' ? fileStoreAway(error) : error;
}

/** Returns how many bytes were written. The memory of each part is freed. */
export async function writeContent(file: FileHandle, content: AsyncIterable<Buffer>): Promise<number> {
  let size = 0;
  let parts: Buffer[] = [];
  let waiting = 0;
  for await (const part of content) {
    parts.push(part);
    waiting += part.length;
    if (waiting < WRITE_BYTES) continue;
    size += await writeAll(file, parts);
    parts = [];
    waiting = 0;
  }
  return waiting > 0 ? size + (await writeAll(file, parts)) : size;
}

export interface SpooledContent {
  readonly size: number;
  /** Fills `into` from this position; returns the filled part, which is shorter only at the end. */
  read(into: Buffer, from: number): Promise<Buffer>;
  close(): Promise<void>;
}

/** Returns when everything is on the disk, without a name, so that nothing is left if the process ends. */
export async function spool(folder: string, content: AsyncIterable<Buffer>): Promise<SpooledContent> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `spool.${newSecret(16).toString('hex')}`);
  const file = await open(path, 'wx+', 0o600);
  try {
    await rm(path);
    const size = await writeContent(file, content);
    return {
      size,
      async read(into, from) {
        const part = into.subarray(0, Math.min(into.length, size - from));
        for (let filled = 0; filled < part.length; ) {
          const { bytesRead } = await file.read(part, filled, part.length - filled, from + filled);
          if (bytesRead === 0) throw new Error('what was spooled is gone');
          filled += bytesRead;
        }
        return part;
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/** Removes what killed processes have left in a spool folder; returns how many. */
export async function removeFiles(folder: string, olderThan: Date): Promise<number> {
  let count = 0;
  const entries = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry);
    const written = await stat(path).catch(() => undefined);
    if (written === undefined || written.mtime >= olderThan) continue;
    await rm(path, { force: true });
    count += 1;
  }
  return count;
}
