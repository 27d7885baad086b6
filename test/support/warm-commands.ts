// Runs short commands in one process, which keeps their modules: loading them takes nine tenths of a command's time. The
// first run of each command in a test process starts the real program, which must also end by itself.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ran } from './command-line.ts';

export interface Asked {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/** Commands that open the database, do one thing and end. */
const short = new Set([
  'accounts',
  'subsidiaries',
  'users',
  'keys',
  'job-roles',
  'groups',
  'packages',
  'report-types',
  'providers',
  'desk-users',
  'deliveries',
  'files',
  'security-events',
]);
const ranAlready = new Set<string>();

/** Whether the command may run in the warm process. Asking counts as a run. */
export function mayBeWarm([command = '']: readonly string[]): boolean {
  if (!short.has(command)) return false;
  const isFirst = !ranAlready.has(command);
  ranAlready.add(command);
  return !isFirst;
}

let child: ChildProcess | undefined;
let previous: Promise<unknown> = Promise.resolve();

async function ask(asked: Asked): Promise<Ran> {
  child ??= fork(fileURLToPath(new URL('./warm-command-process.ts', import.meta.url)), { env: asked.env });
  // Referenced only while it runs a command: an idle one must not keep the test process.
  child.ref();
  child.channel?.ref();
  child.send(asked);
  const [ran] = await Promise.race([
    once(child, 'message') as Promise<[Ran]>,
    once(child, 'exit').then(([code]) => {
      throw new Error(`the process of commands ended with ${code}: ${asked.args.join(' ')}`);
    }),
  ]);
  child.unref();
  child.channel?.unref();
  return ran;
}

export function runWarm(asked: Asked): Promise<Ran> {
  const ran = previous.then(() => ask(asked));
  previous = ran.catch(() => undefined);
  return ran;
}
