// Pauses a report with why, until a day or until somebody resumes it, and resumes it that morning.
import { type Caller, type Ctx, todayFor } from '../../context.ts';
import { addYears, parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { type DelayReason, isDelayReason } from '../../messages/en-delays.ts';
import { demand } from '../access/permissions.ts';
import { readCheck } from '../checks/check-actions.ts';
import { moveReport } from '../checks/check-progress-actions.ts';
import type { DeadlineHandler } from '../deadlines/deadline.ts';
import { PAUSE_OVER } from '../reports/pause-actions.ts';
import type { Pause } from '../reports/report.ts';

/** As it is typed. */
export interface TypedPause {
  /** One of `delayReasonWords`. */
  readonly reason: string;
  /** Empty for none. */
  readonly until: string;
}

/** @param words for the client Refuses with `invalid_fields` (delay_reason, day, text). */
export function readPause(ctx: Ctx, caller: Caller, { reason, until }: TypedPause, words: string): Pause {
  demand(caller, 'record_outcomes');
  const problems = new Problems();
  const today = todayFor(ctx, caller);
  const isDay = parseDate(until) === until && until > today && until <= addYears(today, 1);
  if (!isDelayReason(reason)) problems.add('delay_reason', 'Choose why');
  if (reason === 'other' && words === '') problems.add('text', 'Say why in your words');
  if (until !== '' && !isDay) problems.add('day', 'Enter a day from tomorrow to a year from now');
  problems.refuse('invalid_fields');
  return { because: reason as DelayReason, until: until === '' ? null : until };
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
