// Proves that orders of interface v1, create check of v2, the candidate's form and the desk find the same faults: on
// generated candidates, jobs and orders, each finding by its code and path.
import { compareGenerated, sayCodes } from '../features/requirements/compared-surfaces.ts';
import { inThousands, type ProofResult } from './proof.ts';

export const name = 'one-judge';
export const promise = 'All surfaces find the same faults of the same facts';
export const expected = '0 differences';
export const size = 10_000;
export const unit = 'candidates and orders';

export async function run({ size: pairs }: { readonly size: number }): Promise<ProofResult> {
  const sayAgain = sayCodes();
  try {
    const { compared, difference } = compareGenerated(pairs);
    return {
      figure: `${inThousands(compared)} candidates and orders, ${difference === undefined ? 0 : 1} differences`,
      ok: difference === undefined,
      lines: difference === undefined ? [] : difference.split('\n'),
      counts: { 'candidates and orders': compared },
    };
  } finally {
    sayAgain();
  }
}
