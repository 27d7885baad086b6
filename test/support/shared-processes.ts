// Groups test files that share a process: each starts its own program, but loading the modules, which takes longer
// than most of these files, happens once.
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const folders = [
  'test/api/v1',
  'test/api/v2',
  'test/compatibility',
  'test/features/{accounts,applicants,checks,events,idempotency}',
  'test/features/{access,attachments,housekeeping}',
  'test/features/{candidate-form,emails,lists,orders,report-types,results,value-sets}',
  'test/features/security-events',
  'test/features/webhooks',
  'test/portals/{candidate,client}',
  'test/portals/{desk,shared}',
];
const filesEach = 5;

/** Files that take as long as a group, or observe the whole process. */
const alone = [
  'access/every-route',
  'results/report-document',
  'webhooks/breaker-rules',
  'candidate/candidate-browser',
  'client/webhooks',
  'desk/desk-pages',
  'shared/database-away',
].map((name) => `${name}.test.ts`);
const isAlone = (file: string) => alone.some((name) => file.endsWith(name));

/** Hooks at the top level of a file would apply to the other files too. */
const hasHooks = (file: string) => /^(?:before|beforeEach|afterEach)\(/m.test(readFileSync(file, 'utf8'));

export interface SharedProcess {
  readonly name: string;
  readonly files: readonly string[];
}

/** @param every paths relative to the repository's folder, which is the working directory */
export function sharedProcesses(every: readonly string[]): SharedProcess[] {
  return folders.flatMap((folder) => {
    const files = globSync(`${folder}/*.test.ts`)
      .filter((file) => every.includes(file) && !isAlone(file) && !hasHooks(file))
      .sort();
    const processes = Math.ceil(files.length / filesEach);
    return Array.from({ length: processes }, (_, n) => ({
      name: `${folder.replace(/\W+/g, '-')}-${n}`,
      files: files.filter((_, index) => index % processes === n),
    }));
  });
}

/**
 * Imports the files one after the other. Their tests wait until all are imported: the runner ends, and its hooks close the
 * databases, as soon as no test is left, also while the next file is still being imported.
 */
const importing = (files: readonly string[]): string => `import { before } from 'node:test';
const imported = Promise.withResolvers();
before(() => imported.promise);
${files.map((file) => `await import(${JSON.stringify(pathToFileURL(file).href)});`).join('\n')}
imported.resolve();
`;

/** Writes a file for each process that imports its test files; deleted when this process ends. */
export function runnableFiles(processes: readonly SharedProcess[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'probity-shared-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return processes.map(({ name, files }) => {
    const path = join(folder, `${name}.mjs`);
    writeFileSync(path, importing(files));
    return path;
  });
}
