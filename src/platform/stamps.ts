// Small files in the data folder that remember when something was last done, for `probity status` and the metrics.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveToOwnerOf } from './data-folder.ts';

export function writeStamp(dataDir: string, file: string, value: unknown): void {
  const path = join(dataDir, file);
  writeFileSync(`${path}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600 });
  giveToOwnerOf(dataDir, `${path}.new`);
  renameSync(`${path}.new`, path);
}

/** Undefined if it was never written, or cannot be read. */
export function readStamp<Value>(dataDir: string, file: string): Value | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, file), 'utf8')) as Value;
  } catch {
    return undefined;
  }
}
