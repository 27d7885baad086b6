// Converts between interface v2's previous last name and the list of previous names, and leaves out the names that only the
// authorities may know; pure.
import { type ApplicantFacts, emptyOf, withoutStaffNumbers } from './facts.ts';
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

/** The first name of an earlier name: the present one where it is left out, and none where the candidate had one name only. */
export const firstNameThen = (
  former: { readonly first_name?: unknown; readonly has_one_name?: unknown },
  present: string,
): string =>
  former.has_one_name === true
    ? ''
    : typeof former.first_name === 'string' && former.first_name.trim() !== ''
      ? former.first_name.trim()
      : present;

/** Whether the candidate has a former name that only the authorities may know. */
export const hasHiddenName = ({ previous_names }: Pick<ApplicantFacts, 'previous_names'>): boolean =>
  previous_names.some((name) => name.for_authorities_only === true);

/**
 * Without the former names that only the authorities may know, and without what would tell of them: to pass such a name on may
 * be an offence (Gender Recognition Act 2004, s. 22). What people type where they used another name may be that one.
 */
export function withoutHiddenNames(facts: ApplicantFacts): ApplicantFacts {
  if (!hasHiddenName(facts)) return facts;
  const names = facts.previous_names.filter((name) => name.for_authorities_only !== true);
  return withPreviousLastName({
    ...facts,
    previous_names: names,
    name_is_from_birth: names.length === 0 ? null : facts.name_is_from_birth,
    name_known_from: null,
    certificate_last_name: null,
    activities: facts.activities.map((one) => ({ ...one, name_used: null })),
    qualifications: facts.qualifications.map((one) => ({ ...one, name_used: null })),
  });
}

/** What the client is told of the facts. */
export const toldToClient = (facts: ApplicantFacts): ApplicantFacts => withoutStaffNumbers(withoutHiddenNames(facts));
