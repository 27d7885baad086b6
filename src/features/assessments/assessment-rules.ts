// Assesses what a screener recorded, and puts the verdicts into the form in which they are stored with it; pure.
import { citation, type Reader, type RuleId, rules } from '../knowledge/rule.ts';
import type { Assessed, AssessedPerson, Recorded } from './assessment.ts';
import { type AssessmentId, assessments } from './assessments.ts';

/** A verdict as it was given: the rule, its source and its wording may change later. */
export interface StoredVerdict {
  readonly statement: string;
  readonly details: readonly string[];
  readonly is_met: boolean;
  readonly rule: RuleId;
  readonly title: string;
  readonly source: string;
  readonly as_of: string;
  readonly confidence: 'confirmed' | 'check_before_relying';
}

export const assess = (ids: readonly AssessmentId[], recorded: Recorded, person: AssessedPerson): Assessed[] =>
  ids.flatMap((id) => assessments[id].assess(recorded, person));

export function storedVerdict({ rule, source, asOf, statement, details, isMet }: Assessed): StoredVerdict {
  const { title, confidence } = rules[rule];
  return { statement, details, is_met: isMet, rule, title, source, as_of: asOf, confidence };
}

/** The properties that a report keeps of its verdicts; none if there are none. */
export function keptProperties(assessed: readonly Assessed[]): Readonly<Record<string, unknown>> {
  const kept = assessed.filter(({ isForScreenerOnly }) => isForScreenerOnly !== true).map(storedVerdict);
  return {
    ...Object.assign({}, ...assessed.map(({ gives }) => gives ?? {})),
    ...(kept.length > 0 && { verdicts: kept }),
  };
}

const isStored = (one: unknown): one is StoredVerdict => {
  const { rule, statement, details } = (one ?? {}) as Partial<StoredVerdict>;
  return typeof rule === 'string' && rule in rules && typeof statement === 'string' && Array.isArray(details);
};

/** The verdicts that a report's findings keep; a provider's list of that name may hold anything. */
export const verdictsIn = ({ verdicts }: Readonly<Record<string, unknown>>): readonly StoredVerdict[] =>
  Array.isArray(verdicts) ? verdicts.filter(isStored) : [];

export const storedRuleLine = ({ as_of, ...cited }: StoredVerdict, reader: Reader): string =>
  citation({ ...cited, asOf: as_of }, reader);
