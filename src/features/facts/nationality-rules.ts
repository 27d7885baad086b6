// The nationalities that somebody holds; pure.
import type { ApplicantFacts } from './facts.ts';
import { isBlank } from './finding.ts';

export type Held = Partial<Pick<ApplicantFacts, 'nationality' | 'second_nationality' | 'third_nationality'>>;

/** Three letters each, in the order in which they were stated; empty if none is known. */
export const nationalitiesOf = ({ nationality, second_nationality, third_nationality }: Held): string[] => [
  ...new Set([nationality, second_nationality, third_nationality].filter((one): one is string => !isBlank(one))),
];
