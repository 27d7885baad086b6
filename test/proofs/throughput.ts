// Proves how fast notifications arrive at a steady thousand events a second.
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitCounts } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, inMs, openStage, percentile } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'throughput';
export const promise = 'A thousand events a second reach their receivers at once (promise 4)';
export const expected = 'first attempt p50 < 50 ms, p99 < 1 s, all arrived';
export const size = 600_000;
export const unit = 'events';

const perSecond = 1000;
const accountCount = 20;
/** The number of events in a transaction: a change and its consequence. */
const together = 2;
const tickMs = 20;
/** The number of connections; with fewer, waiting for a connection would delay events. */
const atOnce = 40;

interface Stored {
  /** When each event's transaction was started: it may have been committed from then on. */
  readonly at: Float64Array;
  /** How far the load fell behind its plan. */
  readonly behindMs: number;
}

/** Stores at a steady rate; catches up with delays of a busy machine, and reports them. */
async function storeSteadily(stage: DeliveryStage, size: number): Promise<Stored> {
  const accounts = await stage.endpoints(Array(accountCount).fill('ok'));
  await stage.begin(size);
  const at = new Float64Array(size);
  const startedAt = performance.now();
  const storing = new Set<Promise<void>>();
  let behindMs = 0;
  let failed: Error | undefined;
  for (let number = 0; number < size && failed === undefined; ) {
    const planned = Math.min(size, ((performance.now() - startedAt) / 1000) * perSecond);
    const isDue = () => number + together <= planned || (number < size && planned === size);
    for (; number < size && isDue() && storing.size < atOnce; number += together) {
      at.fill(Date.now(), number, number + together);
      const count = Math.min(together, size - number);
      const stored = stage.store(accounts[(number / together) % accountCount]!, number, count);
      storing.add(stored);
      stored.catch((error: Error) => {
        failed = error;
      });
      void stored.finally(() => storing.delete(stored)).catch(() => undefined);
    }
    behindMs = Math.max(behindMs, performance.now() - startedAt - (number / perSecond) * 1000);
    await sleep(tickMs);
  }
  await Promise.all(storing);
  if (failed !== undefined) throw failed;
  return { at, behindMs };
}

export async function throughput(stage: DeliveryStage, { size, isShortened }: DeliveryOptions): Promise<ProofResult> {
  const { at, behindMs } = await storeSteadily(stage, size);
  const counts = await awaitCounts(stage.receiver, ({ acknowledged }) => acknowledged === size, 60_000);
  const times = await stage.receiver.times();
  const took = times.map((time, number) => (time === 0 ? Number.POSITIVE_INFINITY : time - at[number]!));
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)];
  const isFast = isShortened || (p50 < 50 && p99 < 1000);
  return {
    figure: `p50 ${inMs(p50)}, p99 ${inMs(p99)}, ${inThousands(counts.arrived)} of ${inThousands(size)} arrived`,
    ok: counts.acknowledged === size && counts.repeated + counts.altered === 0 && isFast,
    lines: [
      `${inThousands(perSecond)} events a second over ${accountCount} accounts, each with a TLS receiver, ${together} in a transaction; measured from before the transaction was sent to the receipt`,
      `the slowest ${inMs(percentile(took, 0.99999))}; the load was at most ${inMs(behindMs)} behind its plan; ${counts.repeated} repeated`,
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options);
  try {
    await stage.start();
    return await throughput(stage, options);
  } finally {
    await stage.close();
  }
}
