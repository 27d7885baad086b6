// Tells the client that the day has passed until which a candidate could answer, and nothing came; ends what is asked where nothing
// waits for a decision any more.
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { DECISION_IN_DOUBT, type DeadlineHandler } from '../deadlines/deadline.ts';
import { storeEvents } from '../events/event-actions.ts';
import { awaitsDecision } from './client-decision-rules.ts';
import { alsoTold, endHearings } from './hearing-actions.ts';
import { standingOf } from './hearing-rules.ts';
import { findHearings, HEARING } from './hearing-store.ts';

export const hearingDeadline: DeadlineHandler = {
  kind: HEARING,
  label: 'The candidate must have answered what the client asked before it decides',
  async whenDue(tx, caller, { checkId, subjectId }) {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    const hearing = (await findHearings(tx.db, caller, [checkId])).find(({ id }) => id === subjectId);
    if (key === undefined || hearing === undefined || standingOf(hearing) !== 'open') return undefined;
    // The result may be looked at again, so that nothing waits for it now.
    if (!awaitsDecision(check)) return undefined;
    await storeEvents(tx, caller, [eventAbout(check, 'check.hearing_lapsed', check.status)]);
    await mailClient(tx, caller, check, 'hearing_lapsed', { also: alsoTold(hearing) });
    return undefined;
  },
};

/** Of a check that is over again after it was opened again: its results may be clear now, or withdrawn. */
export const hearingEnd: DeadlineHandler = {
  kind: DECISION_IN_DOUBT,
  label: 'What the client asked the candidate ends, unless a decision is still waited for',
  async whenDue(tx, caller, { checkId }) {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    const isOver = check.status !== 'complete' ? !isOngoing(check.status) : !awaitsDecision(check);
    const [newest] = await findHearings(tx.db, caller, [checkId]);
    if (key === undefined || !isOver || newest === undefined || newest.is_over) return undefined;
    await endHearings(tx, caller, checkId);
    await storeEvents(tx, caller, [eventAbout(check, 'check.hearing_ended', check.status)]);
    return undefined;
  },
};
