// The keys by which names that may match are found in an index, without looking at the others.
import { type BirthDate, yearsNearTo, yearsOf } from './birth-date-rules.ts';
import { consonantsOf, isInitial, isParticle, soundOf } from './name-token-rules.ts';

// The first letter of a key says what it is of. Of a word: its consonants, the beginning and the end of its sound, its
// first letter, or that it is an initial. Of a name: its words written together. Of a person: the years of birth, or none.
const consonants = (sound: string) => `C${consonantsOf(sound).slice(0, 4)}`;
const beginning = (sound: string) => `B${sound.slice(0, 3)}`;
const end = (sound: string) => `E${sound.slice(-3)}`;
const letter = (token: string) => `L${token[0]}`;
const initial = (token: string) => `I${token[0]}`;
const together = (sound: string) => {
  const sounded = consonantsOf(sound);
  // A few consonants are common to many names.
  return `T${sounded.length < 5 ? sound : sounded.slice(0, 8)}`;
};
/** Of a name with two words that share the key. */
const twice = (key: string) => `${key}2`;
const year = (of: number) => `Y${of}`;
const noYear = 'Y';

/** The words without particles, or all words if there are no others. */
function tellingTokens(tokens: readonly string[]): readonly string[] {
  const telling = tokens.filter((token) => !isParticle(token));
  return telling.length >= 2 ? telling : tokens;
}

/** The keys under which a name on a list is found. @param tokens of the name */
export function keysOfListed(tokens: readonly string[], birthDates: readonly BirthDate[]): string[] {
  const words = tellingTokens(tokens).flatMap((token) => {
    if (isInitial(token)) return [initial(token)];
    const sound = soundOf(token);
    return [consonants(sound), beginning(sound), end(sound), letter(token)];
  });
  const shared = words.filter((key, at) => words.indexOf(key) !== at).map(twice);
  // A searched name may begin with any of the words.
  const turned = tokens.map((_, at) => together(soundOf([...tokens.slice(at), ...tokens.slice(0, at)].join(''))));
  const years = birthDates.flatMap((date) => {
    const [from, to] = yearsOf(date);
    return Array.from({ length: to - from + 1 }, (_, index) => year(from + index));
  });
  return [...new Set([...words, ...shared, ...turned, ...(years.length === 0 ? [noYear] : years)])];
}

/** Of more words than this only the longest are paired. */
const pairedTokens = 6;

const anyOf = (keys: readonly string[]) => (keys.length === 1 ? keys[0]! : `(${keys.join(' | ')})`);

interface SearchedWord {
  /** All keys of the word as it is on a list. */
  readonly own: readonly string[];
  /** Keys of the same sound; none for an initial. */
  readonly sure: readonly string[];
  /** Keys of the same beginning or end, or of a shortened word. */
  readonly unsure: readonly string[];
}

function searchedWord(token: string): SearchedWord {
  if (isInitial(token)) return { own: [], sure: [], unsure: [letter(token), initial(token)] };
  const sound = soundOf(token);
  const own = [consonants(sound), beginning(sound), end(sound), letter(token)];
  return { own, sure: own.slice(0, 1), unsure: [...own.slice(1, 3), initial(token)] };
}

const bothOf = (one: readonly string[], other: readonly string[]) => `(${anyOf(one)} & ${anyOf(other)})`;

/** All words written together; where the first alone fills that key, the last must be found as well. */
function allTogether(tokens: readonly string[]): string {
  const [all, first] = [together(soundOf(tokens.join(''))), together(soundOf(tokens[0]!))];
  if (tokens.length === 1 || all !== first) return all;
  const { sure, unsure } = searchedWord(tokens.at(-1)!);
  return bothOf([all], [...sure, ...unsure]);
}

/**
 * The conditions on the keys of a name of which one must hold, as PostgreSQL writes them: a word sounds the same, and another begins,
 * ends or sounds so; or all words together sound the same. The year of birth must not rule it out. Each condition begins
 * with a rare key: one condition for all would make the index read every frequent key to its end.
 * @returns none where the name has no word
 */
export function queriesFor(tokens: readonly string[], born: BirthDate | undefined): string[] {
  if (tokens.length === 0) return [];
  const words = [...tellingTokens(tokens)]
    .sort((a, b) => b.length - a.length)
    .slice(0, pairedTokens)
    .map(searchedWord);
  const likely = words.flatMap(({ own, sure }, at) => {
    // What the word itself has must be in the name twice: otherwise every name with the word is found.
    const others = words
      .filter((_, other) => other !== at)
      .flatMap((other) => [...other.sure, ...other.unsure])
      .map((key) => (own.includes(key) ? twice(key) : key));
    return sure.length === 0 || others.length === 0 ? [] : [bothOf(sure, [...new Set(others)])];
  });
  const names = [...new Set([...likely, allTogether(tokens)])];
  const years = born === undefined ? [] : [anyOf([noYear, ...yearsNearTo(born).map(year)])];
  return names.map((one) => [one, ...years].join(' & '));
}
