// Random numbers for repeatable runs: the same seed gives the same series.

export interface Random {
  readonly seed: number;
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  pick<T>(items: readonly T[]): T;
}

/** The algorithm mulberry32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return { seed, below, pick: (items) => items[below(items.length)]! };
}
