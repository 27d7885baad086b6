// What a first, middle or last name must look like when a check is placed (interface §Additional validation).
import { isLongerThan, isShorterThan } from './text-length.ts';

const minimum = 2;
const maximum = 60;

/** A character of NFC text decomposes into at most four, each of at most two code units. */
const longestSource = maximum * 8;

/** What is wrong with a name that was given; empty when nothing is. Compared and counted after NFC, ’ taken as '. */
export function personNameMessages(given: string): string[] {
  const tooLong = `is too long (maximum is ${maximum} characters)`;
  // Normalising takes quadratic time on a long run of marks; this long, it can only come out too long.
  if (given.length > longestSource) return [tooLong];

  const name = given.normalize('NFC').replaceAll('’', "'");
  const characters = [...name];
  const messages: string[] = [];
  if (isShorterThan(name, minimum)) messages.push(`is too short (minimum is ${minimum} characters)`);
  if (isLongerThan(name, maximum)) messages.push(tooLong);
  if (!isAlphabetical(characters)) {
    messages.push('must contain only letters, single spaces, hyphens and single quotes');
  }
  if (isSeparator(characters[0]) || isSeparator(characters.at(-1))) {
    messages.push('must not start or end with a space, hyphen or single quote');
  }
  if (longestRun(characters) > 3) messages.push('must not have more than 3 identical characters in a row');
  return messages;
}

function isSeparator(character: string | undefined): boolean {
  return character === ' ' || character === '-' || character === "'";
}

/**
 * Ours: "single" is read of all three separators, so none follows itself (`D' Angelo` is a name, `Anne--Marie` is not);
 * a mark needs a letter to sit on; and letters that show nothing, such as the Hangul fillers, make no name.
 */
function isAlphabetical(characters: readonly string[]): boolean {
  return characters.every((character, index) => {
    const before = characters[index - 1];
    if (isSeparator(character)) return character !== before;
    if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return false;
    if (/\p{M}/u.test(character)) return before !== undefined && !isSeparator(before);
    return /\p{L}/u.test(character);
  });
}

/** The longest run of one character, irrespective of case (interface). */
function longestRun(characters: readonly string[]): number {
  let longest = 0;
  let run = 0;
  let previous = '';
  for (const character of characters) {
    // Upper, then lower case makes one of Σ, σ and ς.
    const folded = character.toUpperCase().toLowerCase();
    run = folded === previous ? run + 1 : 1;
    previous = folded;
    longest = Math.max(longest, run);
  }
  return longest;
}
