// Proves that hanging endpoints with many due deliveries do not delay the others.
import { setTimeout as sleep } from 'node:timers/promises';
import { awaitCounts } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, inMs, openStage, percentile } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'neighbours';
export const promise = 'A bad receiver does not delay others (promise 6)';
export const expected = 'the others’ p99 < 1 s, all arrived';
export const size = 10_000;
export const unit = 'due to each hanging endpoint';

interface Setting {
  /** The number of hanging endpoints, and of answering ones. */
  readonly each: number;
  readonly perSecond: number;
  readonly seconds: number;
}

const full: Setting = { each: 100, perSecond: 100, seconds: 120 };
const small: Setting = { each: 4, perSecond: 40, seconds: 1 };

export async function neighbours(stage: DeliveryStage, { size, isShortened }: DeliveryOptions): Promise<ProofResult> {
  const { each, perSecond, seconds } = isShortened ? small : full;
  const hanging = await stage.endpoints(Array(each).fill('hang'));
  const good = await stage.endpoints(Array(each).fill('ok'));
  await stage.begin(0);
  await stage.storeMany(hanging, each * size);
  const total = perSecond * seconds;
  await stage.begin(total);
  const at = new Float64Array(total);
  for (let number = 0; number < total; number += 1) {
    at[number] = Date.now();
    await stage.store(good[number % each]!, number, 1);
    await sleep(Math.max(0, 1000 / perSecond - (Date.now() - at[number]!)));
  }
  const counts = await awaitCounts(stage.receiver, ({ acknowledged }) => acknowledged >= total, 60_000);
  const times = await stage.receiver.times();
  const took = times.map((time, number) => (time === 0 ? Number.POSITIVE_INFINITY : time - at[number]!));
  const p99 = percentile(took, 0.99);
  return {
    figure: `the others’ p50 ${inMs(percentile(took, 0.5))}, p99 ${inMs(p99)}, ${inThousands(counts.acknowledged)} of ${inThousands(total)} arrived`,
    ok: counts.acknowledged === total && counts.repeated === 0 && (isShortened || p99 < 1000),
    lines: [
      `${each} of ${2 * each} endpoints hang, ${inThousands(size)} due to each; ${perSecond} events a second to the others`,
    ],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options);
  try {
    await stage.start();
    return await neighbours(stage, options);
  } finally {
    await stage.close();
  }
}
