// Chases a candidate or client who has not answered a query. After the last chase, and the day by which an answer was
// asked for, the report waits for its screener, who may close it as unable to verify.
import { type Caller, type Ctx, timeFor } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { ADDED_REPORT } from '../../messages/en-queries.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { moveReport } from '../checks/check-progress-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { storeEvents } from '../events/event-actions.ts';
import { isOpen } from '../reports/report-states.ts';
import { CHASE, eventAbout, stopWaiting } from './query-actions.ts';
import { mailAsked } from './query-mail-actions.ts';
import { afterDueOn, isExhausted, nextChaseAt } from './query-schedule.ts';
import { findQuery, recordChase } from './query-store.ts';

/** The candidate has not agreed to what was added: it is credited, and the order goes on without it. */
async function withdrawAdded(tx: Ctx, caller: Caller, { id: checkId, reports }: Check): Promise<undefined> {
  for (const { id: reportId, requestedAt, status } of reports)
    if (requestedAt === null && isOpen(status))
      await moveReport(tx, caller, { checkId, reportId }, { move: 'withdraw' });
}

export const queryChase: DeadlineHandler = {
  kind: CHASE,
  label: 'Chase of a query',
  async whenDue(tx, caller, { subjectId, checkId }) {
    const row = await findQuery(tx.db, caller, subjectId);
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    if (row?.status !== 'open' || key === undefined) return undefined;
    const report = check.reports.find(({ id }) => id === row.report_id)!;
    const settings = await readAccountSettings(tx, caller.accountId);
    const now = timeFor(tx, caller);
    if (isExhausted(row.chases, settings)) {
      if (ukDateOf(now) <= row.due_on) return afterDueOn(now, row.due_on, tx.calendar());
      if (row.kind === ADDED_REPORT) return withdrawAdded(tx, caller, check);
      await recordChase(tx.db, caller, row.id, { chases: row.chases, exhaustedAt: now });
      await stopWaiting(tx, caller, report, row);
      return undefined;
    }
    const chases = row.chases + 1;
    await recordChase(tx.db, caller, row.id, { chases, exhaustedAt: null });
    const query = { id: row.id, reportId: row.report_id, addressee: row.addressee };
    await storeEvents(tx, caller, [eventAbout(check, query, 'query.chased', report.status)]);
    await mailAsked(tx, caller, { check, key }, { ...row, dueOn: row.due_on, chases });
    return nextChaseAt(row.addressee, now, settings, tx.calendar());
  },
};
