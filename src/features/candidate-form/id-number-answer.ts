// How an answer about an identification number goes into the applicant's list of them.
import type { ApplicantFacts, IdNumber } from '../facts/facts.ts';

/** The number of a kind in its place, or behind the others; taken out where there is none. */
export function withIdNumber(
  numbers: ApplicantFacts['id_numbers'],
  isMeant: (number: IdNumber) => boolean,
  number: IdNumber | undefined,
): readonly IdNumber[] {
  const index = numbers.findIndex(isMeant);
  if (number === undefined) return numbers.filter((other) => !isMeant(other));
  return index < 0 ? [...numbers, number] : numbers.with(index, number);
}
