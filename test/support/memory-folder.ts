// The folder for files of tests: in memory, if there is enough. Creating and dropping a database takes a seventh of
// the time there.
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** The tests need a fifth of it. */
const roomAtLeast = 4 * 2 ** 30;

/** No run takes so long. */
const stale = 3 * 3_600_000;

/** A run that was killed leaves its databases, which would fill the memory. */
function removeStale(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = lstatSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (mtimeMs < Date.now() - stale) rmSync(path, { recursive: true, force: true });
  }
}

/** The folder must also allow programs to run. */
function isFit(mounts: string): boolean {
  const [, place, type, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === memory) ?? [];
  return place === memory && type === 'tmpfs' && !options.split(',').includes('noexec');
}

/** Undefined if there is none; kept for the next run. */
export function memoryFolder(): string | undefined {
  try {
    if (!isFit(readFileSync('/proc/mounts', 'utf8'))) return undefined;
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < roomAtLeast) return undefined;
    const uid = process.geteuid?.() ?? 0;
    const folder = join(memory, `probity-tests-${uid}`);
    // If root starts a database it runs as another user, who must be able to enter the folder.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== uid) return undefined;
    removeStale(folder);
    return folder;
  } catch {
    return undefined;
  }
}
