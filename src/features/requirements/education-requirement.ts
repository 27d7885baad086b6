// The requirement of qualifications: one at least, unless the candidate says that they have none; pure.
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement } from './requirement.ts';

export const education: Requirement = {
  ...plain(['qualifications'], { section: 'work_and_education', minutes: 2 }),
  findings(subject) {
    const { has_qualifications: has, qualifications } = subject.facts;
    if (has !== false || qualifications.length > 0) return missingAt(subject, 'qualifications');
    // Nothing is left to confirm, so that the screener is told. Only a candidate can say it: an order names qualifications.
    return [{ at: 'qualifications', code: 'none_declared', moment: 'examined' }];
  },
};
