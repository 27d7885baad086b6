// Removes files that nothing refers to: files are written before their rows, so a crash in between leaves a file without a row.
import type { FileStore } from './file-store.ts';

/** Returns which of these names rows of a feature refer to. Every feature that stores files supplies one; other files are removed. */
export type ReferencedFiles = (names: readonly string[]) => Promise<readonly string[]>;

const BATCH = 500;

/** @param olderThan so long ago that the row of every file written before is stored. Returns how many were removed. */
export async function sweepFiles(
  files: FileStore,
  olderThan: Date,
  referencedBy: readonly ReferencedFiles[],
): Promise<{ readonly unfinished: number; readonly orphans: number }> {
  const removeOrphans = async (names: readonly string[]) => {
    const referenced = new Set((await Promise.all(referencedBy.map((referenced) => referenced(names)))).flat());
    const orphans = names.filter((name) => !referenced.has(name));
    for (const name of orphans) await files.remove(name);
    return orphans.length;
  };
  const unfinished = await files.sweep(olderThan);
  let orphans = 0;
  let batch: string[] = [];
  for await (const name of files.writtenBefore(olderThan)) {
    batch.push(name);
    if (batch.length < BATCH) continue;
    orphans += await removeOrphans(batch);
    batch = [];
  }
  if (batch.length > 0) orphans += await removeOrphans(batch);
  return { unfinished, orphans };
}
