// `npm test`: runs every test file with node's runner, several at a time.
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './memory-folder.ts';
import { pureTests, pureTestsFile } from './pure-tests.ts';
import { runnableFiles, sharedProcesses } from './shared-processes.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Long tests start first, so that the run does not end with one of them. */
const first = ['test/proofs/', pureTestsFile, 'test/portals/', 'test/cli/', 'test/journeys/'];
const turnOf = (file: string) => first.findIndex((folder) => file.startsWith(folder)) >>> 0;

const asked = process.argv.slice(2);

/** Every file, alone or in a shared process. */
function every(): string[] {
  const files = globSync('test/**/*.test.ts').filter((file) => !pureTests.includes(file));
  const shared = sharedProcesses(files);
  const alone = files.filter((file) => !shared.some((process) => process.files.includes(file)));
  const inTurn = [pureTestsFile, ...alone].sort((a, b) => turnOf(a) - turnOf(b) || (a < b ? -1 : 1));
  const long = inTurn.findIndex((file) => turnOf(file) === turnOf(''));
  return inTurn.toSpliced(long, 0, ...runnableFiles(shared));
}

// The compile cache is shared: files run in many processes.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');
const inMemory = memoryFolder();
if (inMemory !== undefined) process.env.TMPDIR ??= inMemory;
process.chdir(root);
const processLimit = new URL('./process-limit.ts', import.meta.url).href;
run({
  files: asked.length > 0 ? asked : every(),
  // More files than cores: tests often wait for a database, a browser or a clock.
  concurrency: availableParallelism() + 2,
  timeout: 240_000,
  execArgv: [`--import=${processLimit}`],
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
