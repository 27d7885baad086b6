// What a client may decide about a candidate whose results they have, and which results wait for a decision; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { type ClientDecision, type DecisionProblem, decisionWords } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import { isDayAhead, type TypedRisk } from './risk-assessment-rules.ts';

export const clientDecisions = Object.keys(decisionWords) as readonly ClientDecision[];

export const LONGEST_DECISION_REASON = 2000;

export interface DecisionGiven {
  readonly decision: string;
  readonly reason: string;
  /** What the candidate is told of it; null if they are not told here. */
  readonly told: string | null;
  /** Whoever decides knows that the candidate says that a result is not right. */
  readonly although: boolean;
  /** By when the conditions are to be met; empty where no day is set. */
  readonly conditionsBy?: string;
  /** The risk assessment, by the names of its inputs. */
  readonly risk?: TypedRisk;
}

/**
 * The problems by the names of the fields, as codes. To decide otherwise than the results say has a reason. `isDisputed`: the
 * candidate says that a result is not right, and nobody has dealt with it: to decide against them before is to be meant.
 */
export function decisionProblems(
  { decision, reason, although, conditionsBy = '' }: Omit<DecisionGiven, 'told' | 'risk'>,
  { isDisputed, isClear }: { readonly isDisputed: boolean; readonly isClear: boolean },
  today: IsoDate,
): Problems {
  const problems = new Problems();
  const add = (field: keyof DecisionGiven, problem: DecisionProblem) => problems.add(field, problem);
  if (!clientDecisions.some((one) => one === decision)) add('decision', 'not_chosen');
  if (reason === '' && decision !== 'suitable') add('reason', 'no_reason');
  if (reason === '' && decision === 'suitable' && !isClear) add('reason', 'no_reason_although');
  if (isDisputed && decision !== 'suitable' && !although) add('although', 'disputed');
  if (isLongerThan(reason, LONGEST_DECISION_REASON)) add('reason', 'too_long');
  if (conditionsBy !== '' && !isDayAhead(conditionsBy, today)) add('conditionsBy', 'not_a_day_ahead');
  return problems;
}

/**
 * The results, the decision and what the candidate says, as somebody sees them who reads the check now.
 * @param lastHeardAt when the candidate was last asked or answered
 * @param proposalId of what waits for another person
 */
export const seenBy = (
  { completedAt, decidedAt }: Pick<Check, 'completedAt' | 'decidedAt'>,
  lastHeardAt: Date | null,
  proposalId = '',
): string => [...[completedAt, decidedAt, lastHeardAt].map((at) => at?.toISOString() ?? ''), proposalId].join(' ');

type Decided = Pick<Check, 'status' | 'result' | 'completedAt' | 'decidedAt' | 'asksDecision'>;

/** Results that were corrected or changed after a decision are decided anew, also if all are clear now. */
export const awaitsDecision = ({ status, result, completedAt, decidedAt, asksDecision }: Decided): boolean =>
  status === 'complete' && (decidedAt === null ? result === 'consider' || asksDecision : decidedAt < completedAt!);
