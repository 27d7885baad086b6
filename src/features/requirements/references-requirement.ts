// The requirement of a number of references; the facts' own rules check each; pure.
import type { Requirement } from './requirement.ts';

export interface ReferencesParams {
  readonly count: number;
}

export const references: Requirement<ReferencesParams> = {
  facts: () => ['references'],
  findings: ({ facts }, { count }) =>
    facts.references.length >= count
      ? []
      : [{ at: 'references', code: 'too_few', params: { least: count }, moment: 'needed' }],
  strictest: (one, other) => (other.count > one.count ? other : one),
  page: { section: 'work_and_education', minutes: 2 },
};
