// Rows of settlements: how much of a receipt or credit note is set against which invoice, or was paid back.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';

export interface NewSettlement {
  readonly source: 'receipt' | 'credit_note';
  readonly sourceId: string;
  /** Null for what was paid back to the client. */
  readonly invoiceId: string | null;
  /** Less than 0 to take back what was set. */
  readonly pence: number;
}

export async function insertSettlement(
  db: Db,
  accountId: string,
  one: NewSettlement,
  entry: { readonly id: string; readonly on: IsoDate; readonly by: string; readonly at: Date },
): Promise<void> {
  const [receiptId, noteId] = one.source === 'receipt' ? [one.sourceId, null] : [null, one.sourceId];
  await db.run(sql`
    insert into settlements (account_id, id, receipt_id, credit_note_id, invoice_id, amount_pence, settled_on, settled_by, created_at)
    values (${accountId}, ${entry.id}, ${receiptId}, ${noteId}, ${one.invoiceId}, ${one.pence}, ${entry.on}, ${entry.by}, ${entry.at})`);
}
