// Reminds referees who do not answer, as often as the account sets; then the report waits for its screener again.
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { isOpen } from '../reports/report-states.ts';
import { endWait } from '../reports/wait-actions.ts';
import { chaseKind, lockedReference, moveReference, nextChaseAt, sendReminder } from './reference-move-actions.ts';
import { lockReference } from './reference-store.ts';

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
    await sendReminder(tx, caller, locked);
    return nextChaseAt(tx, caller);
  },
};
