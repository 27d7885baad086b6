// Where the tests keep what they make: in memory, where the machine has room for it. Making and dropping a database takes a
// seventh of the time there, and nothing of theirs has to survive.
import { lstatSync, mkdirSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** They take a fifth of it. */
const roomAtLeast = 4 * 2 ** 30;

/** Programs are run from there too. */
function isFit(mounts: string): boolean {
  const [, place, type, options = ''] =
    mounts
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, at]) => at === memory) ?? [];
  return place === memory && type === 'tmpfs' && !options.split(',').includes('noexec');
}

/** Undefined where there is none that is fit; kept for the next run. */
export function memoryFolder(): string | undefined {
  try {
    if (!isFit(readFileSync('/proc/mounts', 'utf8'))) return undefined;
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize < roomAtLeast) return undefined;
    const uid = process.geteuid?.() ?? 0;
    const folder = join(memory, `probity-tests-${uid}`);
    // A database that root starts is another user's, who passes through.
    mkdirSync(folder, { recursive: true, mode: 0o711 });
    const found = lstatSync(folder);
    return found.isDirectory() && found.uid === uid ? folder : undefined;
  } catch {
    return undefined;
  }
}
