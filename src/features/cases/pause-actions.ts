// Pauses a report until a day, and resumes it that morning.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { moveReport } from '../checks/check-progress-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { listDeadlines } from '../deadlines/deadline-actions.ts';
import { PAUSE_OVER } from '../reports/pause-actions.ts';
import type { Report } from '../reports/report.ts';

/** Undefined if none was typed. Refuses with `invalid_fields` (day). */
export function pauseEnd(ctx: Ctx, caller: Caller, day: string): IsoDate | undefined {
  demand(caller, 'record_outcomes');
  if (day === '') return undefined;
  const today = todayFor(ctx, caller);
  if (parseDate(day) !== day || day <= today || day > addYears(today, 1))
    throw new Refusal('invalid_fields', { day: ['Enter a day from tomorrow to a year from now'] });
  return day;
}

/** When the pause of the report is over; undefined if it is not paused, or until somebody resumes it. */
export async function readPauseEnd(
  ctx: Ctx,
  caller: Caller,
  { id, checkId, status }: Pick<Report, 'id' | 'checkId' | 'status'>,
): Promise<Date | undefined> {
  demand(caller, 'read_reports');
  if (status !== 'paused') return undefined;
  const deadlines = await listDeadlines(ctx, caller, checkId);
  return deadlines.find(({ kind, subjectId }) => kind === PAUSE_OVER && subjectId === id)?.dueAt;
}

export const pauseOver: DeadlineHandler = {
  kind: PAUSE_OVER,
  label: 'The pause of the report ends',
  async whenDue(tx, caller, { checkId, subjectId: reportId }) {
    const { reports } = await readCheck(tx, caller, checkId);
    const isPaused = reports.some(({ id, status }) => id === reportId && status === 'paused');
    if (isPaused) await moveReport(tx, caller, { checkId, reportId, status: 'paused' }, { move: 'resume' });
    return undefined;
  },
};
