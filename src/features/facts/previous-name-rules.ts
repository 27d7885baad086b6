// What interface v2 says of an earlier name, its last name alone, and what the others say of it; pure.
import { type ApplicantFacts, emptyOf } from './facts.ts';
import { previousNameFacts } from './name-facts.ts';

/** An earlier last name alone is an earlier name of which no more is known. */
export function withPreviousNames(facts: ApplicantFacts): ApplicantFacts {
  const { previous_last_name: last_name, previous_names } = facts;
  if (last_name === null || previous_names.length > 0) return facts;
  return { ...facts, name_is_from_birth: false, previous_names: [{ ...emptyOf(previousNameFacts), last_name }] };
}

/** The last name of the newest earlier name is what interface v2 shows. */
export function withPreviousLastName(facts: ApplicantFacts): ApplicantFacts {
  const newest = facts.previous_names.toSorted((one, other) =>
    (other.known_to ?? '9999').localeCompare(one.known_to ?? '9999'),
  )[0];
  return { ...facts, previous_last_name: newest?.last_name ?? null };
}
