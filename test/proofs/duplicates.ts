// Proves that what was acknowledged is never sent again while nothing crashes.
import { awaitCounts } from './deliveries/receiver.ts';
import { type DeliveryOptions, type DeliveryStage, openStage } from './deliveries/stage.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'duplicates';
export const promise = 'Without a crash nothing is delivered twice (promise 2)';
export const expected = '0 repeated, all delivered';
export const size = 1_000_000;
export const unit = 'deliveries';

export async function duplicates(stage: DeliveryStage, { size }: DeliveryOptions): Promise<ProofResult> {
  const accounts = await stage.endpoints(['ok', 'ok', 'ok', 'ok', 'slow', 'ok', 'ok', 'ok']);
  await stage.begin(size);
  await stage.storeMany(accounts, size);
  const { acknowledged, repeated, altered } = await awaitCounts(
    stage.receiver,
    (counts) => counts.acknowledged >= size,
    // Longer than a lease: what is sent twice is sent twice by then.
    90_000,
  );
  return {
    figure: `${inThousands(repeated)} of ${inThousands(acknowledged)} deliveries repeated, ${altered} with other bytes`,
    ok: acknowledged === size && repeated + altered === 0,
    lines: [`over ${accounts.length} endpoints, one of them slow`],
  };
}

export async function run(options: DeliveryOptions): Promise<ProofResult> {
  const stage = await openStage(options.inHaste);
  try {
    await stage.start();
    return await duplicates(stage, options);
  } finally {
    await stage.close();
  }
}
