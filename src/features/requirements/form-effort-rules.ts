// What every form asks, how long a form takes and what the candidate needs at hand for it; pure.
import { en } from '../../messages/en.ts';
import type { RequirementWords } from '../../messages/en-requirements.ts';
import { noFacts } from '../facts/facts.ts';
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

/** What to have at hand while filling in the form, each thing once. */
export function thingsAtHand(asked: readonly Asked[]): string[] {
  const words = (id: Asked['id']): RequirementWords => en.requirements[id];
  return [...new Set(asked.filter((one) => isAskedOf(one, noFacts)).flatMap(({ id }) => words(id).atHand ?? []))];
}
