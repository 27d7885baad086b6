// Makes canaries: unique texts that look like personal data, and are remembered.
import type { Random } from '../../support/random.ts';

export interface Maker {
  /** Letters only, like a name. */
  name(): string;
  text(label: string): string;
  /** ASCII without spaces, for headers, paths and queries. */
  plain(label: string): string;
  email(): string;
  /** @param pattern each `#` becomes a digit */
  digits(pattern: string): string;
  /** The birth date of a person between 25 and 75. */
  birthDate(): string;
  nationalInsuranceNumber(): string;
}

/** Makes texts that the program stores and shows to authorised readers. */
export interface Mint extends Maker {
  /** Makes texts that the program must not store: in a query, a path, a header, a refused body. */
  readonly inPassing: Maker;
  readonly kept: readonly string[];
  readonly all: readonly string[];
}

const consonants = 'bdfghjklmnprstvz';
const vowels = 'aeiouéöą';

export function createMint(random: Random): Mint {
  const kept = new Set<string>();
  const passed = new Set<string>();
  const keeping = mintInto(random, (canary) => kept.add(canary));
  const inPassing = mintInto(random, (canary) => passed.add(canary));
  return {
    ...keeping,
    inPassing,
    get kept() {
      return [...kept];
    },
    get all() {
      return [...kept, ...passed];
    },
  };
}

function mintInto(random: Random, remember: (canary: string) => void): Maker {
  const syllables = (count: number) =>
    Array.from({ length: count }, () => random.pick([...consonants]) + random.pick([...vowels])).join('');
  const ascii = (text: string) => text.normalize('NFD').replace(/[^ -~]/g, '');
  const capitalised = (text: string) => text[0]!.toUpperCase() + text.slice(1);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  const digits = (pattern: string) => pattern.replaceAll('#', () => String(random.below(10)));
  const made = (canary: string) => {
    remember(canary);
    return canary;
  };
  return {
    name: () => made(`${capitalised(syllables(3))}${random.pick(['-', "'"])}${capitalised(syllables(3))}`),
    text: (label) => made(`${label} ${syllables(4)}`),
    plain: (label) => made(`${label}-${ascii(syllables(5))}`),
    email: () => made(`${ascii(syllables(4))}@${ascii(syllables(4))}.example`),
    digits: (pattern) => made(digits(pattern)),
    birthDate: () =>
      made(`${1950 + random.below(50)}-${twoDigits(1 + random.below(12))}-${twoDigits(1 + random.below(28))}`),
    nationalInsuranceNumber: () => made(`${random.pick(['JG', 'AB', 'CE', 'WL'])}${digits('######')}A`),
  };
}
