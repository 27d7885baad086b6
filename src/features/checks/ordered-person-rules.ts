// Whom the client ordered a check of, beside what the candidate says of themselves; pure.
import { editDistance } from '../../lib/edit-distance.ts';
import { type ApplicantFacts, givenDob } from '../facts/facts.ts';

/** As the client ordered it; the candidate's form replaces the facts of the order. */
export interface OrderedPerson {
  readonly first_name: string;
  readonly last_name: string;
  /** null where the client gave none. */
  readonly dob: string | null;
}

type Facts = Pick<ApplicantFacts, 'first_name' | 'last_name' | 'dob'>;
type WithPreviousNames = Facts & Pick<ApplicantFacts, 'previous_last_name' | 'previous_names'>;

export const orderedPerson = ({ first_name, last_name, dob }: Facts): OrderedPerson => ({
  ...{ first_name, last_name },
  dob: givenDob(dob),
});

export interface PersonDifference {
  readonly ordered: OrderedPerson;
  readonly hasOtherName: boolean;
  readonly hasOtherDob: boolean;
  /** More than a slip: a link that was handed on, or a wrong mailbox. */
  readonly isOtherPerson: boolean;
}

/** The letters alone: `O’Brien` and `OBRIEN`, `José` and `Jose` are the same. */
const lettersOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');

/** What many last names begin with, which some people write apart, some joined, and some leave out. */
const particles = new Set(
  `van von vom zu der den de ter ten het del della di da do dos das du la le al el ul as ibn bin ben bint abu st`.split(
    ' ',
  ),
);

const partsOf = (name: string): string[] => name.split(/[\s-]+/).map(lettersOf);

/** The parts that name somebody: two people share \`van\`, and are no relations. */
function namingParts(name: string): string[] {
  const naming = partsOf(name).filter((part) => !particles.has(part));
  return naming.length === 0 ? partsOf(name) : naming;
}

const LEAST_LETTERS = 3;

/** The letters without the particles that are joined to their beginning, each way to leave them out: \`vanderberg\`, \`derberg\`, \`berg\`. */
function withoutParticles(letters: string): string[] {
  const rests = [...particles]
    .filter((particle) => letters.startsWith(particle) && letters.length - particle.length >= LEAST_LETTERS)
    .map((particle) => letters.slice(particle.length));
  return [letters, ...rests.flatMap(withoutParticles)];
}

/** The letters of a slip: of a short name, another letter makes another name. */
const MOST_SLIPS = 2;

function isOtherName(ordered: string, given: string): boolean {
  const [one, other] = [lettersOf(ordered), lettersOf(given)];
  // A name that was joined to another, or left out of it.
  if (namingParts(ordered).some((part) => namingParts(given).includes(part))) return false;
  const [whole, bare] = [withoutParticles(one), withoutParticles(other)];
  if (whole.includes(other) || bare.includes(one)) return false;
  const slips = editDistance(one, other);
  return slips > MOST_SLIPS || slips * 2 > Math.max(one.length, other.length);
}

/** First and last name in each other's place, as in countries where the last name comes first. */
const isSwapped = (ordered: OrderedPerson, { first_name, last_name }: Facts): boolean =>
  lettersOf(ordered.first_name) === lettersOf(last_name) && lettersOf(ordered.last_name) === lettersOf(first_name);

function isOtherLastName(ordered: OrderedPerson, facts: WithPreviousNames): boolean {
  if (isSwapped(ordered, facts)) return false;
  const earlier = [facts.previous_last_name ?? '', ...facts.previous_names.map(({ last_name }) => last_name)];
  return [facts.last_name, ...earlier].every((name) => isOtherName(ordered.last_name, name));
}

/**
 * Undefined where what the candidate gave is what was ordered. Where the client gave no date of birth, another first and last
 * name are another person.
 */
export function personDifference(
  ordered: OrderedPerson | undefined,
  facts: WithPreviousNames,
): PersonDifference | undefined {
  if (ordered === undefined) return undefined;
  const { first_name, last_name, dob } = ordered;
  const hasOtherName = lettersOf(`${first_name}${last_name}`) !== lettersOf(`${facts.first_name}${facts.last_name}`);
  const hasOtherDob = dob !== null && dob !== facts.dob;
  if (!hasOtherName && !hasOtherDob) return undefined;
  const isOtherBesides = dob === null ? isOtherName(first_name, facts.first_name) : hasOtherDob;
  return { ordered, hasOtherName, hasOtherDob, isOtherPerson: isOtherBesides && isOtherLastName(ordered, facts) };
}
