// Requirements that facts of a person must be there; what else is wrong of them is said by the facts' own rules; pure.
import { ageOn } from '../../lib/dates.ts';
import { readFact } from '../facts/fact-paths.ts';
import { placeholderDob } from '../facts/facts.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import type { FormPlace, Requirement, Subject } from './requirement.ts';

const aboutYou: FormPlace = { section: 'about_you', minutes: 1 };

/** Missing, as far as they are blank. */
const missingAt = ({ facts }: Subject, ...paths: readonly string[]): Finding[] =>
  paths.filter((path) => isBlank(readFact(facts, path))).map((path) => missing(path, 'needed'));

/** @param needed of the facts asked; all of them unless said */
const plain = (asked: readonly string[], needed: readonly string[] = asked): Requirement => ({
  facts: () => asked,
  findings: (subject) => missingAt(subject, ...needed),
  page: aboutYou,
});

/** Presence is asked whenever facts are given. */
export const name = plain(['title', 'first_name', 'middle_name', 'last_name'], []);
export const gender = plain(['gender']);
export const placeOfBirth = plain(['town_of_birth', 'country_of_birth']);
export const nationality = plain(['nationality']);
export const mothersMaidenName = plain(['mothers_maiden_name']);
export const contact = plain(['mobile', 'telephone'], []);

/** Nobody younger applies for a job: such a date is a slip in the year (ours). */
const youngest = 10;
const oldest = 120;

export const dateOfBirth: Requirement = {
  ...plain(['dob']),
  findings({ facts: { dob }, today }) {
    if (dob === placeholderDob || isBlank(dob)) return [missing('dob', 'needed')];
    const age = ageOn(today, dob);
    if (dob > today || (age >= youngest && age <= oldest)) return [];
    return [{ at: 'dob', code: 'unlikely_birth_year', params: { year: dob.slice(0, 4) }, moment: 'needed' }];
  },
};

export const previousNames: Requirement = {
  ...plain(['name_is_from_birth', 'name_known_from', 'previous_names']),
  page: { section: 'about_you', minutes: 2 },
  findings(subject) {
    const { name_is_from_birth: isFromBirth, previous_names: names } = subject.facts;
    const dates = names.flatMap((_, index) =>
      missingAt(subject, `previous_names[${index}].known_from`, `previous_names[${index}].known_to`),
    );
    if (isFromBirth === true) return dates;
    if (isFromBirth === null) return [missing('name_is_from_birth', 'needed'), ...dates];
    const none = names.length === 0 ? [{ at: 'previous_names', code: 'none_added', moment: 'needed' } as const] : [];
    return [...missingAt(subject, 'name_known_from'), ...none, ...dates];
  },
};
