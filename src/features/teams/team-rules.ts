// What is wrong with a team that somebody makes; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';

const LONGEST_NAME = 60;

export interface GivenTeam {
  readonly name: string;
  /** Ids of people of the desk. */
  readonly members: readonly string[];
}

/** @param others the names of the other teams */
export function teamProblems({ name, members }: GivenTeam, others: readonly string[]): Problems {
  const problems = new Problems();
  const isSame = (one: string) => one.toLowerCase() === name.trim().toLowerCase();
  if (name.trim() === '') problems.add('name', "can't be blank");
  else if (isLongerThan(name, LONGEST_NAME)) problems.add('name', `must be ${LONGEST_NAME} characters or fewer`);
  else if (others.some(isSame)) problems.add('name', 'has already been taken');
  if (members.length === 0) problems.add('members', 'choose one person at least');
  return problems;
}
