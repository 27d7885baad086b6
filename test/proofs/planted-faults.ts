// Proves that the proofs can fail: each planted fault must be found by its proof.
import { faults, type PlantedFault } from './planted-faults/faults.ts';
import { proveWith } from './planted-faults/prove-with-fault.ts';
import type { ProofResult } from './proof.ts';

export const name = 'planted-faults';
export const promise = 'The proofs can fail';
export const expected = 'every fault found by its proof, and named by it';
export const size = faults.length;
export const unit = 'faults';

/** Whether the proof fails because of the fault, and the proof's text. */
export async function isFound(fault: PlantedFault) {
  const { ok, figure, lines } = await proveWith(fault);
  const said = [figure, ...lines].join('\n');
  return { found: !ok && fault.found.test(said), said };
}

export async function run(given: { readonly size: number }): Promise<ProofResult> {
  const missed: string[] = [];
  const planted = faults.slice(0, given.size);
  for (const fault of planted) {
    const { found, said } = await isFound(fault);
    if (!found) missed.push(`${fault.name}, by ${fault.proof}: ${said}`);
  }
  return {
    figure: `${planted.length - missed.length} of ${planted.length} found`,
    ok: missed.length === 0,
    lines: [...planted.map((fault) => `${fault.name}, by ${fault.proof}`), ...missed],
  };
}
