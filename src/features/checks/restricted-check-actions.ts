// Pauses a check when its candidate is restricted, and lets it go on afterwards.
import type { Caller, Ctx } from '../../context.ts';
import type { Report } from '../reports/report.ts';
import { follow, type LockedCheck, moveReportsWhere } from './check-progress-actions.ts';
import { isOngoing } from './check-states.ts';
import { mailNews } from './client-mail-actions.ts';

/** Pauses the reports that are worked on. Returns which. */
export async function holdReports(tx: Ctx, caller: Caller, { check, key }: LockedCheck): Promise<string[]> {
  if (check.status !== 'in_progress' && check.status !== 'on_hold') return [];
  const isWorkedOn = ({ status }: Report) => status === 'awaiting_data';
  const paused = check.reports.filter(isWorkedOn).map(({ id }) => id);
  await follow(tx, caller, await moveReportsWhere(tx, caller, { check, key }, isWorkedOn, 'pause'));
  return paused;
}

/** Resumes those of these reports that are still paused, and completes a check whose last report was withdrawn meanwhile. */
export async function resumeReports(
  tx: Ctx,
  caller: Caller,
  locked: LockedCheck,
  ids: readonly string[],
): Promise<void> {
  const isToGoOn = ({ id, status }: Report) => status === 'paused' && ids.includes(id);
  const moved = await moveReportsWhere(tx, caller, locked, isToGoOn, 'resume');
  if (isOngoing(moved.status)) await mailNews(tx, caller, locked, await follow(tx, caller, moved));
}
