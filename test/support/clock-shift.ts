// A wall clock that can be moved, for a program and its database: a small library between them and the system's.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('./clock-shift.c', import.meta.url));

export interface ClockShift {
  /** For the processes whose clock it is. */
  readonly env: NodeJS.ProcessEnv;
  /** From now on their clock is that far from the real one. */
  moveTo(seconds: number): void;
  remove(): void;
}

/** undefined where there is no C compiler. */
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
    // In place: the processes look at these very bytes.
    writeFileSync(file, bytes, { flag: 'r+' });
  };
  writeFileSync(file, Buffer.alloc(8), { mode: 0o644 });
  return { env: { LD_PRELOAD: library, CLOCK_SHIFT_FILE: file }, moveTo, remove };
}
