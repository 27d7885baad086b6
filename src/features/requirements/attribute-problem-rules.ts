// Converts findings to refusals by attributes of interface v2, with its messages; pure.
import { Problems } from '../../lib/refusal.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { elementOf } from '../facts/fact-paths.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Finding } from '../facts/finding.ts';

/**
 * `id_numbers[ssn].value` → `id_numbers[1].value`, or `id_numbers` if there is none; `job.purpose` → the attribute in
 * criminal_history_report_details.
 */
function attributeOf(facts: ApplicantFacts, at: string): string {
  if (at.startsWith('papers.')) return at.slice('papers.'.length);
  if (at.startsWith('job.')) return at.replace('job', 'criminal_history_report_details');
  return at.replace(/^(\w+)\[([a-z_]\w*)\](.*)$/, (_, list: string, element: string, rest: string) => {
    const index = elementOf(facts, list, element);
    return index < 0 ? list : `${list}[${index}]${rest}`;
  });
}

const lastOf = (path: string) => path.slice(path.lastIndexOf('.') + 1);

export function attributeProblems(found: readonly Finding[], facts: ApplicantFacts): Problems {
  const problems = new Problems();
  for (const { at, other, ...said } of found) {
    problems.add(attributeOf(facts, at), apiSentence(said, other === undefined ? undefined : lastOf(other)));
  }
  return problems;
}
