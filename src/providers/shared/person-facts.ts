// Reads the facts about a person that adapters need: names as sources write them, and the date of birth.
import { placeholderDob } from '../../features/facts/facts.ts';
import { firstNameThen } from '../../features/facts/previous-name-rules.ts';
import type { AskedFacts } from '../../features/provider-requests/provider.ts';

export interface AskedPerson {
  /** First and last name of each name that the person has had, the current one first. */
  readonly names: readonly (readonly [first: string, last: string])[];
  readonly dob: string;
  /** Three letters each. */
  readonly nationalities: readonly string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** The maximum number of names of a person that are searched. */
const mostNames = 5;

/** Undefined if the name or the date of birth is missing. */
export function personIn(facts: AskedFacts): AskedPerson | undefined {
  const before = (facts.previous_names as readonly Readonly<Record<string, unknown>>[] | undefined) ?? [];
  const first = text(facts.first_name);
  // A previous last name alone belonged to the current first name.
  const names = [facts, ...before]
    .map((one) => [firstNameThen(one, first), text(one.last_name)] as const)
    .filter(([, last]) => last !== '');
  const dob = text(facts.dob);
  if (names.length === 0 || dob === '' || dob === placeholderDob) return undefined;
  const unique = [...new Map(names.map((name) => [name.join(' ').toLowerCase(), name])).values()];
  const held = [facts.nationality, facts.second_nationality, facts.third_nationality].map(text);
  return { names: unique.slice(0, mostNames), dob, nationalities: held.filter((one) => one !== '') };
}
