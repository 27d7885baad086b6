// Small tasks that run as long as the process; a task that must run once for all processes is a job instead.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Runs `task` repeatedly with a pause in between, one run at a time; `stop` waits for the present run. */
export function repeat(
  pauseMs: number,
  log: Log,
  name: string,
  task: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  let stopped = false;
  const run = async () => {
    try {
      await task();
    } catch (error) {
      log.warn('periodic task failed', { job: name, error });
    }
    if (!stopped) timer = setTimeout(next, pauseMs);
  };
  const next = () => {
    running = run();
  };
  timer = setTimeout(next, pauseMs);
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

/** Waits for `work`, but no longer than `ms`; after that its result is ignored. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const ended = new AbortController();
  const limit = sleep(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => ended.abort());
}
