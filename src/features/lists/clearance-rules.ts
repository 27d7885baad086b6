// Whether a candidate is cleared for work, for somebody who learns no result; pure.
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { awaitsDecision } from '../client-decisions/client-decision-rules.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';

/** `may_start`: before the screening is complete, on condition. `no_more`: the order ended without results. */
export type Clearance = 'cleared' | 'with_conditions' | 'may_start' | 'not_cleared' | 'not_yet' | 'no_more';

const ofDecision: Readonly<Record<ClientDecision, Clearance>> = {
  suitable: 'cleared',
  suitable_with_conditions: 'with_conditions',
  not_suitable: 'not_cleared',
};

type Judged = Pick<Check, 'status' | 'result' | 'completedAt' | 'decidedAt' | 'isRestricted'>;

interface Said {
  /** The newest; null if none was made. */
  readonly decision: ClientDecision | null;
  /** What came of the conditions of that decision; null where that is open, or no day was set. */
  readonly conditions: 'met' | 'not_met' | null;
  /** The candidate says that a result is not right. */
  readonly isDisputed: boolean;
  /** The client agreed to a start before the screening is complete, and the time for it is not over. */
  readonly mayStart: boolean;
}

/**
 * By the decision of the client, and without one by clear results. While something is open, disputed, looked at again or not
 * decided, nobody is cleared. The query `isNotClearedStart` finds the same.
 */
export function clearanceOf(check: Judged, { decision, conditions, isDisputed, mayStart }: Said): Clearance {
  const { status, result, isRestricted } = check;
  if (status !== 'complete') {
    if (!isOngoing(status)) return 'no_more';
    return mayStart && !isRestricted ? 'may_start' : 'not_yet';
  }
  if (isRestricted || awaitsDecision(check)) return 'not_yet';
  if (decision === 'suitable_with_conditions' && conditions !== null)
    return conditions === 'met' ? 'cleared' : 'not_yet';
  if (decision !== null) return ofDecision[decision];
  if (result === 'clear') return isDisputed ? 'not_yet' : 'cleared';
  return result === null ? 'no_more' : 'not_yet';
}

/** For whom a clearance waits, in general words: nothing of it tells a result. */
export type ClearanceWait = 'form' | 'candidate' | 'client' | 'screeners';

interface Waiting {
  readonly isOfClient: boolean;
  readonly waitingFor: WaitingFor | null;
}

/** Undefined of who is cleared, is not, or whose data are restricted. @param isOfClient somebody of the client is to do something */
export function clearanceWait(
  check: Judged,
  clearance: Clearance,
  { isOfClient, waitingFor }: Waiting,
): ClearanceWait | undefined {
  if (check.isRestricted || (clearance !== 'not_yet' && clearance !== 'may_start')) return undefined;
  if (check.status === 'awaiting_applicant') return 'form';
  // Whoever decided decides again where the conditions were not met.
  if (isOfClient || awaitsDecision(check) || check.decidedAt !== null) return 'client';
  return waitingFor === 'candidate' || waitingFor === 'client' ? waitingFor : 'screeners';
}
