// What a client may decide about a candidate whose results they have, and which results wait for a decision; pure.
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type ClientDecision, type DecisionProblem, decisionWords } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';

export const clientDecisions = Object.keys(decisionWords) as readonly ClientDecision[];

export const LONGEST_DECISION_REASON = 2000;

export interface DecisionGiven {
  readonly decision: string;
  readonly reason: string;
}

/** The problems by the names of the fields, as codes. */
export function decisionProblems({ decision, reason }: DecisionGiven): Problems {
  const problems = new Problems();
  const add = (field: keyof DecisionGiven, problem: DecisionProblem) => problems.add(field, problem);
  if (!clientDecisions.some((one) => one === decision)) add('decision', 'not_chosen');
  if (decision !== 'suitable' && reason === '') add('reason', 'no_reason');
  if (isLongerThan(reason, LONGEST_DECISION_REASON)) add('reason', 'too_long');
  return problems;
}

type Decided = Pick<Check, 'status' | 'result' | 'completedAt' | 'decidedAt'>;

/** Results that were corrected or changed after the decision are decided anew. The list finds the same by an index. */
export const awaitsDecision = ({ status, result, completedAt, decidedAt }: Decided): boolean =>
  status === 'complete' && result === 'consider' && (decidedAt === null || decidedAt < completedAt!);
