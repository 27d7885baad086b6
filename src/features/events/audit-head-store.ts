// The signed heads of the chain, one JSON line each, in a file outside the database: they reveal a later rewriting of
// the chain.
import type { KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { signHead } from './audit-heads.ts';
import type { AuditHead } from './audit-rules.ts';

/** A line has about 250 bytes. */
const tailBytes = 4096;

/** The last complete line and its end; a crash may have left a partial line after it. */
async function lastLine(file: FileHandle): Promise<{ text: string; end: number; size: number }> {
  const { size } = await file.stat();
  const from = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, from);
  const tail = buffer.subarray(0, bytesRead);
  const end = tail.lastIndexOf(10) + 1;
  const start = tail.subarray(0, Math.max(0, end - 1)).lastIndexOf(10) + 1;
  return { text: tail.toString('utf8', start, end), end: from + end, size };
}

async function syncFolder(path: string): Promise<void> {
  await using folder = await open(dirname(path), 'r');
  await folder.sync();
}

/** Signs the head and appends it to the file, unless it is the last one there; the file is synced on return. */
export async function appendHead(path: string, privateKey: KeyObject, head: AuditHead, now: Date): Promise<void> {
  const hash = head.hash.toString('hex');
  await using file = await open(path, 'a+', 0o600);
  const last = await lastLine(file);
  if (last.text.includes(`{"seq":${head.seq},"hash":"${hash}"`)) return;
  if (last.end !== last.size) await file.truncate(last.end);
  await file.write(`${signHead(privateKey, head, now)}\n`);
  await file.sync();
  if (last.size === 0) await syncFolder(path);
}

/** The length of the file now: heads appended during a verification are left to the next one. */
export async function headFileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return 0;
      throw error;
    },
  );
}

/** A line each, in the first `size` bytes. */
export async function* readHeadLines(path: string, size: number): AsyncGenerator<string> {
  if (size === 0) return;
  const input = createReadStream(path, { end: size - 1 });
  yield* createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
}
