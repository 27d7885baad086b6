// The requirement that the membership number of a professional body has the body's form; pure.
import type { ApplicantFacts } from '../facts/facts.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

export interface MembershipsParams {
  /** Those that the order asks for, each with the form of its number in words. */
  readonly bodies?: readonly { readonly name: string; readonly number?: string }[];
  /** The body finds people by their name and date of birth, too. */
  readonly mayLack?: boolean;
}

export interface MembershipNumberParams {
  /** Its name, and the letters by which it is known: `nmc`. */
  readonly body: string;
  readonly key: string;
  readonly pattern: RegExp;
  /** The form in words. */
  readonly words: string;
  /** What the number is called of a statutory register, which has no grades: `NMC PIN`. */
  readonly ofRegister?: string;
  /** A source confirms the form; otherwise only the screener is told. */
  readonly isConfirmed: boolean;
}

type Membership = ApplicantFacts['memberships'][number];

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Candidates write the name of the body or its letters. */
export function isMembershipOf(
  { body }: Pick<Membership, 'body'>,
  { body: name, key }: Pick<MembershipNumberParams, 'body' | 'key'>,
) {
  const given = plain(body);
  return given.includes(plain(name)) || given.split(' ').includes(plain(key));
}

/** That they have none is an answer, and told to the screener. A program can not say it. */
export const professionalMemberships: Requirement<MembershipsParams> = {
  facts: () => ['memberships'],
  findings({ facts: { memberships, has_memberships: has } }, { mayLack = false }): readonly Finding[] {
    const at = 'memberships';
    if (memberships.length > 0) return [];
    if (has === false) return [{ at, code: 'none_declared', moment: 'examined' }];
    return [{ at, code: 'none_added', moment: mayLack ? 'answered' : 'needed' }];
  },
  strictest: ({ bodies: some = [], ...one }, { bodies: others = [], ...other }) => ({
    bodies: [...some, ...others.filter(({ name }) => !some.some((known) => known.name === name))],
    mayLack: one.mayLack === true && other.mayLack === true,
  }),
  page: { section: 'work_and_education', minutes: 1 },
};

export const membershipNumber: Requirement<MembershipNumberParams> = {
  facts: () => ['memberships'],
  findings({ facts: { memberships } }, params): readonly Finding[] {
    const { body, pattern, words, ofRegister, isConfirmed } = params;
    return memberships.flatMap((membership, index): Finding[] => {
      // A register is searched by its number. An order that a program places may leave it out.
      if (ofRegister !== undefined && isBlank(membership.number) && isMembershipOf(membership, params)) {
        return [missing(`memberships[${index}].number`, 'answered')];
      }
      const number = membership.number?.replace(/\s/g, '').toUpperCase();
      if (isBlank(number) || pattern.test(number!) || !isMembershipOf(membership, params)) return [];
      return [
        {
          at: `memberships[${index}].number`,
          code: 'membership_number_form',
          moment: isConfirmed ? 'needed' : 'examined',
          params: { kind: body, example: words },
        },
      ];
    });
  },
};
