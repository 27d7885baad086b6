// The form of a first, middle or last name: as the interface demands it of programs (§Additional validation), and as
// people may write it; and the whole name of a person.
import { isLongerThan, isShorterThan } from './text-length.ts';

/**
 * `interface` binds what programs place. A person's own papers may have one letter (李, O), a full stop (St. John) or many
 * names (ours): `papers` takes them wherever people type, up to the length that an order of interface v1 takes.
 */
export type NameForm = 'interface' | 'papers';

const limits = { interface: { minimum: 2, maximum: 60 }, papers: { minimum: 1, maximum: 250 } } as const;

/** A character of NFC text decomposes into at most four, each of at most two code units. */
const unitsOfCharacter = 8;

export type PersonNameFault =
  | { readonly code: 'too_short'; readonly params: { readonly least: number } }
  | { readonly code: 'too_long'; readonly params: { readonly most: number } }
  | { readonly code: 'letters_only' | 'starts_with_separator' | 'repeated_letters' };

/** What is wrong with a name; empty for nothing. Compared and counted after NFC, with ’ treated as '. */
export function personNameFaults(given: string, form: NameForm = 'interface'): PersonNameFault[] {
  const { minimum, maximum } = limits[form];
  const tooLong: PersonNameFault = { code: 'too_long', params: { most: maximum } };
  // Normalising a long run of marks takes quadratic time; a name of this length is too long in any case.
  if (given.length > maximum * unitsOfCharacter) return [tooLong];

  const name = given.normalize('NFC').replaceAll('’', "'");
  const characters = [...name];
  const faults: PersonNameFault[] = [];
  if (isShorterThan(name, minimum)) faults.push({ code: 'too_short', params: { least: minimum } });
  if (isLongerThan(name, maximum)) faults.push(tooLong);
  if (!isAlphabetical(form === 'papers' ? withoutStops(characters) : characters)) faults.push({ code: 'letters_only' });
  if (isSeparator(characters[0]) || isSeparator(characters.at(-1))) faults.push({ code: 'starts_with_separator' });
  if (longestRun(characters) > 3) faults.push({ code: 'repeated_letters' });
  return faults;
}

/** Like other names, but one letter is accepted as an initial (decisions, When rules bite). */
export function middleNameFaults(given: string, form: NameForm = 'interface'): PersonNameFault[] {
  const faults = personNameFaults(given, form);
  return faults.every(({ code }) => code === 'too_short') ? [] : faults;
}

/** Whether every letter is Latin, as in the machine-readable lines of a passport: authorities and agencies read no others. */
export const isLatin = (text: string): boolean => !/(?!\p{Script=Latin})\p{L}/u.test(text);

/** Stands in the place of each name of somebody who was erased. */
export const ERASED = 'Erased';

/** First and last name; somebody who has one name only has no first name, and who was erased is called so once. */
export const fullName = (first: string, last: string): string =>
  first === ERASED && last === ERASED ? ERASED : `${first} ${last}`.trim();

/** Without each full stop that ends an abbreviation: it follows a letter. */
const withoutStops = (characters: readonly string[]): readonly string[] =>
  characters.filter((character, at) => character !== '.' || !/[\p{L}\p{M}]/u.test(characters[at - 1] ?? ''));

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
