// Which results a candidate says are not right, while nobody has dealt with it; pure. What they say of their form, before
// there is a result, is for the desk alone.
import type { Check } from '../checks/check.ts';
import { isOngoing } from '../checks/check-states.ts';
import type { Report } from '../reports/report.ts';
import { isPublished } from '../reports/report-rules.ts';
import type { MessageRow } from './candidate-message-store.ts';

type Said = Pick<MessageRow, 'report_id' | 'disputes_result' | 'handled_at' | 'sent_at'>;

export const isDisputed = ({ disputes_result, handled_at }: Said): boolean => disputes_result && handled_at === null;

/** Whether it is about a result, when it is sent: that of the report, or all of a check that is over. */
export const disputesResult = (
  { status, reports }: Pick<Check, 'status' | 'reports'>,
  reportId: string | null,
): boolean =>
  reportId === null
    ? !isOngoing(status) && reports.some((report) => isPublished(report.status))
    : reports.some((report) => report.id === reportId && isPublished(report.status));

/** By report, since when. A message about the whole check is about every result that its client has. */
export function disputesIn(
  messages: readonly Said[],
  reports: readonly Pick<Report, 'id' | 'status'>[],
): ReadonlyMap<string, Date> {
  const open = messages.filter(isDisputed).toSorted((one, other) => other.sent_at.getTime() - one.sent_at.getTime());
  const published = reports.filter(({ status }) => isPublished(status));
  return new Map(
    open.flatMap(({ report_id, sent_at }) =>
      published
        .filter(({ id }) => report_id === null || report_id === id)
        .map(({ id }): [string, Date] => [id, sent_at]),
    ),
  );
}
