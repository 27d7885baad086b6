// Splits names into words in plain Latin letters and computes their sounds, for comparing and indexing.
import anyAscii from 'any-ascii';

/** Scripts whose transliteration writes syllables as one word, each with a capital: `XiJinPing`. */
const syllabic = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Words in names that are optional or joined to others, and say little. */
const particles = new Set(
  'al el ul bin ibn bint abu abd de da do dos das del della la van von der den ter di du e y'.split(' '),
);

export const isParticle = (token: string) => particles.has(token);
export const isInitial = (token: string) => token.length === 1;

/** Lower-case words of a to z and digits: without marks, transliterated, apostrophes gone, hyphens apart. */
export function tokensOf(name: string): string[] {
  // Marks of Latin, Greek and Cyrillic letters go; in other scripts a mark may be a vowel. NFC joins Korean letters again.
  const plain = name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC');
  const latin = anyAscii(plain);
  const apart = syllabic.test(plain) ? latin.replace(/([a-z])([A-Z])/g, '$1 $2') : latin;
  return apart
    .toLowerCase()
    .replace(/['`"]/g, '')
    .split(/[^a-z0-9]+/)
    .filter((token) => token !== '');
}

/** Spellings of one sound in the languages that names are transliterated from, in this order. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch|ch|cz/g, 'k'],
  [/dzh|dj|zh|j/g, 'i'],
  [/sch|sh|sz|z/g, 's'],
  [/kh|ck|q/g, 'k'],
  [/gh/g, 'g'],
  [/ph|v|w/g, 'f'],
  [/th/g, 't'],
  [/c(?=[eiy])/g, 's'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/[ey]/g, 'i'],
  [/o/g, 'u'],
];

/** Each run of one letter as a single letter. */
function withoutDoubles(text: string): string {
  let at = 1;
  while (at < text.length && text.charCodeAt(at) !== text.charCodeAt(at - 1)) at += 1;
  if (at >= text.length) return text;
  let single = '';
  for (const letter of text) if (letter !== single.at(-1)) single += letter;
  return single;
}

/** How a token sounds, one spelling for all that sound alike: `mohammed` and `muhammad` are nearly the same. */
export function soundOf(token: string): string {
  let sound = token;
  for (const [spelling, as] of sounds) sound = sound.replace(spelling, as);
  return withoutDoubles(sound);
}

/** The consonants of a sound, with an `a` for a vowel that it begins with: what is left of names in scripts without vowels. */
export function consonantsOf(sound: string): string {
  const rest = sound.slice(1).replace(/[aiuh]/g, '');
  return withoutDoubles(`${/^[aiu]/.test(sound) ? 'a' : sound.slice(0, 1)}${rest}`);
}
