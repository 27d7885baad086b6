// Runs the test files of a queue one after the other in this process. The tests and hooks of a file belong to one test,
// so that its servers and databases close before the next file.
import { relative } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { thenEnd } from './last-file.ts';
import { restartLimit } from './process-limit.ts';
import { takeFiles } from './test-queue.ts';

export const runQueue = (waiting: string): Promise<void> =>
  thenEnd(async () => {
    for (const file of takeFiles(waiting)) {
      restartLimit();
      await test(relative(process.cwd(), file), { timeout: 600_000 }, async () => {
        await import(pathToFileURL(file).href);
      });
    }
  });
