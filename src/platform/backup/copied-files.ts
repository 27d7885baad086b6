// Copies files with their SHA-256, each one synced to disk.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface CopiedFile {
  /** Relative to the folder of the copy. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

type Content = FileHandle | string;

async function write(to: string, content: Content): Promise<Pick<CopiedFile, 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let bytes = 0;
  const source = typeof content === 'string' ? Readable.from([Buffer.from(content)]) : content.createReadStream();
  await pipeline(
    source,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        bytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { bytes, sha256: hash.digest('hex') };
}

export interface CopyTarget {
  readonly files: readonly CopiedFile[];
  readonly folders: readonly string[];
  addFolder(path: string): Promise<void>;
  /** Returns undefined if `from` does not exist, and does nothing if the copy has the path already. */
  addFile(path: string, from: string): Promise<CopiedFile | undefined>;
  addText(path: string, text: string): Promise<CopiedFile>;
}

/** Copies into the folder `root`, which exists. */
export function createCopyTarget(root: string): CopyTarget {
  const files = new Map<string, CopiedFile>();
  const folders = new Set<string>();
  const add = async (path: string, content: Content) => {
    const copied = { path, ...(await write(join(root, path), content)) };
    files.set(path, copied);
    return copied;
  };
  return {
    get files() {
      return [...files.values()];
    },
    get folders() {
      return [...folders];
    },
    async addFolder(path) {
      await mkdir(join(root, path), { recursive: true, mode: 0o700 });
      folders.add(path);
    },
    async addFile(path, from) {
      if (files.has(path)) return files.get(path);
      const source = await open(from, 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
      if (source === undefined) return undefined;
      await using opened = source;
      return await add(path, opened);
    },
    addText: add,
  };
}
