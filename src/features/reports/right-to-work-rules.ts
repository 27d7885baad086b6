// What the reports of a check say of the right to work: whether somebody may start on it, and until when it lasts; pure.
import type { IsoDate } from '../../lib/dates.ts';
import { endOf } from '../report-types/monitored-end-rules.ts';
import type { Report } from './report.ts';
import { isOpen } from './report-states.ts';

/** The names of the report types that establish it. */
export const rightToWorkNames = ['right_to_work', 'right_to_work_international'] as const;

export const isOfRightToWork = ({ name }: Pick<Report, 'name'>) => rightToWorkNames.some((one) => one === name);

/** Why nobody may start on it. */
export type RightToWorkLack = 'missing' | 'open' | 'not_clear';

/** Nobody may start before their right to work was checked, whatever else is still open; undefined if they may. */
export function rightToWorkLack(
  reports: readonly Pick<Report, 'name' | 'status' | 'result'>[],
): RightToWorkLack | undefined {
  const checked = reports.filter(isOfRightToWork).filter(({ status }) => isOpen(status) || status === 'complete');
  if (checked.length === 0) return 'missing';
  // One that is open again, or awaits approval, has a result that nobody may rely on.
  if (checked.some(({ status, result }) => status === 'complete' && result === 'clear')) return undefined;
  return checked.some(({ status }) => isOpen(status)) ? 'open' : 'not_clear';
}

/** The last day of the permission that was found, and with it of the employer's excuse; null if none ends or none is stated. */
export const permissionEndOf = (report: Pick<Report, 'name' | 'findings'>): IsoDate | null =>
  isOfRightToWork(report) ? (endOf('before_expiry', report.findings) ?? null) : null;
