// Removes what nobody refers to: files are written before their rows, so a crash between the two leaves a file behind.
import type { FileStore } from './file-store.ts';

/** Which of these names rows of one feature refer to. Every feature that stores files supplies one: what none names goes. */
export type ReferencedFiles = (names: readonly string[]) => Promise<readonly string[]>;

const BATCH = 500;

/** @param olderThan long enough ago that whoever wrote a file has stored its row. Returns how many were removed. */
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
