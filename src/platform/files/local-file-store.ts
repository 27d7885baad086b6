// Files in a local folder: written under another name, synced and renamed, so that a crash leaves a complete file or none.
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { DataKey } from '../encryption/account-key.ts';
import { newSecret } from '../encryption/sealed-value.ts';
import { BLOCK_BYTES, openFile, sealFile } from './file-cipher.ts';
import { type FileContent, type FileStore, fileMissing, isOurName, requireOurName } from './file-store.ts';
import { failWhenFull, removeFiles, writeContent } from './spooled-content.ts';

const FOLDER = /^[0-9a-f]{2}$/;
/** Without it a power cut may lose new names in a folder. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().finally(() => folder.close());
}

async function writeSynced(path: string, content: AsyncIterable<Buffer>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await writeContent(file, content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** The folder `incoming/` contains files that are being written; finished files are in 256 folders by the end of their name. */
export async function openLocalFileStore(root: string): Promise<FileStore> {
  const incoming = join(root, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const durableFolders = new Set<string>();

  function folderOf(name: string): string {
    return join(root, requireOurName(name).slice(-2));
  }

  async function ensureFolder(folder: string): Promise<void> {
    if (durableFolders.has(folder)) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Also if it existed, because the process that created it may not have synced it yet.
    await syncFolder(root);
    durableFolders.add(folder);
  }

  async function write(name: string, content: FileContent, key: DataKey) {
    const folder = folderOf(name);
    const temporary = join(incoming, `${name}.${newSecret(8).toString('hex')}`);
    const { sealed, stored } = sealFile(name, content, key);
    try {
      await writeSynced(temporary, sealed);
      await ensureFolder(folder);
      await rename(temporary, join(folder, name));
    } catch (error) {
      await rm(temporary, { force: true });
      return failWhenFull(error as Error);
    }
    await syncFolder(folder);
    return stored();
  }

  async function read(name: string, key: DataKey): Promise<Readable> {
    const file = await open(join(folderOf(name), name), 'r').catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? fileMissing() : error;
    });
    const sealed = file.createReadStream({ highWaterMark: BLOCK_BYTES });
    const content = Readable.from(openFile(name, sealed, key), { objectMode: false });
    // Otherwise a reader that stops before the first byte would leave the file open.
    return content.once('close', () => sealed.destroy());
  }

  async function remove(name: string): Promise<void> {
    await rm(join(folderOf(name), name), { force: true });
  }

  async function* writtenBefore(olderThan: Date): AsyncGenerator<string> {
    for (const folder of await readdir(root)) {
      if (!FOLDER.test(folder)) continue;
      for (const name of await readdir(join(root, folder))) {
        if (!isOurName(name)) continue;
        const written = await stat(join(root, folder, name)).catch(() => undefined);
        if (written !== undefined && written.mtime < olderThan) yield name;
      }
    }
  }

  const sweep = (olderThan: Date) => removeFiles(incoming, olderThan);

  return { write, read, remove, writtenBefore, sweep };
}
