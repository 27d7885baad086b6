// `npm test`: runs every test file with node's runner, in several processes at a time.
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { fileURLToPath } from 'node:url';
import { memoryFolder } from './memory-folder.ts';
import { fillQueue } from './test-queue.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Tests that observe the whole process, or change shared modules, have a process of their own. */
const alone = [
  'test/platform/metrics.test.ts',
  'test/features/facts/new-fact.test.ts',
  'test/features/attachments/attachment-content.test.ts',
];

/** Files that take or wait long start first, so that the run does not end with one of them. */
const first = [
  'test/cli/operations',
  'test/cli/set-up',
  'test/portals/every-page',
  'test/proofs/outages',
  'test/features/access/every-route',
  'test/portals/desk/',
  'test/portals/',
  'test/cli/',
  'test/proofs/',
  'test/journeys/',
  'test/examples/',
  'test/providers/',
];

/** These mostly wait for a clock, so one process runs them beside those that keep the cores busy. */
const waiting = [
  'test/features/security-alerts/',
  'test/features/webhooks/',
  'test/features/forwarding/',
  'test/platform/',
];
const turnOf = (file: string) => first.findIndex((folder) => file.startsWith(folder)) >>> 0;

function every(): string[] {
  return globSync('test/**/*.test.ts').sort((a, b) => turnOf(a) - turnOf(b) || (a < b ? -1 : 1));
}

// The compile cache is shared: files run in many processes.
process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/compile');

/** Fills the compile cache, which a process writes when it ends: until then others would compile everything again. */
function compileOnce(): void {
  const loaded = ['src/main-serving.ts', 'src/main-working.ts', 'test/support/browser.ts'];
  spawnSync(process.execPath, [...loaded.map((path) => `--import=${root}${path}`), '--eval', '0']);
}

const inMemory = memoryFolder();
if (inMemory !== undefined) process.env.TMPDIR ??= inMemory;
process.chdir(root);
const asked = process.argv.slice(2);
const files = asked.length > 0 ? asked : every();
if (asked.length === 0) compileOnce();
// What the processes of this run share.
process.env.TEST_RUN_FOLDER = mkdtempSync(join(tmpdir(), 'probity-run-'));
process.on('exit', () => rmSync(process.env.TEST_RUN_FOLDER!, { recursive: true, force: true }));
const runsAlone = (file: string) => alone.includes(file);
const waits = (file: string) => !runsAlone(file) && waiting.some((folder) => file.startsWith(folder));
const busy = files.filter((file) => !runsAlone(file) && !waits(file));
const queueFor = (processes: number, queued: readonly string[]) =>
  fillQueue(
    queued.map((file) => resolve(file)),
    Math.min(processes, queued.length),
  );
// One more than cores, because a busy file still waits for its browser or database. Each loads the modules again.
const busyProcesses = availableParallelism() + 1;
const imported = [new URL('./test-scope.ts', import.meta.url), new URL('./process-limit.ts', import.meta.url)];
run({
  files: [
    ...queueFor(1, files.filter(waits)),
    ...files.filter(runsAlone).flatMap((file) => queueFor(1, [file])),
    ...queueFor(busyProcesses, busy),
  ],
  concurrency: busyProcesses + 1,
  // Collecting objects takes a tenth of the time; with room for them at once it is needed half as often.
  execArgv: [...imported.map(({ href }) => `--import=${href}`), '--max-semi-space-size=64', '--initial-heap-size=1000'],
})
  .on('test:fail', () => {
    process.exitCode = 1;
  })
  .compose(spec)
  .pipe(process.stdout);
