// Which reports read the history of activities, and which of them await approval; pure.
import type { Check } from '../checks/check.ts';
import { listsToConfirm } from '../references/claim-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';

/** Whether a report of this type reads the history of activities. */
export const readsHistory = ({ reportTypeId }: Pick<Report, 'reportTypeId'>): boolean =>
  listsToConfirm(reportTypeById(reportTypeId)!).includes('activities');

/** Whoever approves a proposed outcome has read the verifications that it rests on: none of them is taken back meanwhile. */
export const awaitsApproval = ({
  reports,
}: {
  readonly reports: readonly Pick<Check['reports'][number], 'status' | 'reportTypeId'>[];
}): boolean => reports.some((one) => one.status === 'awaiting_approval' && readsHistory(one));

export const sendBackFirst =
  'A report that rests on the verifications awaits approval: send it back first, then take the verification back.';
