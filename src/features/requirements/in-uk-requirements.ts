// The requirements of reports for the United Kingdom: a qualification or an employer abroad takes another report; pure.
import { isUkCountry } from '../../lib/postcodes.ts';
import { type Finding, isBlank } from '../facts/finding.ts';
import { employedStatuses } from '../value-sets/employment-values.ts';
import type { Requirement } from './requirement.ts';

/** The candidate cannot know what was ordered, so that only the screener is told. */
const abroad = (at: string, country: string | null): Finding[] =>
  isBlank(country) || isUkCountry(country!) ? [] : [{ at, code: 'not_in_uk', moment: 'examined' }];

export const educationInUk: Requirement = {
  facts: () => ['qualifications'],
  findings: ({ facts: { qualifications } }) =>
    qualifications.flatMap(({ country }, index) => abroad(`qualifications[${index}].country`, country)),
};

export const employmentInUk: Requirement = {
  facts: () => ['activities'],
  findings: ({ facts: { activities } }) =>
    activities.flatMap(({ status, country }, index) =>
      employedStatuses.has(status) ? abroad(`activities[${index}].country`, country) : [],
    ),
};
