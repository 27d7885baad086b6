// The requirements of qualifications: one at least, unless the candidate says that they have none; pure.
import type { Finding } from '../facts/finding.ts';
import { missingAt, plain } from './plain-requirement.ts';
import type { Requirement, Subject } from './requirement.ts';

const saysNone = ({ has_qualifications: has, qualifications }: Subject['facts']) =>
  has === false && qualifications.length === 0;

/** That they have none is an answer: a CV is compared with it. */
export const education: Requirement = {
  ...plain(['qualifications'], { section: 'work_and_education', minutes: 2 }),
  findings: (subject) => (saysNone(subject.facts) ? [] : missingAt(subject, 'qualifications')),
};

/** Of a report that confirms them. Only a candidate can say that there are none, so that only the screener is told. */
export const educationToConfirm: Requirement = {
  facts: () => ['qualifications'],
  findings: ({ facts }): Finding[] =>
    saysNone(facts) ? [{ at: 'qualifications', code: 'none_declared', moment: 'examined' }] : [],
};
