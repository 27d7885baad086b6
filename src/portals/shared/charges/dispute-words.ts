// How what a client asks about a charge is named and listed, for the client and for finance.
import type { DisputeRow } from '../../../features/charge-disputes/dispute-actions.ts';
import { chargeLabel } from '../../../features/lists/charge-line-rules.ts';
import { disputeReasonWords } from '../../../messages/en-credits.ts';
import { orderOf } from './statement-lines.ts';

/** `VF1042, Identity` */
export const disputedText = (
  row: Pick<DisputeRow, 'order_id' | 'report_type_id' | 'package' | 'description'>,
): string => [orderOf(row), chargeLabel(row)].filter(Boolean).join(', ');

/** @param isDesk who reads */
export function disputeState({ outcome }: Pick<DisputeRow, 'outcome'>, isDesk: boolean) {
  if (outcome === null) return { text: isDesk ? 'Open' : 'Waits for our answer', classes: 'govuk-tag--yellow' };
  return outcome === 'credited'
    ? { text: 'Credited', classes: 'govuk-tag--green' }
    : { text: 'Answered', classes: 'govuk-tag--grey' };
}

/** @param hrefOf the page of a dispute */
export const disputeRows = (rows: readonly DisputeRow[], isDesk: boolean, hrefOf: (row: DisputeRow) => string) =>
  rows.map((row) => ({
    href: hrefOf(row),
    charge: disputedText(row),
    account: row.account,
    reason: disputeReasonWords[row.reason],
    askedAt: row.created_at,
    answeredAt: row.answered_at,
    state: disputeState(row, isDesk),
  }));
