// The sentences of a verification sheet: its verdicts, what each period says, and what of the asked time is verified; pure.
import type { Gap } from '../../lib/address-history.ts';
import {
  addDays,
  addMonths,
  daysBetween,
  formatDate,
  formatLongDate,
  formatPeriod,
  type IsoDate,
  monthsBetween,
} from '../../lib/dates.ts';
import type { Overlap } from '../requirements/overlap-rules.ts';
import { nameOfValue } from '../value-sets/value-set-rules.ts';
import type { Confirmation } from './confirmation-rules.ts';
import type { RowVerdict, Sheet, SheetRow } from './sheet-rules.ts';
import { sourceWords } from './verification-sources.ts';

export const verdictWords: Readonly<Record<RowVerdict, string>> = {
  verified: 'Verified',
  confirmed_unauthenticated: 'Confirmed, referee not authenticated',
  confirmed_unsourced: 'Confirmed, source not recorded',
  sources_contradict: 'Sources contradict each other',
  dates_differ: 'Dates differ',
  stated_only: 'Stated only',
  gap_shown: 'Gap explained and shown',
  gap_unexplained: 'Gap not explained',
  short_gap: 'Short gap',
};

const count = (number: number, unit: string) => `${number} ${unit}${number === 1 ? '' : 's'}`;

/** `45 days`, `4 years 7 months 2 days`: from two months on in those of the calendar, both days included. */
export function spanText({ from, to }: Gap): string {
  const end = addDays(to, 1);
  const months = monthsBetween(from, end);
  if (months < 2) return count(daysBetween(from, end), 'day');
  const parts: [number, string][] = [
    [Math.floor(months / 12), 'year'],
    [months % 12, 'month'],
    [daysBetween(addMonths(from, months), end), 'day'],
  ];
  return parts
    .filter(([number]) => number > 0)
    .map(([number, unit]) => count(number, unit))
    .join(' ');
}

/** Lays parts of the asked time end to end from its first day: so their months and days add up to those of the whole. */
function lengthsFrom(first: IsoDate): (days: number) => string {
  let from = first;
  return (days) => {
    const next = addDays(from, days);
    const text = spanText({ from, to: addDays(next, -1) });
    from = next;
    return text;
  };
}

const sum = (rows: readonly SheetRow[]) => rows.reduce((days, { unverifiedDays }) => days + unverifiedDays, 0);

/** `Verified 4 years 5 months of 5 years 1 day; 5 months 17 days stated only; 1 gap of 45 days not explained.` */
export function totalSentence(sheet: Sheet): string {
  const { days, verifiedDays, unsureDays, rows } = sheet;
  const length = lengthsFrom(sheet.from);
  const gaps = rows.filter(({ isGap, verdict }) => isGap && verdict !== 'stated_only');
  const unexplained = gaps.filter(({ verdict }) => verdict === 'gap_unexplained');
  const short = sum(gaps) - sum(unexplained);
  const gapLengths = () => unexplained.map(({ unverifiedDays }) => length(unverifiedDays));
  const statedOnly = days - verifiedDays - unsureDays - sum(gaps);
  const parts = [
    `Verified ${length(verifiedDays)} of ${spanText(sheet)}`,
    ...(unsureDays > 0 ? [`${length(unsureDays)} confirmed, not authenticated`] : []),
    ...(statedOnly > 0 ? [`${length(statedOnly)} stated only`] : []),
    ...(unexplained.length > 0
      ? [`${count(unexplained.length, 'gap')} of ${gapLengths().join(' and ')} not explained`]
      : []),
    ...(short > 0 ? [`short gaps of ${length(short)} in all`] : []),
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
export const sourceText = ({ source, on, isUnauthenticated, lacksWriting }: Confirmation): string =>
  [
    sourceWords[source] + (isUnauthenticated ? ' (not authenticated)' : ''),
    ...(on === null ? [] : [formatLongDate(on)]),
    ...(lacksWriting ? ['in writing: not yet'] : []),
  ].join(', ');

/** `Acme Ltd (stated only)`. */
const openPart = (row: SheetRow) => `${rowName(row)} (${verdictWords[row.verdict].toLowerCase()})`;

/** `1 February 2022 to 31 March 2022 (2 months): Acme Ltd and Brook Bank, both full time`. */
export const overlapLabel = ({ from, to, jobs }: Overlap): string =>
  `${formatPeriod({ from, to })} (${spanText({ from, to })}): ${jobs.join(' and ')}, both full time`;

/** For each long time that nothing verifies: `1 July 2023 to 4 May 2024 (10 months): Acme Ltd (stated only)`. */
export const openLabels = ({ open, rows }: Sheet): string[] =>
  open.map((gap) => {
    const within = rows.filter(
      ({ from, to, unverifiedDays }) => unverifiedDays > 0 && from <= gap.to && to >= gap.from,
    );
    return `${formatPeriod(gap)} (${spanText(gap)}): ${within.map(openPart).join(', ')}`;
  });

/** A file that confirms something, with the pages that are meant: `statement.pdf, pages 2–3`. */
export function fileText(name: string, fileToken: string, { pages }: Pick<Confirmation, 'pages'>): string {
  const meant = pages?.[fileToken];
  return meant === undefined ? name : `${name}, ${/^\d+$/.test(meant) ? 'page' : 'pages'} ${meant}`;
}
