// What a proof is: a promise of ours, a run of a given size that gives a figure, and whether the promise held.

export interface ProofResult {
  /** What was measured, in words: `10,000 of 10,000 found`. */
  readonly figure: string;
  readonly ok: boolean;
  /** What else the reader should know, a line each. */
  readonly lines: readonly string[];
}

/** What the module `test/proofs/<name>.ts` exports. */
export interface Proof {
  readonly name: string;
  /** The sentence that is proved. */
  readonly promise: string;
  /** The figure that is expected. */
  readonly expected: string;
  /** How large the run by hand is; tests run it smaller. */
  readonly size: number;
  run(options: { readonly size: number }): Promise<ProofResult>;
}

export function inThousands(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}
