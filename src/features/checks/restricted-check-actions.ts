// Pauses a check when its candidate is restricted, and lets it go on afterwards.
import type { Caller, Ctx } from '../../context.ts';
import type { Report } from '../reports/report.ts';
import type { Check } from './check.ts';
import { follow, type LockedCheck, moveReportsWhere } from './check-progress-actions.ts';

/** Pauses the reports that are worked on. Returns which. */
export async function holdReports(tx: Ctx, caller: Caller, { check, key }: LockedCheck): Promise<string[]> {
  if (check.status !== 'in_progress' && check.status !== 'on_hold') return [];
  const isWorkedOn = ({ status }: Report) => status === 'awaiting_data';
  const paused = check.reports.filter(isWorkedOn).map(({ id }) => id);
  await follow(tx, caller, await moveReportsWhere(tx, caller, { check, key }, isWorkedOn, 'pause'));
  return paused;
}

/** Resumes those of these reports that are still paused. */
export async function resumeReports(
  tx: Ctx,
  caller: Caller,
  locked: LockedCheck,
  ids: readonly string[],
): Promise<Check> {
  const isToGoOn = ({ id, status }: Report) => status === 'paused' && ids.includes(id);
  const moved = await moveReportsWhere(tx, caller, locked, isToGoOn, 'resume');
  return moved === locked.check ? moved : follow(tx, caller, moved);
}
