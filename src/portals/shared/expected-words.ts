// Words when a report is expected, and by what: `4 March 2026, or up to 10 March 2026, by earlier reports`.
import type { ExpectedReport } from '../../features/reports/expected-date-actions.ts';
import { formatLongDate } from '../../lib/dates.ts';

const bases = {
  history: 'by the durations of earlier reports of the account',
  screener: 'as set by a screener',
  catalogue: 'by the working days of the catalogue',
} as const satisfies Readonly<Record<ExpectedReport['basis'], string>>;

export function expectedWords({ on, latest, basis }: ExpectedReport): string {
  const upTo = latest === on ? '' : `, or up to ${formatLongDate(latest)}`;
  return `Expected ${formatLongDate(on)}${upTo}, ${bases[basis]}`;
}
