// Imported into every test process: kills the process when a file has run for too long, even if its thread is in an
// endless loop.
import { isMainThread, Worker } from 'node:worker_threads';

const limitMs = Number(process.env.TEST_PROCESS_LIMIT_MS ?? 660_000);

/** In a thread of its own, because timers of the main thread do not fire in an endless loop. */
const watch = `
  const message = 'This test process was killed: it did not end within ${limitMs / 1000} s.\\n';
  const timer = setTimeout(() => {
    require('node:fs').writeSync(2, message);
    process.kill(${process.pid}, 'SIGKILL');
  }, ${limitMs});
  require('node:worker_threads').parentPort.on('message', () => timer.refresh());`;

const watching = isMainThread ? new Worker(watch, { eval: true, execArgv: [] }) : undefined;
watching?.unref();

/** For a process that runs several files: the limit applies to each. */
export function restartLimit(): void {
  watching?.postMessage('restart');
}
