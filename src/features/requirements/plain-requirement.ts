// Builds requirements that facts must be there; what else is wrong of them is said by the facts' own rules; pure.
import { readFact } from '../facts/fact-paths.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import type { FormPlace, Requirement, Subject } from './requirement.ts';

/** Missing, as far as they are blank; of a list, as far as it has no entry. */
export const missingAt = ({ facts }: Subject, ...paths: readonly string[]): Finding[] =>
  paths.flatMap((at): Finding[] => {
    const value = readFact(facts, at);
    if (Array.isArray(value)) return value.length > 0 ? [] : [{ at, code: 'none_added', moment: 'needed' }];
    return isBlank(value) ? [missing(at, 'needed')] : [];
  });

interface PlainParts extends Partial<FormPlace> {
  /** Of the facts asked; all of them unless said. */
  readonly needed?: readonly string[];
}

export const plain = (
  asked: readonly string[],
  { needed = asked, section = 'about_you', minutes = 1 }: PlainParts = {},
): Requirement => ({
  facts: () => asked,
  findings: (subject) => missingAt(subject, ...needed),
  page: { section, minutes },
});
