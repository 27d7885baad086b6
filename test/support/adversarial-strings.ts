// Texts of a megabyte that slow rules are slow with, and how long a rule takes with one.

export const million = 1_000_000;
/** What a rule may take for one. */
export const limitMs = 5;

/** What the rules look for, and what normalising, case and code points are slow with. */
const units = [
  ...[
    'a',
    'aA',
    'a ',
    ' ',
    '-',
    "a'",
    '’',
    '\u0301',
    'e\u0301\u0323',
    '\u1100\u1161',
    'ΐ',
    'ß',
    '😀',
    '\ud800',
    '\u3164',
  ],
  ...['@', '.', 'a.', 'a@', '@a.', '-.', '%2e', '1', '1-', 'AB', 'GIR 0AA ', '2026-03-04T00:00:00.', '\0', '\n'],
];
const wrappings = [
  ['', ''],
  ['a', '!'],
  ['a@', '.com'],
  ['2026-03-04T10:20:30.', 'Z'],
  ['SW1A ', '2AA'],
] as const;

/** Each unit on its own and where rules look for something before or behind it. */
export const adversarialTexts = (): string[] =>
  units.flatMap((unit) => wrappings.map(([start, end]) => start + unit.repeat(Math.ceil(million / unit.length)) + end));

/** A megabyte that JSON.parse takes `referenceMs` for on the machine that the limit was set on. */
const reference = `["${'\\n'.repeat(million / 2)}"]`;
const referenceMs = 2.4;

/**
 * In milliseconds of the machine that the limit was set on: the best of three and, where that is too slow, of up to forty
 * against the best that the reference takes meanwhile. What the neighbours on a machine add comes and goes, and a slower
 * machine is slower with both; what the work itself takes stays. By the clock: the processor's own time is counted in ticks of
 * 4 ms on some machines.
 */
export function bestMs(work: () => unknown, limit = limitMs): number {
  let best = Math.min(onceMs(work), onceMs(work), onceMs(work));
  if (best < limit) return best;
  let bestReference = Number.POSITIVE_INFINITY;
  let scaled = best;
  for (let i = 0; i < 40 && (i < 5 || (scaled >= limit && scaled < 10 * limit)); i++) {
    best = Math.min(best, onceMs(work));
    bestReference = Math.min(
      bestReference,
      onceMs(() => JSON.parse(reference)),
    );
    scaled = best / Math.max(1, bestReference / referenceMs);
  }
  return scaled;
}

function onceMs(work: () => unknown): number {
  const start = performance.now();
  try {
    work();
  } catch {
    // A refusal is an answer.
  }
  return performance.now() - start;
}

export function slowest(measured: readonly (readonly [what: string, ms: number])[]): readonly [string, number] {
  return measured.reduce((worst, one) => (one[1] > worst[1] ? one : worst), ['', 0] as const);
}
