// Proves, over many random histories, that the schedule, claims, leases and records keep their invariants whatever crashes when:
// on a virtual clock over a model of the store, and over the real statements on a database.
import { seededRandom } from '../support/random.ts';
import type { PlantedOptions } from './planted-faults/planting.ts';
import { countsInWords, type ProofResult } from './proof.ts';
import { skippingEmptyClaims } from './simulation/claim-skipping-store.ts';
import { databaseStores } from './simulation/database-store.ts';
import type { SimulatedStore, StoreFault } from './simulation/delivery-store.ts';
import { runHistory } from './simulation/history.ts';
import { modelStore } from './simulation/model-store.ts';

export const name = 'simulation';
export const promise =
  'With crashes at any moment, no delivery is lost, claimed twice or stuck, and each has five attempts in twelve hours (promises 1, 3 and 10)';
export const expected = '0 violations';
export const size = 10_000;
export const unit = 'histories';

export interface SimulationOptions extends Pick<PlantedOptions, 'planted'> {
  /** Histories over the model; a thirty-third of them is run over the database too. */
  readonly size: number;
  readonly firstSeed?: number;
  /** Planted in the model. */
  readonly fault?: StoreFault;
}

const stepsOf = (seed: number) => 40 + (seed % 5) * 30;

const mixedWebhooks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `webhook ${n}`, ordered: n % 2 === 1 }));

async function runOne(store: SimulatedStore, seed: number, steps: number): Promise<string[]> {
  const violations = await runHistory(store, seededRandom(seed), steps);
  return violations.map((violation) => `seed ${seed}: ${violation}`);
}

export async function simulateModel({ size: seeds, firstSeed = 1, fault }: SimulationOptions): Promise<string[]> {
  const found: string[] = [];
  for (let seed = firstSeed; seed < firstSeed + seeds && found.length < 20; seed += 1) {
    found.push(...(await runOne(modelStore(mixedWebhooks(1 + (seed % 3)), fault), seed, stepsOf(seed))));
  }
  return found;
}

/** A claim covers all accounts, so simultaneous histories need a database each. */
const databases = 2;

export async function simulateDatabase({ size: seeds, firstSeed = 1, planted }: SimulationOptions): Promise<string[]> {
  const found: string[] = [];
  const left = Array.from({ length: seeds }, (_, n) => firstSeed + n).values();
  const runOnOneDatabase = async () => {
    const stores = await databaseStores(planted?.deliverySteps?.claimDeliveries);
    try {
      for (const own of left) {
        if (found.length >= 20) break;
        const store = await stores.open(1 + (own % 3));
        found.push(...(await runOne(skippingEmptyClaims(store), own, 40)));
        await store.close();
      }
    } finally {
      await stores.drop();
    }
  };
  await Promise.all(Array.from({ length: Math.min(databases, seeds) }, runOnOneDatabase));
  return found;
}

export async function run(options: SimulationOptions): Promise<ProofResult> {
  const real = Math.ceil(options.size * 0.03);
  const found = await simulateModel(options);
  const foundReal = await simulateDatabase({ ...options, size: real });
  const violations = found.length + foundReal.length;
  const counts = { 'histories over the model': options.size, 'over the database': real, violations };
  return {
    figure: countsInWords(counts),
    ok: violations === 0,
    lines: [...found, ...foundReal].slice(0, 20),
    counts,
  };
}
