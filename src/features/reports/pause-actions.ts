// A pause that ends on a day: the report comes back to the queue that morning, unless somebody resumes or ends it before.
import type { Caller, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import type { ReportState } from './report-states.ts';

/** The kind of the deadline at which a pause is over. */
export const PAUSE_OVER = 'pause_over';

interface MovedReport {
  readonly id: string;
  readonly checkId: string;
  readonly before: ReportState;
  readonly status: ReportState;
  /** Of a pause; undefined for one until somebody resumes it. */
  readonly until: IsoDate | undefined;
}

export async function notePause(
  tx: Ctx,
  caller: Caller,
  { id: subjectId, checkId, before, status, until }: MovedReport,
): Promise<void> {
  if (before === 'paused') return endDeadline(tx, caller, { kind: PAUSE_OVER, subjectId });
  if (status !== 'paused' || until === undefined) return;
  const dueAt = startOfUkDay(until);
  await setDeadline(tx, caller, { kind: PAUSE_OVER, subjectId, checkId, reportId: subjectId, dueAt });
}
