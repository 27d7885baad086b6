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

export interface ComparedName {
  readonly tokens: readonly string[];
  readonly sounds: readonly string[];
}

/** @param sound may cache its results */
export const comparedName = (tokens: readonly string[], sound = soundOf): ComparedName => ({
  tokens,
  sounds: tokens.map(sound),
});

const hasVowel = (sound: string) => /[aiu]/.test(sound);

/** How alike two words are, from 0 to 1: as they are written, or as they sound. */
function tokenSimilarity(one: string, oneSound: string, other: string, otherSound: string): number {
  if (one === other) return 1;
  if (isInitial(one) || isInitial(other)) return one[0] === other[0] ? initialScore : 0;
  const written = jaroWinkler(one, other);
  // Spellings of one sound differ in a few letters only: very different words do not sound the same.
  if (written < unlikeFloor && hasVowel(oneSound) && hasVowel(otherSound)) return written;
  // Scripts without vowels leave only consonants: ‘mhmd’.
  const heard =
    hasVowel(oneSound) && hasVowel(otherSound)
      ? jaroWinkler(oneSound, otherSound)
      : jaroWinkler(consonantsOf(oneSound), consonantsOf(otherSound));
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

/** Each word with one partner at most, the most alike first. */
function pairsOf(searched: ComparedName, listed: ComparedName): Pair[] {
  const possible: Pair[] = [];
  for (let at = 0; at < searched.tokens.length; at += 1) {
    for (let there = 0; there < listed.tokens.length; there += 1) {
      const [token, other] = [searched.tokens[at]!, listed.tokens[there]!];
      const similarity = tokenSimilarity(token, searched.sounds[at]!, other, listed.sounds[there]!);
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

/** The score of the names written together, with the listed words rotated to begin with any of them. */
function joinedScore(searched: ComparedName, listed: ComparedName): number {
  if (searched.tokens.length === listed.tokens.length) return 0;
  const [one, oneSound] = [searched.tokens.join(''), searched.sounds.join('')];
  const [length, soundLength] = [listed.tokens.join('').length, listed.sounds.join('').length];
  if (Math.min(one.length, length) < shortestJoined) return 0;
  const mayBeWritten = canBeAlike(one.length, length, joinedFloor);
  const maySound = canBeAlike(oneSound.length, soundLength, joinedFloor / soundShare);
  let best = 0;
  for (let at = 0; at < listed.tokens.length; at += 1) {
    const turned = (words: readonly string[]) => [...words.slice(at), ...words.slice(0, at)].join('');
    if (mayBeWritten) best = Math.max(best, jaroWinkler(one, turned(listed.tokens)));
    if (maySound) best = Math.max(best, jaroWinkler(oneSound, turned(listed.sounds)) * soundShare);
  }
  return best >= joinedFloor ? best : 0;
}

/** Names match if two words do, or all words if there are fewer; words in only one name lower the score. */
export function matchNames(searched: ComparedName, listed: ComparedName): NameMatch {
  const pairs = pairsOf(searched, listed);
  const tokens = pairs.map(({ at, there, similarity }) => ({
    searched: searched.tokens[at]!,
    listed: listed.tokens[there]!,
    similarity: inThousandths(similarity),
  }));
  const weigh = (words: readonly string[]) => words.reduce((sum, token) => sum + weightOf(token), 0);
  const matched = pairs.map(({ at, there }) => (weightOf(searched.tokens[at]!) + weightOf(listed.tokens[there]!)) / 2);
  const ownHere = weigh(searched.tokens) - weigh(tokens.map((pair) => pair.searched));
  const ownThere = weigh(listed.tokens) - weigh(tokens.map((pair) => pair.listed));
  const counted = matched.reduce((sum, weight) => sum + weight, 0);
  const conflict = Math.min(ownHere, ownThere);
  const alike = pairs.reduce((sum, { similarity }, index) => sum + similarity * matched[index]!, 0);
  const isEnough = pairs.length >= 2 || (searched.tokens.length === 1 && listed.tokens.length === 1);
  const score = isEnough ? alike / (counted + conflict + leftOutShare * Math.abs(ownHere - ownThere)) : 0;
  const joined = score < hitScore ? joinedScore(searched, listed) : 0;
  return joined > score ? { score: inThousandths(joined), tokens: [] } : { score: inThousandths(score), tokens };
}
