// Runs a module in a process of its own with limited memory and time; the process has none of the program's settings.
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface ProcessLimits {
  /** Of everything that the process keeps in memory, WebAssembly included. */
  readonly memoryMegabytes: number;
  readonly timeoutMs: number;
}

export type LimitedOutcome =
  | { readonly outcome: 'answered'; readonly answer: unknown; readonly peakMegabytes: number }
  | { readonly outcome: 'too_much_memory' | 'timed_out' | 'failed' };

const lookEveryMs = 25;

/** The most memory that the process has kept so far, by the kernel; 0 where the kernel does not say it. */
async function peakMegabytesOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
}

/**
 * The module receives `given` as its first message and sends its answer as its own first one. Limits of V8 do not cover
 * WebAssembly, so that the memory of the whole process is watched; where the kernel does not say it, only the heap is
 * limited.
 */
export async function runLimited(
  module: URL,
  given: unknown,
  { memoryMegabytes, timeoutMs }: ProcessLimits,
): Promise<LimitedOutcome> {
  const child = fork(module, [], {
    serialization: 'advanced',
    env: {},
    execArgv: [`--max-old-space-size=${Math.floor(memoryMegabytes / 4)}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let peakMegabytes = 0;
  let ended: 'too_much_memory' | 'timed_out' | undefined;
  const end = (why: NonNullable<typeof ended>) => {
    ended ??= why;
    child.kill('SIGKILL');
  };
  const timer = setTimeout(() => end('timed_out'), timeoutMs);
  const watch = setInterval(async () => {
    peakMegabytes = Math.max(peakMegabytes, await peakMegabytesOf(child.pid!));
    if (peakMegabytes > memoryMegabytes) end('too_much_memory');
  }, lookEveryMs);
  try {
    child.send(given as object);
    const answer = await answerOf(child);
    return answer === undefined
      ? { outcome: ended ?? 'failed' }
      : { outcome: 'answered', answer: answer.value, peakMegabytes };
  } finally {
    clearTimeout(timer);
    clearInterval(watch);
    child.kill('SIGKILL');
  }
}

/** Undefined if the process ends without an answer. */
function answerOf(child: ChildProcess): Promise<{ readonly value: unknown } | undefined> {
  return new Promise((resolve) => {
    child.once('message', (value) => resolve({ value }));
    child.once('exit', () => resolve(undefined));
    child.once('error', () => resolve(undefined));
  });
}
