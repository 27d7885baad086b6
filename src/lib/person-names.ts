// The form of a first, middle or last name when a check is placed (interface §Additional validation).
import { isLongerThan, isShorterThan } from './text-length.ts';

const minimum = 2;
const maximum = 60;

/** A character of NFC text decomposes into at most four, each of at most two code units. */
const longestSource = maximum * 8;

export type PersonNameFault =
  | { readonly code: 'too_short'; readonly params: { readonly least: number } }
  | { readonly code: 'too_long'; readonly params: { readonly most: number } }
  | { readonly code: 'letters_only' | 'starts_with_separator' | 'repeated_letters' };

/** What is wrong with a name; empty for nothing. Compared and counted after NFC, with ’ treated as '. */
export function personNameFaults(given: string): PersonNameFault[] {
  const tooLong: PersonNameFault = { code: 'too_long', params: { most: maximum } };
  // Normalising a long run of marks takes quadratic time; a name of this length is too long in any case.
  if (given.length > longestSource) return [tooLong];

  const name = given.normalize('NFC').replaceAll('’', "'");
  const characters = [...name];
  const faults: PersonNameFault[] = [];
  if (isShorterThan(name, minimum)) faults.push({ code: 'too_short', params: { least: minimum } });
  if (isLongerThan(name, maximum)) faults.push(tooLong);
  if (!isAlphabetical(characters)) faults.push({ code: 'letters_only' });
  if (isSeparator(characters[0]) || isSeparator(characters.at(-1))) faults.push({ code: 'starts_with_separator' });
  if (longestRun(characters) > 3) faults.push({ code: 'repeated_letters' });
  return faults;
}

/** Like other names, but one letter is accepted as an initial (decisions, When rules bite). */
export function middleNameFaults(given: string): PersonNameFault[] {
  const faults = personNameFaults(given);
  return faults.every(({ code }) => code === 'too_short') ? [] : faults;
}

function isSeparator(character: string | undefined): boolean {
  return character === ' ' || character === '-' || character === "'";
}

/**
 * Ours: "single" applies to all three separators, so none follows itself (`D' Angelo` is a name, `Anne--Marie` is not);
 * a mark must follow a letter; and invisible letters, such as the Hangul fillers, make no name.
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

/** The longest run of one character, ignoring case (interface). */
function longestRun(characters: readonly string[]): number {
  let longest = 0;
  let run = 0;
  let previous = '';
  for (const character of characters) {
    // Upper and then lower case maps Σ, σ and ς to one letter.
    const folded = character.toUpperCase().toLowerCase();
    run = folded === previous ? run + 1 : 1;
    previous = folded;
    longest = Math.max(longest, run);
  }
  return longest;
}
