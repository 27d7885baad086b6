// What the form and orders still ask of the facts on their own: goes when they ask the requirements.
import type { Problems } from '../../lib/refusal.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { untilMoment } from '../facts/finding.ts';
import { statedFindings } from '../facts/stated-rules.ts';
import { attributeProblems } from '../requirements/attribute-problem-rules.ts';

export const factsProblems = (facts: ApplicantFacts, today: string): Problems =>
  attributeProblems(untilMoment(statedFindings(facts, today), 'given'), facts);

export function placementProblems(facts: ApplicantFacts, _: { readonly nationalInsuranceNumber: boolean }): Problems {
  const asked = ['first_name', 'middle_name', 'last_name', 'email'];
  const found = statedFindings(facts, '9999-12-31').filter(({ at, code }) => asked.includes(at) && code !== 'missing');
  return attributeProblems(found, facts);
}
