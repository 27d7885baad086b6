// Whether a candidate is cleared for work, for somebody who learns no result; pure.
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { awaitsDecision } from '../client-decisions/client-decision-rules.ts';

/** `no_more`: the order ended without results. */
export type Clearance = 'cleared' | 'with_conditions' | 'not_cleared' | 'not_yet' | 'no_more';

const ofDecision: Readonly<Record<ClientDecision, Clearance>> = {
  suitable: 'cleared',
  suitable_with_conditions: 'with_conditions',
  not_suitable: 'not_cleared',
};

type Judged = Pick<Check, 'status' | 'result' | 'completedAt' | 'decidedAt' | 'isRestricted'>;

/**
 * By the decision of the client, and without one by clear results. While something is open, disputed, looked at again or not
 * decided, nobody is cleared. @param decision the newest; null if none was made @param isDisputed the candidate says that a
 * result is not right
 */
export function clearanceOf(check: Judged, decision: ClientDecision | null, isDisputed: boolean): Clearance {
  const { status, result, isRestricted } = check;
  if (status !== 'complete') return isOngoing(status) ? 'not_yet' : 'no_more';
  if (isRestricted || awaitsDecision(check)) return 'not_yet';
  if (decision !== null) return ofDecision[decision];
  if (result === 'clear') return isDisputed ? 'not_yet' : 'cleared';
  return result === null ? 'no_more' : 'not_yet';
}
