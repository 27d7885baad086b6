// Reminds a candidate of an appointment on the working day before; once it is over the report waits for its screener.
import { timeFor } from '../../context.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { stopWaiting } from '../queries/query-actions.ts';
import { noteAnswer } from '../reports/answered-actions.ts';
import { APPOINTMENT_DUE } from './appointment-actions.ts';
import { mailAppointment } from './appointment-mail-actions.ts';
import { isStanding, overAt } from './appointment-rules.ts';
import { findAppointment } from './appointment-store.ts';

export const appointmentDue: DeadlineHandler = {
  kind: APPOINTMENT_DUE,
  label: 'Reminder of an appointment, and its end',
  async whenDue(tx, caller, { subjectId, checkId }) {
    const row = await findAppointment(tx.db, caller, subjectId);
    const { check, key } = await readCheckAndKey(tx, caller, checkId);
    if (row === undefined || !isStanding(row) || key === undefined) return undefined;
    const at = row.at!;
    if (timeFor(tx, caller) < at) {
      await mailAppointment(tx, caller, { check, key }, { at, as: 'near' });
      return overAt(at);
    }
    const report = check.reports.find(({ id }) => id === row.report_id)!;
    await stopWaiting(tx, caller, report, { id: row.id, addressee: 'candidate' });
    await noteAnswer(tx, caller, report.id);
    return undefined;
  },
};
