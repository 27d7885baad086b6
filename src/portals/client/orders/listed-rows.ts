// The rows of the client's list of checks: the status of each, its light, and for whom it waits.
import { isOngoing } from '../../../features/checks/check-states.ts';
import type { ListedCheck } from '../../../features/lists/check-list-actions.ts';
import { isForClient, type WaitKind } from '../../../features/lists/client-waiting-queries.ts';
import type { Calendar } from '../../../lib/bank-holidays.ts';
import { formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import { lateIn } from '../../shared/late-words.ts';
import { dueAfterStart, isDueAfterStart } from '../../shared/start-words.ts';
import { checkTag, lightTags } from '../../shared/status-tags.ts';
import { type AwaitedDecision, waitWords } from '../decision/awaited-decisions.ts';
import { waitingFor } from '../report/waiting-words.ts';
import { startOf } from '../start/start-row.ts';

const needs: Readonly<Record<Exclude<WaitKind, 'decision'>, string>> = {
  ...{ query: 'a question', identity: 'identity', email_address: 'email address' },
  comparison: 'comparison',
  right_to_work: 'right to work',
  permission_end: 'right to work again',
  start_unagreed: 'how the risk is managed',
  ...{ start_at_risk: 'clearance before the first day', start_unconfirmed: 'whether they started' },
  follow_up: 'conditions or a review',
};

/** For whom the check waits, if not for the screeners. */
function waitOf(
  { status, waitingFor: whom, submitBy }: ListedCheck,
  waits: readonly WaitKind[],
  awaited: AwaitedDecision,
): string | undefined {
  // That somebody starts soon stands in the row: here, what it waits for.
  const first = waits.find((kind) => kind === 'start_unconfirmed' || isForClient(kind, status));
  if (first === 'decision') return waitWords(awaited);
  if (first !== undefined) return `waiting for you: ${needs[first]}`;
  if (submitBy !== null) return `form due ${formatLongDate(submitBy)}`;
  return status === 'on_hold' ? waitingFor(whom)?.toLowerCase() : undefined;
}

interface RowTimes {
  /** In the UK, by the clock of the account's environment. */
  readonly today: IsoDate;
  readonly calendar: Calendar;
}

/** @param waits what it waits for that the user can do */
export const rowOf = (
  listed: ListedCheck,
  { today, calendar }: RowTimes,
  waits: readonly WaitKind[] = [],
  awaited: AwaitedDecision = {},
) => {
  const { status, light, isRestricted, ...check } = listed;
  const first = waits.find((kind) => isForClient(kind, status));
  return {
    ...check,
    wait: waitOf(listed, waits, awaited),
    late: lateIn(check.promised, today, calendar),
    start: startOf(listed, today, first === undefined || first === 'decision' ? undefined : needs[first]),
    afterStart: isDueAfterStart(check.dueOn, listed.hasStarted ? null : listed.startsOn)
      ? `(${dueAfterStart})`
      : undefined,
    href: `/portal/checks/${check.id}`,
    status: checkTag({ status, isRestricted }),
    light: light === null ? undefined : lightTags[light],
    isOver: !isOngoing(status),
    // Of somebody who has the form, or is restricted, there are none.
    hasResults: status !== 'awaiting_applicant' && !isRestricted,
  };
};
