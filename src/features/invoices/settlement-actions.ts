// Sets receipts and credit notes against invoices: the one way by which an invoice is paid.
import type { Actor, Authority, Ctx } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { Settlement } from './invoice.ts';
import { numberText } from './invoice-rules.ts';
import type { SettlementRow } from './settlement-queries.ts';
import { insertSettlement, type NewSettlement } from './settlement-store.ts';

export const settlementOf = (row: SettlementRow): Settlement => ({
  source: row.receipt_id === null ? 'credit_note' : 'receipt',
  sourceId: (row.receipt_id ?? row.credit_note_id)!,
  invoiceId: row.invoice_id,
  creditNote: row.note_number === null ? null : numberText('credit_note', row.note_number),
  invoice: row.invoice_number === null ? null : numberText('invoice', row.invoice_number),
  isWriteOff: row.is_write_off,
  on: row.on,
  pence: row.pence,
});

/** In a transaction that holds the account, and has checked that as much is left on both sides. @param one `on` is today if it is left out */
export const storeSettlement = (
  tx: Ctx,
  accountId: string,
  by: Authority | Actor,
  { on = ukDateOf(tx.now()), ...one }: NewSettlement & { readonly on?: IsoDate | undefined },
): Promise<void> =>
  insertSettlement(tx.db, accountId, one, {
    ...{ id: tx.newId(), on, at: tx.now() },
    by: typeof by === 'string' ? by : by.actor,
  });
