// Writes and reads ZIP archives as streams: no entry is ever whole in memory.
import { openAsBlob } from 'node:fs';
import { Readable } from 'node:stream';
import type { ReadableStream, WritableStream } from 'node:stream/web';

export interface ZipEntry {
  /** With `/` between folders. */
  readonly path: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Loaded at the first use. */
async function loadZip() {
  const zip = await import('@zip.js/zip.js');
  zip.configure({ useWebWorkers: false });
  return zip;
}

/** Takes each entry only when the one before it was written. Nothing is compressed: most evidence is already. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, at: Date): AsyncGenerator<Uint8Array> {
  const { ZipWriter } = await loadZip();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = new ZipWriter(writable, { level: 0, lastModDate: at, extendedTimestamp: false });
  const writing = (async () => {
    for await (const { path, content } of entries) {
      await writer.add(path, Readable.toWeb(Readable.from(content)) as globalThis.ReadableStream<Uint8Array>);
    }
    await writer.close();
  })();
  // The reader of `readable` gets the error.
  writing.catch((error: unknown) => writable.abort(error));
  yield* readable as ReadableStream<Uint8Array>;
  await writing;
}

/** An entry of an archive that is read; `read` gives its content, once or more often. */
export interface ReadZipEntry {
  readonly path: string;
  read(): AsyncGenerator<Uint8Array>;
}

/** The entries in the order of the archive. Throws if it is no readable archive. @param archive its path or content */
export async function openZip(archive: string | Blob): Promise<readonly ReadZipEntry[]> {
  const { ZipReader, BlobReader } = await loadZip();
  const reader = new ZipReader(new BlobReader(typeof archive === 'string' ? await openAsBlob(archive) : archive));
  const entries = await reader.getEntries();
  return entries.map((entry) => ({
    path: entry.filename,
    async *read() {
      if (entry.directory) return;
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const reading = entry.getData(writable as WritableStream<Uint8Array> as never);
      // Who reads gets the error; who has stopped reading does not care for it.
      reading.catch((error: unknown) => writable.abort(error).catch(() => undefined));
      yield* readable as ReadableStream<Uint8Array>;
      await reading;
    },
  }));
}
