// Texts of a megabyte that are expensive for slow rules, and the time that a rule takes with one.

export const million = 1_000_000;
/** The maximum time of a rule with one text. */
export const limitMs = 5;

/** Characters that rules look for, and characters that are slow to normalise, lower-case or count. */
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

/** Each unit alone, and between other characters that rules look for. */
export const adversarialTexts = (): string[] =>
  units.flatMap((unit) => wrappings.map(([start, end]) => start + unit.repeat(Math.ceil(million / unit.length)) + end));

/** JSON.parse takes `referenceMs` for it on the machine on which the limit was set. */
const reference = `["${'\\n'.repeat(million / 2)}"]`;
const referenceMs = 2.4;

/**
 * Converted to milliseconds of the machine on which the limit was set: the first of three runs that is fast enough or, if
 * none is, the best of up to forty, divided by the best run of the reference in the same time. The ratio removes the
 * effects of other processes and slower machines. Measures wall-clock time, because some machines count CPU time in ticks
 * of 4 ms.
 */
export function bestMs(work: () => unknown, limit = limitMs): number {
  let best = onceMs(work);
  for (let i = 0; i < 2 && best >= limit; i++) best = Math.min(best, onceMs(work));
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
    // A refusal is a valid answer.
  }
  return performance.now() - start;
}

export function slowest(measured: readonly (readonly [what: string, ms: number])[]): readonly [string, number] {
  return measured.reduce((worst, one) => (one[1] > worst[1] ? one : worst), ['', 0] as const);
}
