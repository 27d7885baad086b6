// Builds requirements that facts are present; the facts' own rules find everything else; pure.
import { readFact } from '../facts/fact-paths.ts';
import { type Finding, isBlank, missing } from '../facts/finding.ts';
import type { FormPlace, Requirement, Subject } from './requirement.ts';

/** A finding for each blank fact, and for each empty list. */
export const missingAt = ({ facts }: Subject, ...paths: readonly string[]): Finding[] =>
  paths.flatMap((at): Finding[] => {
    const value = readFact(facts, at);
    if (Array.isArray(value)) return value.length > 0 ? [] : [{ at, code: 'none_added', moment: 'needed' }];
    return isBlank(value) ? [missing(at, 'needed')] : [];
  });

interface PlainParts extends Partial<FormPlace> {
  /** The facts that must be given; by default all. */
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
