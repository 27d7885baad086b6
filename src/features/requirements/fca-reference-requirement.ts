// The requirement of the candidate's number in the Financial Services Register; pure.
import { isBlank, missing } from '../facts/finding.ts';
import type { Requirement } from './requirement.ts';

export interface FcaReferenceParams {
  /** The report can be made without the number. */
  readonly mayLack?: true;
}

const number = 'fca_reference_number';
const has = 'has_fca_reference_number';

/** No interface has a field for it, so that an order is never refused for want of it. */
export const fcaReference: Requirement<FcaReferenceParams> = {
  facts: () => [has, number],
  optional: ({ mayLack }) => (mayLack === true ? [has, number] : []),
  findings({ facts }, { mayLack }) {
    const { [has]: answer } = facts;
    if (mayLack === true || answer === false || !isBlank(facts[number])) return [];
    return [missing(answer === true ? number : has, 'answered')];
  },
  strictest: (one, other) => (one.mayLack === true && other.mayLack === true ? { mayLack: true } : {}),
  page: { section: 'work_and_education', minutes: 1 },
};
