// Small tasks that run for as long as the process does; what must happen once for all processes is a job instead.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './log.ts';

/** Runs `task` again and again with a pause between; one at a time, and `stop` waits for the one that runs. */
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

/** Until `work` has ended, or the time is over: then it goes on unheard. */
export async function waitAtMost(ms: number, work: Promise<unknown> | undefined): Promise<void> {
  const ended = new AbortController();
  const limit = sleep(ms, undefined, { signal: ended.signal }).catch(() => undefined);
  await Promise.race([work, limit]).finally(() => ended.abort());
}
