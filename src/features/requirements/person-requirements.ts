// The requirements about a person that have their own rules: a plausible date of birth, the age for a criminal record
// check, and all previous names; pure.
import { ageOn } from '../../lib/dates.ts';
import { placeholderDob } from '../facts/facts.ts';
import { type Finding, isBlank, missing, missingOf } from '../facts/finding.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement } from './requirement.ts';

/** A lower age is a typing error in the year (ours). */
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

/** The DBS, AccessNI and Disclosure Scotland issue no certificate of anybody younger. */
const leastAgeOfRecord = 16;

/** By the age on the day of the order; the candidate's form and the desk judge by their own day. */
export const criminalRecordAge: Requirement = {
  facts: () => ['dob'],
  findings({ facts: { dob }, today }) {
    if (isBlank(dob) || dob > today || ageOn(today, dob) >= leastAgeOfRecord) return [];
    return [
      { at: 'dob', code: 'too_young_for_criminal_record', params: { least: leastAgeOfRecord }, moment: 'placed' },
    ];
  },
};

export interface PreviousNamesParams {
  /**
   * The candidate's form alone asks for them: sources know the person at an earlier address by an earlier name, but whoever
   * orders need not know it.
   */
  readonly isOfForm?: true;
}

export const previousNames: Requirement<PreviousNamesParams> = {
  ...plain(['name_is_from_birth', 'name_known_from', 'previous_names'], { minutes: 2 }),
  strictest: (one, other) => (one.isOfForm === true ? other : one),
  findings(subject, { isOfForm }) {
    const asWanted = (found: readonly Finding[]) =>
      isOfForm === true ? found.map((one): Finding => ({ ...one, moment: 'answered' })) : found;
    const { name_is_from_birth: isFromBirth, previous_names: names } = subject.facts;
    const dates = names.flatMap((_, index) =>
      missingAt(subject, `previous_names[${index}].known_from`, `previous_names[${index}].known_to`),
    );
    const hidden = names.flatMap(({ for_authorities_only: isHidden }, index): Finding[] =>
      isHidden === true
        ? [{ at: `previous_names[${index}].for_authorities_only`, code: 'name_for_authorities', moment: 'examined' }]
        : [],
    );
    if (isFromBirth === true) return asWanted(dates);
    if (isFromBirth === null) return asWanted([missing('name_is_from_birth', 'needed'), ...dates]);
    return [...asWanted([...missingAt(subject, 'name_known_from', 'previous_names'), ...dates]), ...hidden];
  },
};

/** Every nationality: an authority asks for all of them, and one of them may give the right to work. */
export const nationality: Requirement = {
  ...plain(['nationality', 'has_other_nationality', 'second_nationality', 'third_nationality']),
  findings: (subject) => [
    ...missingAt(subject, 'nationality'),
    ...(subject.facts.has_other_nationality === true
      ? missingOf(subject.facts, ['second_nationality'], 'answered')
      : []),
  ],
};

/** How to reach the candidate, and who helps them with the form. */
export const contact: Requirement = {
  ...plain(['mobile', 'telephone', 'is_helped', 'helper_name', 'helper_relation']),
  findings: ({ facts }) =>
    facts.is_helped === true ? missingOf(facts, ['helper_name', 'helper_relation'], 'answered') : [],
};

/** By which an authority abroad finds people. Only the candidate is asked: the interfaces have no place for them. */
export const parentsNames: Requirement = {
  ...plain(['fathers_name', 'mothers_name']),
  findings: (subject) =>
    missingAt(subject, 'fathers_name', 'mothers_name').map((finding) => ({ ...finding, moment: 'answered' })),
};
