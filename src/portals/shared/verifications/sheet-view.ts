// The verification sheet as the desk's and the client's pages show it.
import type { Confirmation } from '../../../features/verifications/confirmation-rules.ts';
import type { RowVerdict, Sheet, SheetRow } from '../../../features/verifications/sheet-rules.ts';
import {
  openLabels,
  overlapLabel,
  rowName,
  sourceText,
  spanText,
  statedPeriod,
  totalSentence,
  verdictWords,
} from '../../../features/verifications/sheet-words-rules.ts';
import { formatPeriod } from '../../../lib/dates.ts';

const verdictClasses: Readonly<Record<RowVerdict, string>> = {
  verified: 'govuk-tag--green',
  confirmed_unauthenticated: 'govuk-tag--yellow',
  confirmed_unsourced: 'govuk-tag--yellow',
  sources_contradict: 'govuk-tag--red',
  dates_differ: 'govuk-tag--orange',
  stated_only: 'govuk-tag--orange',
  gap_shown: 'govuk-tag--green',
  gap_unexplained: 'govuk-tag--red',
  short_gap: 'govuk-tag--grey',
};

/** What one confirmation says besides its source, to whom may read it. */
export interface ShownConfirmation {
  readonly source: string;
  readonly by?: string;
  readonly files?: readonly { readonly name: string; readonly href: string }[];
  readonly note?: string;
  readonly recordedBy?: string;
  readonly takeBackHref?: string | undefined;
}

interface Shown {
  readonly confirmation: (one: Confirmation) => ShownConfirmation;
  /** Where a verification of the period is recorded. */
  readonly verifyHref?: (row: SheetRow) => string | undefined;
}

const forClients: Shown = { confirmation: (one) => ({ source: sourceText(one) }) };

export const sheetView = (sheet: Sheet, shown: Shown = forClients) => ({
  total: totalSentence(sheet),
  asked: formatPeriod(sheet),
  open: openLabels(sheet),
  overlaps: sheet.overlaps.map(overlapLabel),
  rows: sheet.rows.map((row) => ({
    name: rowName(row),
    kind: row.name === '' ? '' : row.kind,
    period: statedPeriod(row),
    length: row.isGap ? spanText(row) : '',
    tag: { text: verdictWords[row.verdict], classes: verdictClasses[row.verdict] },
    confirmed: row.confirmed && formatPeriod(row.confirmed),
    confirmations: row.confirmations.map((one) => ({
      ...shown.confirmation(one),
      // Which of them says what, where they do not say the same.
      says: row.verdict === 'sources_contradict' ? formatPeriod(one) : undefined,
    })),
    isContradicted: row.verdict === 'sources_contradict',
    verifyHref: shown.verifyHref?.(row),
  })),
});
