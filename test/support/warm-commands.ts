// Runs commands in one process, which keeps their modules: loading them takes nine tenths of a command's time. That
// process checks that a command leaves nothing open, because the real program must end by itself.
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Ran } from './command-line.ts';
import { isFirstInRun } from './once-a-run.ts';

export interface Asked {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Written to both outputs when the command has ended. */
  readonly end: string;
}

export interface Ended {
  readonly code: number;
  /** What would have kept the real program from ending. */
  readonly left: readonly string[];
}

/** The first command of a run of the tests starts the real program. Asking counts as a run. */
export const mayBeWarm = (): boolean => !isFirstInRun('command');

let child: ChildProcess | undefined;
let previous: Promise<unknown> = Promise.resolve();

function start(env: NodeJS.ProcessEnv): ChildProcess {
  const program = fileURLToPath(new URL('./warm-command-process.ts', import.meta.url));
  const execArgv = [`--import=${new URL('./process-limit.ts', import.meta.url).href}`];
  const started = fork(program, { env, execArgv, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  started.once('exit', () => {
    if (child === started) child = undefined;
  });
  for (const output of [started.stdout!, started.stderr!]) output.setEncoding('utf8');
  return started;
}

/** The text up to the end of the command. */
function textUntil(output: Readable, end: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const read = (more: string) => {
      text += more;
      if (!text.endsWith(end)) return;
      output.off('data', read);
      resolve(text.slice(0, -end.length));
    };
    output.on('data', read);
  });
}

/** Only while it runs a command may the process keep the test process. */
function keep(running: ChildProcess, isKept: boolean): void {
  for (const part of [running, running.channel, running.stdout, running.stderr]) {
    (part as { ref(): void; unref(): void })[isKept ? 'ref' : 'unref']();
  }
}

async function ask(asked: Omit<Asked, 'end'>): Promise<Ran> {
  child ??= start(asked.env);
  const running = child;
  keep(running, true);
  const end = randomUUID();
  const ended = new AbortController();
  const ran = Promise.all([
    once(running, 'message', ended) as Promise<[Ended]>,
    textUntil(running.stdout!, end),
    textUntil(running.stderr!, end),
  ]);
  running.send({ ...asked, end });
  const exited = once(running, 'exit', ended).then(([code]) => {
    child = undefined;
    throw new Error(`the process of commands ended with ${code}: ${asked.args.join(' ')}`);
  });
  const [[{ code, left }], out, err] = await Promise.race([ran, exited]);
  exited.catch(() => undefined);
  ended.abort();
  keep(running, false);
  if (left.length > 0) throw new Error(`probity ${asked.args.join(' ')} does not end, because of ${left.join(', ')}`);
  return { code, out, err };
}

export function runWarm(asked: Omit<Asked, 'end'>): Promise<Ran> {
  const ran = previous.then(() => ask(asked));
  previous = ran.catch(() => undefined);
  return ran;
}
