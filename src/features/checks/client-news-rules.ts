// Says what the client is told when reports of a check end: that it is complete, and what they were told to wait for; pure.
import type { OrderNewsTemplate } from '../emails/order-news-words.ts';
import type { Report } from '../reports/report.ts';
import { isOpen } from '../reports/report-states.ts';
import type { Check } from './check.ts';
import { worstLight } from './check-rules.ts';
import { isOngoing } from './check-states.ts';

interface Standing extends Pick<Check, 'status' | 'reopenedAt'> {
  readonly reports: readonly Pick<Report, 'id' | 'status' | 'trafficLight' | 'reopenedAt'>[];
}

/** Whoever was told that a report is open again is told how that ended. */
function newsOfReopened(before: Standing, after: Standing): OrderNewsTemplate[] {
  const ended = before.reports
    .filter(({ status, reopenedAt }) => isOpen(status) && reopenedAt !== null)
    .map(({ id }) => after.reports.find((report) => report.id === id)!.status)
    .filter((status) => !isOpen(status));
  const news = ended.map((status) => (status === 'complete' ? 'report_complete_again' : 'reopened_report_closed'));
  return [...new Set(news)];
}

/** The first time only: a check that was opened again is complete with the report that was. */
function newsOfCheck(before: Standing, after: Standing): OrderNewsTemplate[] {
  if (after.status !== 'complete' || !isOngoing(before.status) || before.reopenedAt !== null) return [];
  return [worstLight(after.reports) === null ? 'check_without_result' : 'check_complete'];
}

/** The mails to the client, by how the check stood before a move of it or of its reports, and how it stands after it. */
export const newsOfMove = (before: Standing, after: Standing): OrderNewsTemplate[] => [
  ...newsOfReopened(before, after),
  ...newsOfCheck(before, after),
];
