// Reminds referees who do not answer, as often as the account sets; then the report waits for its screener again.
import { timeFor } from '../../context.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { isOpen } from '../reports/report-states.ts';
import { endWait } from '../reports/wait-actions.ts';
import {
  chaseKind,
  lockedReference,
  mailReferee,
  moveReference,
  nextChaseAt,
  storeReferenceEvent,
} from './reference-move-actions.ts';
import { lockReference, updateReference } from './reference-store.ts';

export const chaseReferee: DeadlineHandler = {
  kind: chaseKind,
  label: 'The referee is reminded',
  async whenDue(tx, caller, { subjectId }) {
    const row = await lockReference(tx.db, caller, subjectId);
    if (row?.status !== 'requested') return undefined;
    if (row.sealed_key === null || !isOpen(row.report_status)) {
      await endWait(tx, caller, { reportId: row.report_id, causeId: row.id });
      return undefined;
    }
    const locked = await lockedReference(tx, caller, subjectId);
    const { referenceRemindersAtMost } = await readAccountSettings(tx, caller.accountId);
    if (row.chases >= referenceRemindersAtMost) {
      await moveReference(tx, caller, locked, 'give_up');
      return undefined;
    }
    await updateReference(tx.db, caller, row.id, { chases: row.chases + 1, mailedAt: timeFor(tx, caller) });
    await storeReferenceEvent(tx, caller, row, { type: 'reference.reminded', detail: { reminder: row.chases + 1 } });
    await mailReferee(tx, caller, locked, { as: 'reminder', generation: row.link_generation + 1 });
    return nextChaseAt(tx, caller);
  },
};
