// Which results a candidate says are not right, or an update of a reference may change, while nobody has dealt with it; pure. What they say of their form, before
// there is a result, is for the desk alone.
import { formatLongDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Report } from '../reports/report.ts';
import { isPublished } from '../reports/report-rules.ts';
import type { Check } from './check.ts';
import { isOngoing } from './check-states.ts';

/** What a candidate said of a result, with which nobody has dealt. */
export interface Dispute {
  /** Null for the whole check. */
  readonly report_id: string | null;
  readonly sent_at: Date;
  /** It is an update of a reference on which the result rests. */
  readonly is_update: boolean;
}

export interface Disputed {
  readonly since: Date;
  readonly isUpdate: boolean;
}

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
  disputes: readonly Dispute[],
  reports: readonly Pick<Report, 'id' | 'status'>[],
): ReadonlyMap<string, Disputed> {
  const newestFirst = disputes.toSorted((one, other) => other.sent_at.getTime() - one.sent_at.getTime());
  const published = reports.filter(({ status }) => isPublished(status));
  return new Map(
    newestFirst.flatMap(({ report_id, sent_at, is_update }) =>
      published
        .filter(({ id }) => report_id === null || report_id === id)
        .map(({ id }): [string, Disputed] => [id, { since: sent_at, isUpdate: is_update }]),
    ),
  );
}

/** What everybody reads who reads such a result. */
export const disputeSentence = ({ since, isUpdate }: Disputed): string => {
  const day = formatLongDate(ukDateOf(since));
  const said = isUpdate
    ? `A firm updated its regulatory reference on ${day}, on which this rests.`
    : `The candidate says since ${day} that this is not right.`;
  return `${said} It is being looked into: do not rely on it before.`;
};
