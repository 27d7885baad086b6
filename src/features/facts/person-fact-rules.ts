// The rules of single facts about a person: names, email, telephone, birth date, identification numbers; pure.
import { emailFaults } from '../../lib/email-addresses.ts';
import { isSsn } from '../../lib/identity-numbers.ts';
import { isLatin, middleNameFaults, personNameFaults } from '../../lib/person-names.ts';
import { usStateCode } from '../../lib/us-states.ts';
import type { DatesWithoutDay } from './fact.ts';
import { type EntryRule, type FactRule, type Fault, type Finding, isBlank, missing, notLatin } from './finding.ts';
import { endsAfterStart, timeFindings } from './time-rules.ts';

/**
 * Presence is checked whenever facts are given, the name's form when a check is placed (decisions, When rules bite).
 */
export const nameRule: FactRule = (value, { nameForm }) =>
  value.trim() === ''
    ? [{ code: 'missing', moment: 'given' }]
    : [
        ...personNameFaults(value, nameForm).map((fault): Fault => ({ ...fault, moment: 'placed' })),
        ...(isLatin(value) ? [] : notLatin),
      ];

/** Somebody who has one name only has it as their last name: authorities and agencies take a surname alone. */
export const firstNameRule: FactRule = (value, holder) => {
  if (holder.has_one_name !== true) return nameRule(value, holder);
  return value.trim() === '' ? [] : [{ code: 'first_of_one_name', moment: 'placed' }];
};

/** A single letter is valid as an initial (decisions, When rules bite). */
export const middleNameRule: FactRule = (value, { nameForm }) =>
  middleNameFaults(value, nameForm).map((fault): Fault => ({ ...fault, moment: 'placed' }));

/** Skipped if the list of previous names has it, whose rule checks it. */
export const previousLastNameRule: FactRule = (value, holder) =>
  holder.previous_names.some(({ last_name }) => last_name === value) ? [] : middleNameRule(value, holder);

export const emailRule: FactRule = (value) =>
  value.trim() === ''
    ? [{ code: 'missing', moment: 'given' }]
    : emailFaults(value).map((fault): Fault => ({ ...fault, moment: 'placed' }));

const telephone = /^\+?[\d ()./-]{5,30}(?: ?(?:x|ext)\.? ?\d{1,6})?$/i;
export const isTelephoneNumber = (text: string): boolean => telephone.test(text);
export const telephoneRule: FactRule = (value) =>
  isTelephoneNumber(value) ? [] : [{ code: 'telephone_form', moment: 'needed' }];

export const birthDateRule: FactRule = (value, { today }) =>
  value > today ? [{ code: 'in_future', moment: 'given' }] : [];

const isYear = ({ dates_without_month: years }: DatesWithoutDay, field: string) => years?.includes(field) === true;

export const nameSinceRule: FactRule = (value, holder) =>
  timeFindings({ from: ['', value], years: isYear(holder, 'name_known_from') ? [''] : [] }, holder);

interface GivenIdNumber {
  readonly type: string;
  readonly value: string;
  readonly state_code: string | null;
}

export const idNumberRule: EntryRule<GivenIdNumber> = ({ type, value, state_code }) => {
  const found: Finding[] = [];
  if (value.trim() === '') found.push(missing('value', 'given'));
  else if (type === 'ssn' && !isSsn(value)) found.push({ at: 'value', code: 'ssn_form', moment: 'given' });
  if (isBlank(state_code)) return found;
  if (type !== 'driving_license' && type !== 'driving_licence') {
    found.push({ at: 'state_code', code: 'state_code_elsewhere', moment: 'given' });
  } else if (usStateCode(state_code!) === undefined) {
    found.push({ at: 'state_code', code: 'us_state_code', moment: 'given' });
  }
  return found;
};

interface GivenName extends DatesWithoutDay {
  readonly first_name: string;
  readonly middle_name: string | null;
  readonly last_name: string;
  readonly has_one_name?: boolean | null;
  readonly known_from: string | null;
  readonly known_to: string | null;
}

const namePart = (at: string, value: string | null, rule: FactRule, ...rest: Parameters<FactRule>[1][]): Finding[] =>
  isBlank(value) ? [] : rule(value!, rest[0]!).map((fault) => ({ ...fault, at }));

/** The first name may be left out if it did not change. */
export const previousNameRule: EntryRule<GivenName> = (name, holder) => [
  ...namePart('first_name', name.first_name, firstNameRule, { ...holder, has_one_name: name.has_one_name ?? null }),
  ...namePart('middle_name', name.middle_name, middleNameRule, holder),
  ...(isBlank(name.last_name)
    ? [missing('last_name', 'placed')]
    : namePart('last_name', name.last_name, nameRule, holder)),
  ...timeFindings(
    { from: ['known_from', name.known_from], to: ['known_to', name.known_to], years: name.dates_without_month },
    holder,
  ),
  ...(holder.name_known_from !== null &&
  name.known_to !== null &&
  endsAfterStart(
    { date: name.known_to, isYear: isYear(name, 'known_to') },
    { date: holder.name_known_from, isYear: isYear(holder, 'name_known_from') },
  )
    ? [{ at: 'known_to', code: 'after_other', other: '/name_known_from', moment: 'placed' } as const]
    : []),
];
