// What a row of a list says of somebody who is to start work and is not cleared, and for whom that waits.
import { type CheckState, isOngoing } from '../../../features/checks/check-states.ts';
import type { WaitingFor } from '../../../features/reports/wait-actions.ts';
import { daysBetween, type IsoDate } from '../../../lib/dates.ts';
import { startsWords } from '../../shared/start-words.ts';
import { waitingWords } from '../report/waiting-words.ts';

/** Nearer days are red. */
const NEAR_DAYS = 7;

interface Awaited {
  readonly status: CheckState;
  readonly waitingFor: WaitingFor | null;
}

interface Starting extends Awaited {
  readonly startsOn: IsoDate | null;
  readonly hasStarted: boolean;
}

/** `waits for you`, or for us where nobody else is waited for. @param isYours whether it waits for the user */
export function waitsText({ status, waitingFor: whom }: Awaited, isYours: boolean): string {
  const waited = isYours ? 'client' : status === 'awaiting_applicant' ? 'candidate' : whom;
  return `waits for ${waited === null ? 'us' : waitingWords[waited].toLowerCase()}`;
}

/** Undefined where nobody is to start, or they are cleared. @param wait what it waits for that the user can do */
export function startOf(check: Starting, today: IsoDate, wait: string | undefined) {
  const { startsOn, hasStarted, status } = check;
  if (startsOn === null || hasStarted || !isOngoing(status)) return undefined;
  return {
    text: `${startsWords(startsOn, today)} · not cleared`,
    isNear: daysBetween(today, startsOn) <= NEAR_DAYS,
    waits: wait === undefined ? waitsText(check, false) : `${waitsText(check, true)}: ${wait}`,
  };
}
