// Invents people whose names are built from syllables; some names are frequent, as in reality.
import { type Random, seededRandom } from './random.ts';

export interface InventedPerson {
  /** Given names first, the family name last. */
  readonly names: readonly string[];
  /** `yyyy-mm-dd`. */
  readonly born: string;
}

/** How syllables are built, and how names end. */
interface Tradition {
  readonly onsets: string;
  readonly vowels: string;
  readonly codas: string;
  readonly givenEnds: string;
  readonly familyEnds: string;
  /** The maximum number of given names. */
  readonly most: number;
}

const traditions: readonly Tradition[] = [
  {
    onsets: 'b v g d zh z k l m n p r s t kh ch sh st vl dr',
    vowels: 'a e i o u ya yu',
    codas: '- - - n r l s v',
    givenEnds: 'ir an slav mil ana ina ei eta',
    familyEnds: 'ov ev in sky enko uk ich yan ova',
    most: 2,
  },
  {
    onsets: 'b t j h kh d r z s sh f q k l m n w y gh',
    vowels: 'a i u aa ee ou',
    codas: '- - m n r l d b s',
    givenEnds: 'id al im ar ad iya een ah',
    familyEnds: 'i awi ani oudi iri ah an',
    most: 3,
  },
  {
    onsets: 'b c d f g h j l m n p r s t w th br st',
    vowels: 'a e i o u ea ai',
    codas: '- n r l s t nd rt ck',
    givenEnds: 'a e y on er en ie ard',
    familyEnds: 'ton ley son ford well er man s ham',
    most: 3,
  },
  {
    onsets: 'zh ch sh x q j l m w y h g d t b z',
    vowels: 'a e i o u ia ao uo',
    codas: '- - n ng',
    givenEnds: '-',
    familyEnds: '-',
    most: 1,
  },
  {
    onsets: 'b c d f g h j l m n p r s t v rr',
    vowels: 'a e i o u ia ue',
    codas: '- - - n r s l',
    givenEnds: 'o a io ina andro el',
    familyEnds: 'ez o a illo ado ero al',
    most: 2,
  },
];

const parts = (text: string) => text.split(' ').map((part) => (part === '-' ? '' : part));

/** A fixed list of words of one, two or three syllables. */
function pool(seed: number, size: number, { onsets, vowels, codas }: Tradition, ends: string): string[] {
  const random = seededRandom(seed);
  const one = (text: string) => random.pick(parts(text));
  return Array.from({ length: size }, () => {
    const syllables = Array.from({ length: 1 + random.below(2) }, () => one(onsets) + one(vowels) + one(codas));
    const word = `${syllables.join('')}${one(onsets)}${one(ends) || one(vowels)}`;
    return word[0]!.toUpperCase() + word.slice(1);
  });
}

const pools = traditions.map((tradition, index) => ({
  given: pool(100 + index, 400, tradition, tradition.givenEnds),
  family: pool(200 + index, 12_000, tradition, tradition.familyEnds),
  most: tradition.most,
}));

/** Picks the first items far more often than the last: of 12,000 names the first has one in a hundred. */
const skewedPick = <T>(random: Random, items: readonly T[]): T =>
  items[Math.floor(items.length * (random.below(1_000_000) / 1_000_000) ** 2)]!;

const two = (value: number) => String(value).padStart(2, '0');

export function inventPerson(random: Random): InventedPerson {
  const { given, family, most } = random.pick(pools);
  const names = Array.from({ length: 1 + random.below(most) }, () => skewedPick(random, given));
  const born = `${1940 + random.below(65)}-${two(1 + random.below(12))}-${two(1 + random.below(28))}`;
  return { names: [...names, skewedPick(random, family)], born };
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One typing error in a word: a letter added, missing, replaced, or two swapped. */
function mistyped(random: Random, word: string): string {
  const at = random.below(word.length);
  const letter = letters[random.below(26)]!;
  const kind = random.below(4);
  if (kind === 0) return word.slice(0, at) + letter + word.slice(at);
  if (kind === 1 && word.length > 2) return word.slice(0, at) + word.slice(at + 1);
  if (kind === 2) return word.slice(0, at) + letter + word.slice(at + 1);
  return (
    word.slice(0, at) +
    word
      .slice(at, at + 2)
      .split('')
      .reverse()
      .join('') +
    word.slice(at + 2)
  );
}

/** Other spellings of the same sound, each applied to its first occurrence in a word. */
const otherSpellings: readonly (readonly [RegExp, string])[] = [
  [/kh/i, 'h'],
  [/zh/i, 'j'],
  [/dj/i, 'j'],
  [/j/i, 'dj'],
  [/sh/i, 'sch'],
  [/ch/i, 'tch'],
  [/ov$/i, 'off'],
  [/v/i, 'w'],
  [/ya/i, 'ia'],
  [/yu/i, 'iu'],
  [/ei/i, 'ey'],
  [/u/i, 'ou'],
  [/i/i, 'y'],
  [/o/i, 'u'],
  [/q/i, 'k'],
  [/ph/i, 'f'],
  [/ll/i, 'l'],
  [/([lmnrst])(?=[aeiou])/i, '$1$1'],
];

function respelt(random: Random, word: string): string {
  const fitting = otherSpellings.filter(([spelling]) => spelling.test(word));
  if (fitting.length === 0) return word;
  const [spelling, other] = random.pick(fitting);
  return word.replace(spelling, other);
}

const accents: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'ë',
  i: 'ï',
  o: 'ø',
  u: 'ü',
  c: 'ç',
  s: 'š',
  z: 'ž',
  l: 'ł',
};
/** Letters that are written as one come first. */
const cyrillic: readonly (readonly [string, string])[] =
  'zh:ж kh:х ch:ч sh:ш ya:я yu:ю ts:ц th:т ck:к gh:г a:а b:б c:к d:д e:е f:ф g:г h:х i:и j:дж k:к l:л m:м n:н o:о p:п q:к r:р s:с t:т u:у v:в w:в x:кс y:ы z:з'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]);
const inCyrillic = (name: string) =>
  cyrillic.reduce((text, [latin, letter]) => text.replaceAll(latin, letter), name.toLowerCase());
const accented = (name: string) => [...name].map((letter) => accents[letter] ?? letter).join('');

const mistypeOne = (random: Random, names: readonly string[]) => {
  const at = random.below(names.length);
  return names.map((name, index) => (index === at ? mistyped(random, name) : name));
};
const withoutMiddle = (names: readonly string[]) => [names[0]!, names.at(-1)!];
const swapped = (names: readonly string[]) => [names.at(-1)!, ...names.slice(0, -1)];

export type Vary = (random: Random, names: readonly string[]) => readonly string[];

/** The ways in which spellings of a name differ. */
export const spellingVariants: Readonly<Record<string, Vary>> = {
  'one slip': mistypeOne,
  'two slips': (random, names) => mistypeOne(random, mistypeOne(random, names)),
  'another transliteration': (random, names) => names.map((name) => respelt(random, name)),
  'another script': (_, names) => names.map(inCyrillic),
  'family name first': (_, names) => swapped(names),
  'no middle name': (_, names) => withoutMiddle(names),
  'middle names as initials': (_, names) =>
    names.map((name, index) => (index > 0 && index < names.length - 1 ? name[0]! : name)),
  'first name as an initial': (_, names) => [names[0]![0]!, ...names.slice(1)],
  'other accents': (_, names) => names.map(accented),
  'words joined': (_, names) => (names.length > 2 ? [names.slice(0, 2).join(''), ...names.slice(2)] : [names.join('')]),
  'family name first, one slip': (random, names) => mistypeOne(random, swapped(names)),
  'no middle name, another transliteration': (random, names) =>
    withoutMiddle(names).map((name) => respelt(random, name)),
};
