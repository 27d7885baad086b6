// Loops of tests with a limit: a loop that exceeds it fails and names what it waited for.
import { setTimeout as sleep } from 'node:timers/promises';

/** Longer than anything takes on a machine that is busy with ten other things: only a fault takes longer. */
export const patienceMs = 90_000;

/** `for (const n of upTo(100, 'the last page'))` counts from 1; more rounds fail. */
export function* upTo(limit: number, what: string): Generator<number> {
  for (let n = 1; n <= limit; n += 1) yield n;
  throw new Error(`${what}: not within ${limit} rounds`);
}

/** `for await (const n of within(5000, 'the file'))` counts from 1 with a pause between rounds; taking longer fails. */
export async function* within(ms: number, what: string, pauseMs = 20): AsyncGenerator<number> {
  const deadline = performance.now() + ms;
  let n = 1;
  yield n;
  while (performance.now() <= deadline) {
    await sleep(pauseMs);
    n += 1;
    yield n;
  }
  throw new Error(`${what}: not within ${ms} ms`);
}

/** Reads repeatedly until the value is as expected, and returns it. Reads less often the longer it takes. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isExpected: (found: T) => boolean,
  withinMs = patienceMs,
): Promise<T> {
  const startedAt = performance.now();
  const deadline = startedAt + withinMs;
  let found = await read();
  while (!isExpected(found) && performance.now() <= deadline) {
    await sleep(Math.max(20, (performance.now() - startedAt) / 10));
    found = await read();
  }
  if (isExpected(found)) return found;
  throw new Error(`still ${JSON.stringify(found)} after ${withinMs} ms`);
}

export async function until(holds: () => boolean | Promise<boolean>, withinMs = patienceMs): Promise<void> {
  await eventually(holds, (isTrue) => isTrue, withinMs);
}
