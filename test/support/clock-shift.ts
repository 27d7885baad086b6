// A wall clock that tests can move, for a program and its database, by a preloaded library.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./clock-shift.c', import.meta.url));

export interface ClockShift {
  /** The environment of the processes with this clock. */
  readonly env: NodeJS.ProcessEnv;
  /** Sets the difference between their clock and the real one. */
  moveTo(seconds: number): void;
  remove(): void;
}

/** Undefined if there is no C compiler. */
export function openClockShift(): ClockShift | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'probity-clock-'));
  // The database may run as another user.
  chmodSync(folder, 0o755);
  const library = join(folder, 'clock-shift.so');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  if (spawnSync('cc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl']).status !== 0) {
    remove();
    return undefined;
  }
  const file = join(folder, 'seconds');
  const moveTo = (seconds: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(seconds));
    // Write in place: the processes have mapped this file.
    writeFileSync(file, bytes, { flag: 'r+' });
  };
  writeFileSync(file, Buffer.alloc(8), { mode: 0o644 });
  return { env: { LD_PRELOAD: library, CLOCK_SHIFT_FILE: file }, moveTo, remove };
}
