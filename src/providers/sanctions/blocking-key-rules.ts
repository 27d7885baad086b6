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
  // A searched name may begin with any of the words.
  const turned = tokens.map((_, at) => together(soundOf([...tokens.slice(at), ...tokens.slice(0, at)].join(''))));
  const years = birthDates.flatMap((date) => {
    const [from, to] = yearsOf(date);
    return Array.from({ length: to - from + 1 }, (_, index) => year(from + index));
  });
  return [...new Set([...words, ...turned, ...(years.length === 0 ? [noYear] : years)])];
}

/** Of more words than this only the longest are paired. */
const pairedTokens = 6;

const anyOf = (keys: readonly string[]) => (keys.length === 1 ? keys[0]! : `(${keys.join(' | ')})`);

interface SearchedWord {
  /** Keys of the same sound; none for an initial. */
  readonly sure: readonly string[];
  /** Keys of the same beginning or end, or of a shortened word. */
  readonly unsure: readonly string[];
}

function searchedWord(token: string): SearchedWord {
  if (isInitial(token)) return { sure: [], unsure: [letter(token), initial(token)] };
  const sound = soundOf(token);
  return { sure: [consonants(sound)], unsure: [beginning(sound), end(sound), initial(token)] };
}

const bothOf = (one: readonly string[], other: readonly string[]) => `(${anyOf(one)} & ${anyOf(other)})`;

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
  const likely = words.flatMap(({ sure }, at) => {
    const others = words.filter((_, other) => other !== at).flatMap((other) => [...other.sure, ...other.unsure]);
    return sure.length === 0 || others.length === 0 ? [] : [bothOf(sure, [...new Set(others)])];
  });
  const names = [...new Set([...likely, together(soundOf(tokens.join('')))])];
  const years = born === undefined ? [] : [anyOf([noYear, ...yearsNearTo(born).map(year)])];
  return names.map((one) => [one, ...years].join(' & '));
}
