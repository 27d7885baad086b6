// What a proof is: a promise of ours, a run of a given size that gives a figure, and whether the promise held.

export interface ProofResult {
  /** What was measured, in words: `10,000 of 10,000 found`. */
  readonly figure: string;
  readonly ok: boolean;
  /** What else the reader should know, a line each. */
  readonly lines: readonly string[];
  /** What adds up over runs, by its word in the figure: a run too long for one evening is several. */
  readonly counts?: Readonly<Record<string, number>>;
}

/** What the module `test/proofs/<name>.ts` exports. */
export interface Proof {
  readonly name: string;
  /** The sentence that is proved, and the number of the promise: `Fast (promise 4)`. */
  readonly promise: string;
  /** The figure that is expected. */
  readonly expected: string;
  /** How large the run by hand is; tests run it smaller. */
  readonly size: number;
  /** What the size counts: `kills`. */
  readonly unit?: string;
  /** What the promise is given for, by the words of its unit and its counts; the size unless given. */
  readonly guaranteed?: Readonly<Record<string, number>>;
  run(options: { readonly size: number }): Promise<ProofResult>;
}

export function inThousands(value: number): string {
  return Math.round(value).toLocaleString('en-GB');
}

/** `3 kills, 0 lost`. */
export function countsInWords(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([word, count]) => `${inThousands(count)} ${word}`)
    .join(', ');
}

/** From the sentence: `… (promises 1 and 2)` is about 1 and 2. */
export function promiseNumbers({ promise }: Pick<Proof, 'promise'>): number[] {
  const named = /\(promises? ([^)]*)\)/.exec(promise)?.[1] ?? '';
  return (named.match(/\d+/g) ?? []).map(Number);
}
