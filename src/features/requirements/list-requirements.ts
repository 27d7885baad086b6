// Requirements that a list has entries: education, memberships, references; each entry is judged by the facts' own rules; pure.
import type { FormPlace, Requirement } from './requirement.ts';

const workAndEducation: FormPlace = { section: 'work_and_education', minutes: 2 };

const someOf = (list: 'qualifications' | 'memberships'): Requirement => ({
  facts: () => [list],
  findings: ({ facts }) => (facts[list].length > 0 ? [] : [{ at: list, code: 'none_added', moment: 'needed' }]),
  page: workAndEducation,
});

export const education = someOf('qualifications');
export const professionalMemberships: Requirement = {
  ...someOf('memberships'),
  page: { ...workAndEducation, minutes: 1 },
};

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
  page: workAndEducation,
};
