// Makes the search terms of a person or an order, and of a typed text: normalised words, email addresses, telephone numbers,
// dates of birth, references, certificates, and who was asked for a reference; pure.

import { doubleMetaphone } from 'double-metaphone';
import { dayIn } from '../../lib/typed-days.ts';
import { type ApplicantFacts, givenDob } from '../facts/facts.ts';
import { withoutHiddenNames } from '../facts/previous-name-rules.ts';

/** A term that is stored as a blind key: equal terms have equal keys. */
export interface SearchTerm {
  readonly field:
    | 'name'
    | 'sound'
    | 'email'
    | 'phone'
    | 'born'
    | 'reference'
    | 'certificate'
    | 'asked'
    | 'job_role'
    | 'job';
  readonly value: string;
}

const shortestBeginning = 3;
/** Of longer words only so many first letters are indexed, which limits the keys of a name or a reference. */
const longestBeginning = 12;
const mostReferences = 20;

/** Letters that Unicode normalisation does not decompose. */
const plainLetters: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ς: 'σ' },
};

const foldedText = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase();

const apostrophes = /['’ʼ]/g;

/** The words of a name without case and accents; an apostrophe does not split a word. */
function wordsOf(name: string): string[] {
  const plain = foldedText(name)
    .replace(apostrophes, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœþøłđðħıς]/g, (letter) => plainLetters[letter] ?? letter);
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** As a search reads them. */
export const isSameName = (one: string, other: string): boolean => wordsOf(one).join(' ') === wordsOf(other).join(' ');

type Named = Pick<ApplicantFacts, 'first_name' | 'middle_name' | 'last_name' | 'previous_last_name' | 'previous_names'>;

/** Whether a text has a word of one of the names of a person, their whole name without a space, or an email address. */
export function namesPerson(text: string, facts: Named): boolean {
  const names = [facts, ...facts.previous_names, { ...facts, last_name: facts.previous_last_name ?? '' }];
  const found = wordsOf(text);
  const all = found.join('');
  return (
    text.includes('@') ||
    names.some(({ first_name, middle_name, last_name }) => {
      const [first, last] = [wordsOf(first_name).join(''), wordsOf(last_name).join('')];
      const isWhole = first !== '' && last !== '' && (all.includes(first + last) || all.includes(last + first));
      return (
        isWhole || [first_name, middle_name ?? '', last_name].flatMap(wordsOf).some((word) => found.includes(word))
      );
    })
  );
}

/** O'Neil is found as `oneil` and as `neil`. */
const wordsAndPartsOf = (name: string): string[] => [...wordsOf(name), ...wordsOf(name.replace(apostrophes, ' '))];

function beginningsOf(word: string): string[] {
  const letters = [...word].slice(0, longestBeginning);
  const lengths = letters.map((_, index) => index + 1).filter((length) => length >= shortestBeginning);
  return lengths.length === 0 ? [word] : lengths.map((length) => letters.slice(0, length).join(''));
}

const isHeard = (word: string) => /^\p{L}{3,}$/u.test(word);

/** How a word sounds in English, which misspellings share: Robertz as Roberts. Nothing of a short word, which too many sound like. */
const soundsOf = (word: string): string[] => (isHeard(word) ? doubleMetaphone(word) : []);

const distinct = (values: readonly string[]) => [...new Set(values)];

function terms(field: SearchTerm['field'], values: readonly string[]): SearchTerm[] {
  return distinct(values)
    .filter((value) => value !== '')
    .map((value) => ({ field, value }));
}

const telephone = /^[+()\d\s./-]+$/;
/** The last digits tell numbers apart, with and without the code of the country. */
const telephoneDigits = 9;

/** Undefined for a text that is no telephone number. */
function telephoneEnd(text: string): string | undefined {
  const digits = text.replaceAll(/\D/g, '');
  return telephone.test(text.trim()) && digits.length >= telephoneDigits ? digits.slice(-telephoneDigits) : undefined;
}

/** Whether the text can be a telephone number, or a certificate's: so many digits are no order number. */
export const isLongNumber = (text: string): boolean => telephoneEnd(text) !== undefined;

const phoneTerms = (numbers: readonly string[]) =>
  terms(
    'phone',
    numbers.map((one) => telephoneEnd(one) ?? ''),
  );

/** Of an email address alone. */
export const emailTerms = (email: string): SearchTerm[] => terms('email', [foldedText(email)]);

/** Of an email address or a telephone number alone. */
export const reachedTerms = (typed: string): SearchTerm[] =>
  typed.includes('@') ? emailTerms(typed) : phoneTerms([typed]);

/** Every prefix and the sound of every word of each current and former name, the email address, the telephone numbers, and the date of birth. */
export function personTerms(facts: ApplicantFacts): SearchTerm[] {
  // A client searches, too, and would learn by the hit.
  const { previous_names, previous_last_name } = withoutHiddenNames(facts);
  const names = [facts, ...previous_names].flatMap((name) => [name.first_name, name.middle_name, name.last_name]);
  const words = [...names, previous_last_name].flatMap((name) => wordsAndPartsOf(name ?? ''));
  return [
    ...terms('name', words.flatMap(beginningsOf)),
    ...terms('sound', words.flatMap(soundsOf)),
    ...emailTerms(facts.email),
    ...phoneTerms([facts.mobile ?? '', facts.telephone ?? '']),
    ...terms('born', [givenDob(facts.dob) ?? '']),
  ];
}

/** Each reference, and its beginnings. */
export function referenceTerms(references: readonly string[]): SearchTerm[] {
  const folded = references.slice(0, mostReferences).map(foldedText);
  return terms(
    'reference',
    folded.flatMap((reference) => [reference, ...beginningsOf(reference)]),
  );
}

/** Cases of other systems whose numbers are one for the search have one number. Undefined without a number. */
export const numberTerm = (number: string): SearchTerm | undefined => referenceTerms([number])[0];

/** Whether two texts are one number, by the same rule as their blind keys. */
export const isSameNumber = (one: string, other: string): boolean =>
  numberTerm(one) !== undefined && numberTerm(one)?.value === numberTerm(other)?.value;

/** The agreed job role of an order by its number, and the job as it is stated there: whole, because lists filter by it. */
export const jobTerms = (roleId: number | null, jobs: readonly string[]): SearchTerm[] => [
  ...terms('job_role', [roleId === null ? '' : String(roleId)]),
  ...terms('job', jobs.map(foldedText)),
];

const askedWords = (texts: readonly string[]) => terms('asked', texts.flatMap(wordsAndPartsOf).flatMap(beginningsOf));

/** Each prefix of the words of who was asked for a reference, the telephone number, and the email address. */
export const askedTerms = (asked: {
  readonly organisation: string;
  readonly name: string;
  readonly telephone: string;
  readonly email: string;
}): SearchTerm[] => [
  ...askedWords([asked.organisation, asked.name]),
  ...phoneTerms([asked.telephone]),
  ...emailTerms(asked.email),
];

/** Of the number that an authority or a supplier gave the work; so many digits are searched for as a telephone number is. */
export const askedNumberTerms = (number: string): SearchTerm[] => [...askedWords([number]), ...phoneTerms([number])];

export const certificateTerms = (number: string): SearchTerm[] =>
  terms('certificate', [foldedText(number).replaceAll(' ', '')]);

/**
 * The meanings of a typed text: a person, by names and a date of birth, by email address or by telephone number, who matches
 * all terms; an order with a reference that is it or begins with it, or with a certificate of the number; or one for which
 * somebody was asked who matches all terms, or gave a number that does.
 */
export interface TypedSearch {
  /** Empty if the text cannot be a person's. */
  readonly person: readonly SearchTerm[];
  readonly reference: readonly SearchTerm[];
  readonly asked: readonly SearchTerm[];
}

function typedPerson(text: string, words: readonly string[], day: string): SearchTerm[] {
  if (text.includes('@')) return terms('email', [foldedText(text)]);
  return [...terms('name', words), ...terms('born', [day])];
}

export function typedSearch(text: string): TypedSearch {
  const found = dayIn(text);
  const { day = '', rest } = found ?? { rest: text };
  const words = wordsOf(rest).map((word) => [...word].slice(0, longestBeginning).join(''));
  const phone = found === undefined ? phoneTerms([text]) : [];
  const isPhone = phone.length > 0;
  return {
    person: isPhone ? phone : typedPerson(text, words, day),
    reference: [...terms('reference', [foldedText(text)]), ...certificateTerms(text)],
    asked: isPhone ? phone : found !== undefined ? [] : text.includes('@') ? emailTerms(text) : terms('asked', words),
  };
}

/**
 * Somebody whose names sound like the typed words, and who was born on the day if one is typed, who matches all terms; empty
 * if the text has no word to go by.
 */
export function nearSearch(text: string): readonly SearchTerm[] {
  const { day = '', rest } = dayIn(text) ?? { rest: text };
  const words = text.includes('@') ? [] : wordsOf(rest);
  // The first sound is the usual one; a stored name has the second, too.
  const sounds = words.flatMap((word) => soundsOf(word).slice(0, 1)).filter((sound) => sound !== '');
  if (sounds.length === 0) return [];
  const plain = words.filter((word) => !isHeard(word));
  return [...terms('sound', sounds), ...terms('name', plain), ...terms('born', [day])];
}
