// Test files that run some to a process: each starts a program of its own, but loads what programs are made of only once, which
// takes longer than most of these files do.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folders = [
  'test/api/v1',
  'test/api/v2',
  'test/compatibility',
  'test/features/{accounts,applicants,checks,events,idempotency}',
  'test/features/{attachments,housekeeping,screening}',
];
const filesEach = 5;

/** A hook of a file would be one of every file beside it. */
const hasHooks = (file: string) => /^(?:before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8'));

export interface SharedProcess {
  readonly name: string;
  readonly files: readonly string[];
}

/** @param every paths from the repository's folder, which is the working directory */
export function sharedProcesses(every: readonly string[]): SharedProcess[] {
  return folders.flatMap((folder) => {
    const files = globSync(`${folder}/*.test.ts`)
      .filter((file) => every.includes(file) && !hasHooks(file))
      .sort();
    return Array.from({ length: Math.ceil(files.length / filesEach) }, (_, n) => ({
      name: `${basename(folder).replace(/\W+/g, '-')}-${n}`,
      files: files.slice(n * filesEach, (n + 1) * filesEach),
    }));
  });
}

/** A file for the runner that has all those of the process run; it goes with this process. */
export function runnableFiles(processes: readonly SharedProcess[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'probity-shared-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return processes.map(({ name, files }) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, files.map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};\n`).join(''));
    return path;
  });
}
