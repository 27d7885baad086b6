// Which results a candidate says are not right, while nobody has dealt with it; pure.
import type { Report } from '../reports/report.ts';
import { isPublished } from '../reports/report-rules.ts';
import type { MessageRow } from './candidate-message-store.ts';

type Said = Pick<MessageRow, 'kind' | 'report_id' | 'handled_at' | 'sent_at'>;

/** By report, since when. A message about the whole check is about every result that its client has. */
export function disputesIn(
  messages: readonly Said[],
  reports: readonly Pick<Report, 'id' | 'status'>[],
): ReadonlyMap<string, Date> {
  const open = messages
    .filter(({ kind, handled_at }) => kind === 'problem' && handled_at === null)
    .toSorted((one, other) => other.sent_at.getTime() - one.sent_at.getTime());
  const published = reports.filter(({ status }) => isPublished(status));
  return new Map(
    open.flatMap(({ report_id, sent_at }) =>
      published
        .filter(({ id }) => report_id === null || report_id === id)
        .map(({ id }): [string, Date] => [id, sent_at]),
    ),
  );
}
