// The queue of test files: each process of a run takes the next file, so that modules, which take longer to load than
// most files to run, are loaded once for many files.
import { mkdtempSync, readdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const queueFile = new URL('./run-queue.ts', import.meta.url).href;

/**
 * Fills a queue, which is deleted when this process ends, and returns a runnable file for each process that takes from
 * it. @param files absolute paths
 */
export function fillQueue(files: readonly string[], processes: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'probity-queue-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const waiting = mkdtempSync(join(folder, 'waiting-'));
  files.forEach((file, n) => void writeFileSync(join(waiting, String(n).padStart(4, '0')), file));
  return Array.from({ length: processes }, (_, n) => {
    const path = join(folder, `process-${n + 1}.mjs`);
    const program = `import { runQueue } from ${JSON.stringify(queueFile)};\nawait runQueue(${JSON.stringify(waiting)});\n`;
    writeFileSync(path, program);
    return path;
  });
}

/** The files that no other process has taken. Only one process succeeds in deleting an entry. */
export function* takeFiles(waiting: string): Generator<string> {
  for (const entry of readdirSync(waiting).sort()) {
    const path = join(waiting, entry);
    let file: string;
    try {
      file = readFileSync(path, 'utf8');
      unlinkSync(path);
    } catch {
      continue;
    }
    yield file;
  }
}
