// A receiver in a process of its own that counts a million notifications in little memory: each event has a number.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** The behaviour of a path, named by its first segment. */
export const behaviours = ['ok', 'slow', 'flaky', 'fail', 'hang', 'reset'] as const;
export type ReceiverBehaviour = (typeof behaviours)[number];

export interface Counts {
  /** Events that arrived at least once. */
  readonly arrived: number;
  /** Events that were acknowledged. */
  readonly acknowledged: number;
  /** Arrivals of events that had been acknowledged before. */
  readonly repeated: number;
  /** Arrivals of an event with other bytes, or another id, than before. */
  readonly altered: number;
}

export type Question =
  | { readonly ask: 'begin'; readonly run: number; readonly size: number }
  | { readonly ask: 'counts' }
  | { readonly ask: 'times' };
export type Reply = { readonly url: string; readonly caFile: string } | Counts | Float64Array | null;

export interface Receiver {
  /** A path with a behaviour is `${url}/${behaviour}/…`. */
  readonly url: string;
  readonly caFile: string;
  /** Starts a run: from now on its events count, numbered from 0 to `size` - 1. */
  begin(run: number, size: number): Promise<void>;
  counts(): Promise<Counts>;
  /** When each event arrived first, in milliseconds since 1970; 0 if it has not. */
  times(): Promise<Float64Array>;
  close(): Promise<void>;
}

/** The resource id of an event, from which its run and number can be read. */
export const resourceIdOf = (run: number, number: number) =>
  `${run.toString(16).padStart(8, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`;

export async function startReceiver(): Promise<Receiver> {
  const child = fork(fileURLToPath(new URL('./receiver-process.ts', import.meta.url)), { serialization: 'advanced' });
  const { url, caFile } = ((await once(child, 'message')) as [{ url: string; caFile: string }])[0];
  let queue: Promise<unknown> = Promise.resolve();
  const ask = <T extends Reply>(question: Question): Promise<T> => {
    const asked = queue.then(async () => {
      const replied = once(child, 'message');
      child.send(question);
      return ((await replied) as [T])[0];
    });
    queue = asked;
    return asked;
  };
  return {
    url,
    caFile,
    begin: async (run, size) => void (await ask({ ask: 'begin', run, size })),
    counts: () => ask<Counts>({ ask: 'counts' }),
    times: () => ask<Float64Array>({ ask: 'times' }),
    async close() {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}

/** Waits until the counts are as expected, or have not changed for that long. */
export async function awaitCounts(
  receiver: Receiver,
  isEnough: (counts: Counts) => boolean,
  patienceMs: number,
): Promise<Counts> {
  let last = await receiver.counts();
  let changedAt = performance.now();
  while (!isEnough(last) && performance.now() < changedAt + patienceMs) {
    await sleep(50);
    const counts = await receiver.counts();
    if (counts.arrived !== last.arrived || counts.acknowledged !== last.acknowledged) changedAt = performance.now();
    last = counts;
  }
  return last;
}
