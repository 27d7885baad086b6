// What every form asks, how long a form takes and what the candidate needs at hand for it; pure.
import { en } from '../../messages/en.ts';
import type { RequirementWords } from '../../messages/en-requirements.ts';
import { noFacts } from '../facts/facts.ts';
import type { MembershipNumberParams } from './membership-requirement.ts';
import { type Asked, askedBy, isAskedOf, pageOf } from './requirement-rules.ts';
import type { Requires } from './requirements.ts';

/** Who the candidate is, how to reach them, and their consent. */
const alwaysAsked = ['name', 'date_of_birth', 'contact', 'consent'] as const;

/** What a form asks. @param requires of the ordered report types */
export const askedInForm = (requires: readonly Requires[]): Asked[] => askedBy([...alwaysAsked, ...requires]);

/** Rounded up to five minutes; this includes waiting for the mail with the code. */
export function minutesOf(asked: Iterable<Asked>): number {
  const minutes = [...new Set(asked)].reduce((sum, one) => sum + (pageOf(one)?.minutes ?? 0), 0);
  return Math.ceil(minutes / 5) * 5;
}

/** How long the form takes, without what few people are asked. */
export const formMinutes = (asked: readonly Asked[]): number =>
  minutesOf(asked.filter((one) => isAskedOf(one, noFacts)));

const minutesOfEntry = 2;
const entryNames: Readonly<Partial<Record<Asked['id'], string>>> = {
  activity_history: 'job',
  address_history: 'address',
};

/** What the lists take besides: `, and about 2 for each job and address`; empty without such lists. */
export function timeOfEntries(asked: Iterable<Asked>): string {
  const ids = new Set([...asked].map(({ id }) => id));
  const names = Object.entries(entryNames).flatMap(([id, name]) => (ids.has(id as Asked['id']) ? [name] : []));
  return names.length === 0 ? '' : `, and about ${minutesOfEntry} for each ${names.join(' and ')}`;
}

const registerOf = ({ params }: Asked) => (params as Partial<MembershipNumberParams>).ofRegister;

/** What to have at hand while filling in the form, each thing once. */
export function thingsAtHand(asked: readonly Asked[]): string[] {
  const isOnRegister = asked.some((one) => registerOf(one) !== undefined);
  const thingsFor = (one: Asked): readonly string[] => {
    const register = registerOf(one);
    if (register !== undefined) return [`your ${register}`];
    if (isOnRegister && one.id === 'professional_memberships') return [];
    const { atHand }: RequirementWords = en.requirements[one.id];
    return atHand === undefined ? [] : [atHand];
  };
  return [...new Set(asked.filter((one) => isAskedOf(one, noFacts)).flatMap(thingsFor))];
}
