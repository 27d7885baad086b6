// Runs a proof over the shipped program with a planted fault.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Proof, ProofResult } from '../proof.ts';
import type { PlantedFault } from './faults.ts';
import type { PlantedOptions } from './planting.ts';
import { plantedOptions } from './reached.ts';

/** Throws if the proof never ran the faulty function: then its result says nothing about the fault. */
export async function proveWith(fault: PlantedFault): Promise<ProofResult> {
  const folder = mkdtempSync(join(tmpdir(), 'probity-fault-'));
  const reachedFile = join(folder, 'reached');
  try {
    const { run } = (await import(new URL(`../${fault.proof}.ts`, import.meta.url).href)) as Proof;
    const options: PlantedFault['options'] & PlantedOptions = {
      ...fault.options,
      ...plantedOptions(fault, reachedFile),
    };
    const result = await run(options);
    if (!existsSync(reachedFile)) throw new Error(`${fault.proof} never ran the planted fault: ${fault.name}`);
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
