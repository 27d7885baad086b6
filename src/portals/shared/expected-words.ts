// Words when a report is expected, and by what, and when an order is: the same for its candidate, its client and the desk.

import { reportTypeById } from '../../features/report-types/report-type-rules.ts';
import type { ExpectedDates, ExpectedReport } from '../../features/reports/expected-date-actions.ts';
import type { Expected } from '../../features/reports/expected-date-rules.ts';
import type { Report } from '../../features/reports/report.ts';
import { formatLongDate } from '../../lib/dates.ts';
import { say, sayText } from '../../messages/say.ts';

const bases = {
  history: 'by the durations of earlier reports of the account',
  screener: 'as set by a screener',
  catalogue: 'by the working days of the catalogue',
} as const satisfies Readonly<Record<ExpectedReport['basis'], string>>;

const upTo = ({ on, latest }: Expected) =>
  latest === on ? '' : say(', or up to {day}', { day: formatLongDate(latest) });

export function expectedWords({ basis, ...expected }: ExpectedReport): string {
  return `Expected ${formatLongDate(expected.on)}${upTo(expected)}, ${bases[basis]}`;
}

/** `, without “Education, worldwide”: no date yet`; empty if every report has one. */
export const withoutWords = (labels: readonly string[]): string =>
  labels.length === 0
    ? ''
    : say(', without {reports}: no date yet', {
        reports: [...new Set(labels)].map((label) => `“${sayText(label)}”`).join(', '),
      });

/** The day, and what is said after it: `, or up to 20 December 2026, without …`; undefined where no report has one. */
export function expectedOrder(
  { check, reports: dates }: Pick<ExpectedDates, 'check' | 'reports'>,
  reports: readonly Pick<Report, 'id' | 'reportTypeId' | 'name'>[],
) {
  if (check === null) return undefined;
  const undated = reports.filter(({ id }) => dates.get(id) === null);
  const labels = undated.map(({ reportTypeId, name }) => reportTypeById(reportTypeId)?.label ?? name);
  return { on: formatLongDate(check.on), rest: `${upTo(check)}${withoutWords(labels)}` };
}
