// What an account owes more or less by, each with its day: invoices, credit notes, receipts, and what was taken or paid back.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, sql } from '../../platform/db/database.ts';
import type { StatementEntry } from './statement-rules.ts';

export interface EntryRow extends Omit<StatementEntry, 'reference'> {
  readonly receipt_id: string | null;
  readonly sealed_reference: Buffer | null;
}

/** Oldest first. @param to the last day */
export const findStatementEntries = (db: Db, accountId: string, to: IsoDate): Promise<EntryRow[]> =>
  db.rows<EntryRow>(sql`
    select e.kind, e.on::text as on, e.number, e.method, e.receipt_id, e.sealed_reference, e.pence from (
      select v.kind, v.issued_on as on, v.number, null as method, null::uuid as receipt_id, null::bytea as sealed_reference,
        v.price_pence + v.fee_pence + v.vat_pence as pence, v.created_at
      from invoices v where v.account_id = ${accountId}
      union all
      select 'receipt', r.received_on, null, r.method, r.id, r.sealed_reference, -r.amount_pence, r.created_at
      from receipts r where r.account_id = ${accountId}
      union all
      select 'taken_back', k.taken_back_on, null, r.method, r.id, r.sealed_reference, r.amount_pence, k.created_at
      from receipts_taken_back k join receipts r on (r.account_id, r.id) = (k.account_id, k.receipt_id)
      where k.account_id = ${accountId}
      union all
      select 'paid_back', t.settled_on, null, null, null, null, t.amount_pence, t.created_at
      from settlements t where t.account_id = ${accountId} and t.invoice_id is null
    ) e where e.on <= ${to} order by e.on, e.created_at, e.number`);
