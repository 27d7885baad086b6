// A pause that ends on a day: the report comes back to the queue that morning, unless somebody resumes or ends it before.
import type { Caller, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { endDeadline, setDeadline } from '../deadlines/deadline-actions.ts';
import type { Pause, Report } from './report.ts';
import type { ReportMove, ReportState } from './report-states.ts';

/** The kind of the deadline at which a pause is over. */
export const PAUSE_OVER = 'pause_over';

interface MovedReport {
  readonly id: string;
  readonly checkId: string;
  readonly before: ReportState;
  readonly status: ReportState;
  readonly pause: Pause;
}

const noPause: Pause = { because: null, until: null };

/** A report that came back on its day keeps it, so that the queue shows what came back. */
export function pauseAfter(
  { pause: before }: Pick<Report, 'pause'>,
  { move, pause }: { readonly move: ReportMove; readonly pause?: Pause | undefined },
  today: IsoDate,
): Pause {
  if (move === 'pause') return pause ?? noPause;
  const isBack = move === 'resume' && before !== undefined && before.until !== null && before.until <= today;
  return isBack ? { because: null, until: before.until } : noPause;
}

/** For the event. */
export const pauseDetail = (status: ReportState, { until, because }: Pause) => ({
  ...(status === 'paused' && until !== null && { until }),
  ...(status === 'paused' && because !== null && { reason: because }),
});

export async function notePause(
  tx: Ctx,
  caller: Caller,
  { id: subjectId, checkId, before, status, pause: { until } }: MovedReport,
): Promise<void> {
  if (before === 'paused') return endDeadline(tx, caller, { kind: PAUSE_OVER, subjectId });
  if (status !== 'paused' || until === null) return;
  const dueAt = startOfUkDay(until);
  await setDeadline(tx, caller, { kind: PAUSE_OVER, subjectId, checkId, reportId: subjectId, dueAt });
}
