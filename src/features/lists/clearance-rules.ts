// Whether a candidate is cleared for work: the one rule that every page, list and file follows; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { ClientDecision } from '../../messages/en-client-decisions.ts';
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import { awaitsDecision } from '../client-decisions/client-decision-rules.ts';
import { lacksRightToWork, type RightToWork } from '../reports/right-to-work-rules.ts';
import type { WaitingFor } from '../reports/wait-actions.ts';

/**
 * `may_start`: before the screening is complete, on condition. `no_more`: the order ended without results. `left`: the client
 * said so.
 */
export type Clearance = 'cleared' | 'with_conditions' | 'may_start' | 'not_cleared' | 'not_yet' | 'no_more' | 'left';

const ofDecision: Readonly<Record<ClientDecision, Clearance>> = {
  suitable: 'cleared',
  suitable_with_conditions: 'with_conditions',
  not_suitable: 'not_cleared',
};

type Judged = Pick<Check, 'status' | 'result' | 'completedAt' | 'decidedAt' | 'asksDecision' | 'isRestricted'>;

interface Said {
  /** The newest; null if none was made. */
  readonly decision: ClientDecision | null;
  /** What came of the conditions of that decision; null where that is open, or no day was set. */
  readonly conditions: 'met' | 'not_met' | null;
  /** The candidate says that a result is not right. */
  readonly isDisputed: boolean;
  /** The client agreed to a start before the screening is complete, and the time for it is not over. */
  readonly mayStart: boolean;
  /** On the first day of work, or today if that is later. */
  readonly right: RightToWork;
  readonly hasLeft: boolean;
}

/**
 * By the decision of the client, and without one by clear results. While something is open, disputed, looked at again or not
 * decided, nobody is cleared; nor without a right to work, which no decision replaces. The query `isNotClearedCheck` finds the
 * same.
 */
export function clearanceOf(check: Judged, said: Said): Clearance {
  const screened = screenedAs(check, said);
  if (screened === 'no_more' || screened === 'not_cleared') return screened;
  if (said.hasLeft) return 'left';
  if (!lacksRightToWork(said.right)) return screened;
  return screened === 'cleared' || screened === 'with_conditions' ? 'not_cleared' : 'not_yet';
}

/** Whatever their right to work. */
function screenedAs(check: Judged, { decision, conditions, isDisputed, mayStart }: Said): Clearance {
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

/** What is said of the right to work beside a clearance; `not_confirmed` of whatever result is not clear, or gives no excuse. */
export type RightNote =
  | { readonly code: 'open' | 'not_confirmed' | 'not_compared' | 'not_ordered' }
  /** `ends`: of somebody who may work until then. */
  | { readonly code: 'ended' | 'ends_before' | 'ends'; readonly on: IsoDate };

interface Noted {
  readonly right: RightToWork;
  readonly isRestricted: boolean;
  readonly startsOn: IsoDate | null;
  readonly today: IsoDate;
}

/** Undefined where nothing is to be said. @param noted `startsOn` is null where no first day is known */
export function rightNote(
  clearance: Clearance,
  { right: { lack, endsOn }, isRestricted, startsOn, today }: Noted,
): RightNote | undefined {
  if (isRestricted || clearance === 'no_more' || clearance === 'left') return undefined;
  if (lack === 'not_clear' || lack === 'no_excuse') return { code: 'not_confirmed' };
  if (lack === 'not_compared') return { code: 'not_compared' };
  // While nobody says that they start, that the screening goes on says it.
  if (lack === 'open') return clearance === 'not_yet' && startsOn === null ? undefined : { code: 'open' };
  const mayWork = ['cleared', 'with_conditions', 'may_start'].includes(clearance);
  if (lack === 'missing') return mayWork ? { code: 'not_ordered' } : undefined;
  if (endsOn === null) return undefined;
  if (lack === 'ended') return { code: endsOn < today ? 'ended' : 'ends_before', on: endsOn };
  return mayWork ? { code: 'ends', on: endsOn } : undefined;
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
