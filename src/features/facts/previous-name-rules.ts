// Converts between interface v2's previous last name and the list of previous names; pure.
import { type ApplicantFacts, emptyOf } from './facts.ts';
import { previousNameFacts } from './name-facts.ts';

/** Adds a previous last name that stands alone to the list of previous names. */
export function withPreviousNames(facts: ApplicantFacts): ApplicantFacts {
  const { previous_last_name: last_name, previous_names } = facts;
  if (last_name === null || previous_names.length > 0) return facts;
  return { ...facts, name_is_from_birth: false, previous_names: [{ ...emptyOf(previousNameFacts), last_name }] };
}

/** Interface v2 answers the last name of the newest previous name. */
export function withPreviousLastName(facts: ApplicantFacts): ApplicantFacts {
  const newest = facts.previous_names.toSorted((one, other) =>
    (other.known_to ?? '9999').localeCompare(one.known_to ?? '9999'),
  )[0];
  return { ...facts, previous_last_name: newest?.last_name ?? null };
}
