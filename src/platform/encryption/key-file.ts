// A file with a key of ours: created once, readable by this user only, and either complete or absent.
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { giveToOwnerOf } from '../data-folder.ts';
import { newSecret } from './sealed-value.ts';

/** Written completely under another name, and then given its own by `place`. */
function writeKeyFile(path: string, text: string, place: (temporary: string) => void): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // A random name, because two containers on one folder may have the same process id.
  const temporary = `${path}.${newSecret(8).toString('hex')}`;
  const file = openSync(temporary, 'wx', 0o600);
  writeSync(file, text);
  fsyncSync(file);
  closeSync(file);
  giveToOwnerOf(folder, temporary);
  try {
    place(temporary);
  } finally {
    rmSync(temporary, { force: true });
  }
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Linked to its name: if two processes start at once, both read the same key. */
function createKeyFile(path: string, text: string): void {
  writeKeyFile(path, text, (temporary) => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  });
}

export function replaceKeyFile(path: string, text: string): void {
  writeKeyFile(path, text, (temporary) => renameSync(temporary, path));
}

export function readKeyFileIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads the file; if it is missing, creates it first with what `make` returns. */
export function readOrCreateKeyFile(path: string, make: () => string): string {
  const text = readKeyFileIfThere(path);
  if (text !== undefined) return text;
  createKeyFile(path, make());
  return readFileSync(path, 'utf8');
}
