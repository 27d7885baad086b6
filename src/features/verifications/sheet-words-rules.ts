// The sentences of a verification sheet: its verdicts, what each period says, and what of the asked time is verified; pure.
import { formatDate, formatLongDate, formatPeriod } from '../../lib/dates.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { Confirmation } from './confirmation-rules.ts';
import { daysIn, type RowVerdict, type Sheet, type SheetRow } from './sheet-rules.ts';
import { sourceWords } from './verification-sources.ts';

export const verdictWords: Readonly<Record<RowVerdict, string>> = {
  verified: 'Verified',
  confirmed_unauthenticated: 'Confirmed, referee not authenticated',
  confirmed_unsourced: 'Confirmed, source not recorded',
  dates_differ: 'Dates differ',
  stated_only: 'Stated only',
  gap_shown: 'Gap explained and shown',
  gap_unexplained: 'Gap not explained',
  short_gap: 'Short gap',
};

const DAYS_OF_MONTH = 365.2425 / 12;

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** `45 days`, `4 years 7 months`: whole months from two of them on. */
export function daysText(days: number): string {
  const months = Math.floor(days / DAYS_OF_MONTH);
  if (months < 2) return count(days, 'day');
  const [years, rest] = [Math.floor(months / 12), months % 12];
  return [years > 0 ? count(years, 'year') : '', rest > 0 ? count(rest, 'month') : '']
    .filter((part) => part !== '')
    .join(' ');
}

function gapsText(gaps: readonly SheetRow[]): string[] {
  if (gaps.length === 0) return [];
  const lengths = gaps.map(({ unverifiedDays }) => daysText(unverifiedDays));
  return [`${count(gaps.length, 'gap')} of ${lengths.join(' and ')} not explained`];
}

const sum = (rows: readonly SheetRow[]) => rows.reduce((days, { unverifiedDays }) => days + unverifiedDays, 0);

/** `Verified 4 years 5 months of 5 years; 2 months confirmed, not authenticated; 3 months stated only; 1 gap of 45 days not explained.` */
export function totalSentence({ days, verifiedDays, unsureDays, rows }: Sheet): string {
  const gaps = rows.filter(({ isGap, verdict }) => isGap && verdict !== 'stated_only');
  const unexplained = gaps.filter(({ verdict }) => verdict === 'gap_unexplained');
  const short = sum(gaps) - sum(unexplained);
  const statedOnly = days - verifiedDays - unsureDays - sum(gaps);
  const parts = [
    `Verified ${daysText(verifiedDays)} of ${daysText(days)}`,
    ...(unsureDays > 0 ? [`${daysText(unsureDays)} confirmed, not authenticated`] : []),
    ...(statedOnly > 0 ? [`${daysText(statedOnly)} stated only`] : []),
    ...gapsText(unexplained),
    ...(short > 0 ? [`short gaps of ${daysText(short)} in all`] : []),
  ];
  return `${parts.join('; ')}.`;
}

/** `1 March 2019 to June 2023`, `1 July 2023, goes on`. */
export const statedPeriod = ({ stated: { from, to } }: Pick<SheetRow, 'stated'>): string =>
  to === null ? `${formatDate(from)}, goes on` : formatPeriod({ from, to });

export const rowName = ({ name, kind }: Pick<SheetRow, 'name' | 'kind'>): string => name || kind;

/** What was recorded for time that is not stated any more: `Acme Ltd, 1 March 2019 to 30 June 2023`. */
export const unplacedText = ({ recorded, from, to }: Confirmation): string => {
  const about = recorded?.about;
  const name = about ? about.employer || nameOfValue('employmentstatus', about.status) : 'Gap';
  return `${name}, ${formatPeriod({ from, to })}`;
};

/** `Payslips or P60, 3 November 2026`. */
export const sourceText = ({ source, on, isUnauthenticated }: Confirmation): string =>
  [
    sourceWords[source] + (isUnauthenticated ? ' (not authenticated)' : ''),
    ...(on === null ? [] : [formatLongDate(on)]),
  ].join(', ');

/** `Acme Ltd (stated only)`. */
const openPart = (row: SheetRow) => `${rowName(row)} (${verdictWords[row.verdict].toLowerCase()})`;

/** For each long time that nothing verifies: `1 July 2023 to 4 May 2024 (10 months): Acme Ltd (stated only)`. */
export const openLabels = ({ open, rows }: Sheet): string[] =>
  open.map((gap) => {
    const within = rows.filter(
      ({ from, to, unverifiedDays }) => unverifiedDays > 0 && from <= gap.to && to >= gap.from,
    );
    return `${formatPeriod(gap)} (${daysText(daysIn(gap))}): ${within.map(openPart).join(', ')}`;
  });
