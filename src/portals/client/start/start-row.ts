// What a row of a list says of somebody who is to start work and is not cleared, and for whom that waits.
import { type CheckState, isOngoing } from '../../../features/checks/check-states.ts';
import type { WaitingFor } from '../../../features/reports/wait-actions.ts';
import { daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { startsWords } from '../../shared/start-words.ts';
import { waitingWords } from '../report/waiting-words.ts';

/** Nearer days are red. */
const NEAR_DAYS = 7;

interface Starting {
  readonly status: CheckState;
  readonly waitingFor: WaitingFor | null;
  readonly startsOn: IsoDate | null;
  readonly hasStarted: boolean;
}

/** `you`, `the candidate`, `the source`, or `us` where nobody else is waited for. @param isYours whether it waits for the user */
export function waitedFor(
  { status, waitingFor: whom }: Pick<Starting, 'status' | 'waitingFor'>,
  isYours: boolean,
): string {
  if (isYours) return waitingWords.client.toLowerCase();
  if (status === 'awaiting_applicant') return waitingWords.candidate.toLowerCase();
  return whom === null ? 'us' : waitingWords[whom].toLowerCase();
}

/** Undefined where nobody is to start, or they are cleared. */
export function startOf(check: Starting, today: IsoDate, isYours: boolean) {
  const { startsOn, hasStarted, status } = check;
  if (startsOn === null || hasStarted || !isOngoing(status)) return undefined;
  return {
    text: `${startsWords(startsOn, today)} · not cleared · waits for ${waitedFor(check, isYours)}`,
    isNear: daysBetween(today, startsOn) <= NEAR_DAYS,
  };
}
