// Compares two names: each word with its best partner by Jaro-Winkler, in any order, and explains the score.
import { consonantsOf, isInitial, isParticle, soundOf } from './name-token-rules.ts';

/** Stored with each result, because another version may score differently. */
export const matchingAlgorithm = 'token-set-jaro-winkler/1';

/** The minimum score of a hit; measured, see docs/sanctions.md. */
export const hitScore = 0.88;

/** Below this similarity, words are different. */
const tokenFloor = 0.8;
/** Below this similarity, sounds are not compared. */
const unlikeFloor = 0.5;
/** An initial matches any name that it begins. */
const initialScore = 0.9;
/** Words that sound the same score slightly less than equal ones. */
const soundShare = 0.98;
/** The weight of words in only one of the names, such as a missing middle name. */
const leftOutShare = 0.1;
/** From this similarity on, names written together and apart are the same (`Abd al Rahman`, `Abdulrahman`). */
const joinedFloor = 0.95;
const shortestJoined = 6;

/** Only so many first letters of a word are compared, to bound the list of matched letters. */
const longestWord = 64;
const [takenHere, takenThere] = [new Uint8Array(longestWord), new Uint8Array(longestWord)];

/** The share of letters of two words that agree, near their places. */
function jaro(one: string, other: string): number {
  const [length, otherLength] = [Math.min(one.length, longestWord), Math.min(other.length, longestWord)];
  const reach = Math.max(0, (Math.max(length, otherLength) >> 1) - 1);
  takenHere.fill(0, 0, length);
  takenThere.fill(0, 0, otherLength);
  let count = 0;
  for (let at = 0; at < length; at += 1) {
    const letter = one.charCodeAt(at);
    const last = Math.min(otherLength - 1, at + reach);
    for (let there = Math.max(0, at - reach); there <= last; there += 1) {
      if (takenThere[there] === 1 || other.charCodeAt(there) !== letter) continue;
      takenHere[at] = 1;
      takenThere[there] = 1;
      count += 1;
      break;
    }
  }
  if (count === 0) return 0;
  let moved = 0;
  for (let at = 0, there = 0; at < length; at += 1) {
    if (takenHere[at] === 0) continue;
    while (takenThere[there] === 0) there += 1;
    if (one.charCodeAt(at) !== other.charCodeAt(there)) moved += 1;
    there += 1;
  }
  return (count / length + count / otherLength + (count - moved / 2) / count) / 3;
}

/** Jaro, raised where the first letters, four at most, are the same. */
export function jaroWinkler(one: string, other: string): number {
  if (one === other) return 1;
  const score = jaro(one, other);
  let same = 0;
  while (same < 4 && same < one.length && one[same] === other[same]) same += 1;
  return score + same * 0.1 * (1 - score);
}

const hasVowel = (sound: string) => /[aiu]/.test(sound);
/** A word with such a letter has a vowel in its sound. */
const isVocal = (token: string) => /[aeiouy]/.test(token);

/** A word, and how it sounds, which is found out at its first use. */
interface Word {
  readonly token: string;
  sound(): string;
}

function wordOf(token: string): Word {
  let sound: string | undefined;
  return {
    token,
    sound() {
      sound ??= soundOf(token);
      return sound;
    },
  };
}

/** How alike two words are, from 0 to 1: as they are written, or as they sound. */
function wordSimilarity(one: Word, other: Word): number {
  if (one.token === other.token) return 1;
  if (isInitial(one.token) || isInitial(other.token)) return one.token[0] === other.token[0] ? initialScore : 0;
  const written = jaroWinkler(one.token, other.token);
  // Spellings of one sound differ in a few letters only: very different words do not sound the same.
  if (written < unlikeFloor && isVocal(one.token) && isVocal(other.token)) return written;
  const [here, there] = [one.sound(), other.sound()];
  const haveVowels = hasVowel(here) && hasVowel(there);
  if (written < unlikeFloor && haveVowels) return written;
  // Scripts without vowels leave only consonants: ‘mhmd’.
  const heard = haveVowels ? jaroWinkler(here, there) : jaroWinkler(consonantsOf(here), consonantsOf(there));
  return Math.max(written, heard * soundShare);
}

export interface MatchedToken {
  readonly searched: string;
  readonly listed: string;
  readonly similarity: number;
}

export interface NameMatch {
  /** From 0 to 1, in thousandths. */
  readonly score: number;
  /** The words that were matched; empty where the names are the same only when written together. */
  readonly tokens: readonly MatchedToken[];
}

const weightOf = (token: string) => (isParticle(token) ? 1 : Math.min(token.length, 8));
const inThousandths = (value: number) => Math.round(value * 1000) / 1000;

interface Pair {
  readonly at: number;
  readonly there: number;
  readonly similarity: number;
}

/** A word of a listed name. */
interface ListedWord extends Word {
  /** How alike it is to each searched word. */
  readonly alike: readonly number[];
}

/** Each searched word with one partner at most, the most alike first. */
function pairsOf(searched: readonly string[], listed: readonly ListedWord[]): Pair[] {
  const possible: Pair[] = [];
  for (let at = 0; at < searched.length; at += 1) {
    for (let there = 0; there < listed.length; there += 1) {
      const similarity = listed[there]!.alike[at]!;
      if (similarity >= tokenFloor) possible.push({ at, there, similarity });
    }
  }
  if (possible.length < 2) return possible;
  possible.sort((a, b) => b.similarity - a.similarity || a.at - b.at || a.there - b.there);
  const [here, elsewhere] = [new Set<number>(), new Set<number>()];
  return possible.filter(({ at, there }) => {
    if (here.has(at) || elsewhere.has(there)) return false;
    here.add(at);
    elsewhere.add(there);
    return true;
  });
}

/** Whether words of such lengths can be so alike, which is told without comparing their letters. */
function canBeAlike(length: number, other: number, floor: number): boolean {
  const highest = (2 + Math.min(length, other) / Math.max(length, other)) / 3;
  return highest + 0.4 * (1 - highest) >= floor;
}

const lettersOf = (words: readonly string[]) => words.reduce((sum, { length }) => sum + length, 0);

/** The score of the names written together, with the listed words rotated to begin with any of them. */
function joinedScore(searched: readonly Word[], listed: readonly Word[]): number {
  if (searched.length === listed.length) return 0;
  const [tokens, words] = [searched, listed].map((all) => all.map(({ token }) => token)) as [string[], string[]];
  const [length, other] = [lettersOf(tokens), lettersOf(words)];
  if (Math.min(length, other) < shortestJoined) return 0;
  const [sounds, heard] = [searched, listed].map((all) => all.map((word) => word.sound())) as [string[], string[]];
  const mayBeWritten = canBeAlike(length, other, joinedFloor);
  const maySound = canBeAlike(lettersOf(sounds), lettersOf(heard), joinedFloor / soundShare);
  let best = 0;
  for (let at = 0; at < listed.length && (mayBeWritten || maySound); at += 1) {
    const turned = (all: readonly string[]) => [...all.slice(at), ...all.slice(0, at)].join('');
    if (mayBeWritten) best = Math.max(best, jaroWinkler(tokens.join(''), turned(words)));
    if (maySound) best = Math.max(best, jaroWinkler(sounds.join(''), turned(heard)) * soundShare);
  }
  return best >= joinedFloor ? best : 0;
}

const noMatch: NameMatch = { score: 0, tokens: [] };

/** Names match if two words do, or all words if there are fewer; words in only one name lower the score, which is not rounded. */
function pairedScore(searched: readonly string[], listed: readonly ListedWord[]): NameMatch {
  const pairs = pairsOf(searched, listed);
  const isEnough = pairs.length >= 2 || (pairs.length === 1 && searched.length === 1 && listed.length === 1);
  if (!isEnough) return noMatch;
  const tokens = pairs.map(({ at, there, similarity }) => ({
    searched: searched[at]!,
    listed: listed[there]!.token,
    similarity: inThousandths(similarity),
  }));
  const weigh = (words: readonly string[]) => words.reduce((sum, token) => sum + weightOf(token), 0);
  const matched = tokens.map((pair) => (weightOf(pair.searched) + weightOf(pair.listed)) / 2);
  const ownHere = weigh(searched) - weigh(tokens.map((pair) => pair.searched));
  const ownThere = weigh(listed.map(({ token }) => token)) - weigh(tokens.map((pair) => pair.listed));
  const counted = matched.reduce((sum, weight) => sum + weight, 0);
  const conflict = Math.min(ownHere, ownThere);
  const alike = pairs.reduce((sum, { similarity }, index) => sum + similarity * matched[index]!, 0);
  const score = alike / (counted + conflict + leftOutShare * Math.abs(ownHere - ownThere));
  return { score, tokens };
}

/** Compares a name, given by its words, with those of many listed names, which share most of their words. */
export function nameMatcher(tokens: readonly string[]): (listed: readonly string[]) => NameMatch {
  const searched = tokens.map(wordOf);
  const words = new Map<string, ListedWord>();
  const listedWord = (token: string): ListedWord => {
    const known = words.get(token);
    if (known !== undefined) return known;
    const word = wordOf(token);
    const listed = { ...word, alike: searched.map((one) => wordSimilarity(one, word)) };
    words.set(token, listed);
    return listed;
  };
  return (listed) => {
    const there = listed.map(listedWord);
    const paired = pairedScore(tokens, there);
    const joined = paired.score < hitScore ? joinedScore(searched, there) : 0;
    const { score, tokens: matched } = joined > paired.score ? { score: joined, tokens: [] } : paired;
    return { score: inThousandths(score), tokens: matched };
  };
}
