// What a benchmark is, and how it is measured: ours and the limit in turns, so that both meet the same noise.

export interface Figure {
  readonly what: string;
  readonly unit: 'ms' | 'per second' | 'MB';
  readonly ours: number;
  readonly limit: number;
  readonly ratio: number;
  readonly goal: string;
  readonly met: boolean;
}

export interface Benchmark {
  /** As in the goals: `P3`. */
  readonly id: string;
  readonly work: string;
  readonly limit: string;
  /** What holds it back, as measured, where a goal is missed. */
  readonly remark?: string;
  /** Measures everything in this many rounds. */
  run(rounds: number, say: (line: string) => void): Promise<Figure[]>;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new Error('the median of nothing');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** Each measurement once in a round, every second round backwards: what was measured, by round. */
export async function roundsInTurns<Name extends string>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(measurements) as Name[];
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      measured[name].push(await measurements[name]());
    }
  }
  return measured;
}

/** As `roundsInTurns`; the median of the rounds for each. */
export async function inTurns<Name extends string>(
  rounds: number,
  measurements: Readonly<Record<Name, () => Promise<number>>>,
): Promise<Record<Name, number>> {
  const measured = await roundsInTurns(rounds, measurements);
  const medians = Object.entries<number[]>(measured).map(([name, values]) => [name, median(values)]);
  return Object.fromEntries(medians) as Record<Name, number>;
}

/** The median time of one call in milliseconds, one after the other. */
export async function typicalMs(calls: number, call: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now();
    await call();
    times.push(performance.now() - startedAt);
  }
  return median(times);
}

/** A figure that should be at most `factor` times the limit. */
export function atMost(factor: number, what: string, ours: number, limit: number): Figure {
  const ratio = ours / limit;
  return { what, unit: 'ms', ours, limit, ratio, goal: `≤ ${factor} ×`, met: ratio <= factor };
}

/** A rate that should be at least `factor` of the limit's. */
export function atLeast(factor: number, what: string, ours: number, limit: number): Figure {
  const ratio = ours / limit;
  return { what, unit: 'per second', ours, limit, ratio, goal: `≥ ${factor}`, met: ratio >= factor };
}
