// Tells the client that the day has passed until which a candidate could answer, and nothing came.
import { readCheckAndKey } from '../checks/check-actions.ts';
import { eventAbout } from '../checks/check-progress-actions.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { storeEvents } from '../events/event-actions.ts';
import { awaitsDecision } from './client-decision-rules.ts';
import { alsoTold } from './hearing-actions.ts';
import { standingOf } from './hearing-rules.ts';
import { findHearings, HEARING } from './hearing-store.ts';

export const hearingDeadline: DeadlineHandler = {
  kind: HEARING,
  label: 'The candidate must have answered what the client asked before it decides',
  async whenDue(tx, caller, { checkId, subjectId }) {
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    const hearing = (await findHearings(tx.db, caller, [checkId])).find(({ id }) => id === subjectId);
    if (key === undefined || hearing === undefined || standingOf(hearing) !== 'open') return undefined;
    // The result may have been corrected since, so that nothing waits for it.
    if (!awaitsDecision(check)) return undefined;
    await storeEvents(tx, caller, [eventAbout(check, 'check.hearing_lapsed', check.status)]);
    await mailClient(tx, caller, check, 'hearing_lapsed', alsoTold(hearing));
    return undefined;
  },
};
