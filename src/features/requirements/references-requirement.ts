// The requirement of a number of references; the facts' own rules check each; pure.
import { isBlank } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

export interface ReferencesParams {
  readonly count: number;
  /** For how many years the referee has known the candidate, or for the whole period that is asked about. */
  readonly knownYears?: number;
}

export const references: Requirement<ReferencesParams> = {
  facts: () => ['references'],
  findings({ facts }, { count }) {
    const { references: named, has_referees: has, why_no_referee: why } = facts;
    if (named.length >= count) return [];
    // Their own answer, which the screener reads; without a reason it is none.
    return has === false && !isBlank(why)
      ? [{ at: 'references', code: 'nobody_to_ask', params: { least: count, problem: why! }, moment: 'examined' }]
      : [{ at: 'references', code: 'too_few', params: { least: count }, moment: 'needed' }];
  },
  strictest: (one, other) => ({
    count: Math.max(one.count, other.count),
    ...((one.knownYears ?? other.knownYears) !== undefined && {
      knownYears: Math.max(one.knownYears ?? 0, other.knownYears ?? 0),
    }),
  }),
  page: { section: 'work_and_education', minutes: 2 },
};
