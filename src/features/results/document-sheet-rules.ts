// The verification sheet as the results document prints it and as the evidence bundle has it; pure.
import { formatPeriod } from '../../lib/dates.ts';
import type { Sheet, SheetRow } from '../verifications/sheet-rules.ts';
import {
  fileText,
  openLabels,
  rowName,
  sourceText,
  spanText,
  statedPeriod,
  totalSentence,
  verdictWords,
} from '../verifications/sheet-words-rules.ts';
import type { Results } from './results-actions.ts';

export interface DocumentedSheet {
  readonly asked: string;
  readonly total: string;
  /** What nothing verifies. */
  readonly open: readonly string[];
  readonly rows: readonly {
    readonly name: string;
    readonly period: string;
    readonly light: 'Green' | 'Amber' | 'Red' | 'None';
    readonly verdict: string;
    /** Empty if nothing is. */
    readonly confirmed: string;
    /** Each with its date and the names of its files. */
    readonly sources: readonly { readonly text: string; readonly files: readonly string[] }[];
  }[];
}

const lights: Readonly<Record<SheetRow['verdict'], DocumentedSheet['rows'][number]['light']>> = {
  verified: 'Green',
  confirmed_unauthenticated: 'Amber',
  confirmed_unsourced: 'Amber',
  sources_contradict: 'Amber',
  dates_differ: 'Amber',
  stated_only: 'Amber',
  gap_shown: 'Green',
  gap_unexplained: 'Red',
  short_gap: 'None',
};

/** Names no referee: the answers of referees are given in confidence. */
export function documentedSheet({ sheet, files }: Pick<Results, 'sheet' | 'files'>): DocumentedSheet | null {
  if (sheet === undefined) return null;
  return {
    asked: formatPeriod(sheet),
    total: totalSentence(sheet),
    open: openLabels(sheet),
    rows: sheet.rows.map((row) => ({
      name: row.isGap ? `Gap of ${spanText(row)}` : rowName(row),
      period: statedPeriod(row),
      light: lights[row.verdict],
      verdict: verdictWords[row.verdict],
      confirmed: row.confirmed === undefined ? '' : formatPeriod(row.confirmed),
      sources: row.confirmations.map((one) => ({
        text: sourceText(one),
        files: files
          .filter(({ fileToken }) => one.fileTokens.includes(fileToken))
          .map(({ fileName, fileToken }) => fileText(fileName, fileToken, one)),
      })),
    })),
  };
}

/** In the names of interface v2. */
export const sheetJson = (sheet: Sheet, files: Results['files']) => ({
  from: sheet.from,
  to: sheet.to,
  days: sheet.days,
  verified_days: sheet.verifiedDays,
  not_authenticated_days: sheet.unsureDays,
  not_verified: sheet.open,
  periods: sheet.rows.map((row) => ({
    kind: row.isGap ? 'gap' : 'stated',
    activity: row.isGap ? null : row.kind,
    name: row.name,
    stated_from: row.stated.from,
    stated_to: row.stated.to,
    verdict: row.verdict,
    confirmed_from: row.confirmed?.from ?? null,
    confirmed_to: row.confirmed?.to ?? null,
    unverified_days: row.unverifiedDays,
    confirmations: row.confirmations.map(({ source, from, to, on, isUnauthenticated, fileTokens, pages = {} }) => ({
      source,
      from,
      to,
      verified_on: on,
      authenticated: !isUnauthenticated,
      file_tokens: files.filter(({ fileToken }) => fileTokens.includes(fileToken)).map(({ fileToken }) => fileToken),
      /** By the token of the file; the whole of a file that is not named. */
      pages: Object.fromEntries(
        files.flatMap(({ fileToken }) => (pages[fileToken] === undefined ? [] : [[fileToken, pages[fileToken]]])),
      ),
    })),
  })),
});
