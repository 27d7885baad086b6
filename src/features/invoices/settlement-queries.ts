// Queries of settlements: how much of a receipt or credit note is set against which invoice, or was paid back.
import type { IsoDate } from '../../lib/dates.ts';
import { type Sql, sql } from '../../platform/db/database.ts';

/** The net of what was set and taken back, of one source and one target. */
export interface SettlementRow {
  readonly receipt_id: string | null;
  readonly credit_note_id: string | null;
  readonly invoice_id: string | null;
  readonly note_number: number | null;
  readonly invoice_number: number | null;
  readonly on: IsoDate;
  readonly is_write_off: boolean;
  readonly pence: number;
}

/**
 * A JSON array of `SettlementRow`, oldest first; empty for none.
 * @param accountId the column or value that holds it @param condition on `t`, the settlements
 */
export const settlementsOf = (accountId: Sql, condition: Sql): Sql => sql`
  coalesce((
    select json_agg(json_build_object('receipt_id', s.receipt_id, 'credit_note_id', s.credit_note_id, 'invoice_id', s.invoice_id,
      'note_number', sn.number, 'invoice_number', si.number, 
      'on', case when s.invoice_id is null then s.last_on else coalesce(sr.received_on, sn.issued_on) end,
      'is_write_off', coalesce(sr.method = 'write_off', false), 'pence', s.pence) order by s.first_at, si.number)
    from (
      select t.account_id, t.receipt_id, t.credit_note_id, t.invoice_id, sum(t.amount_pence)::bigint as pence,
        min(t.created_at) as first_at, max(t.settled_on) as last_on
      from settlements t where t.account_id = ${accountId} and (${condition})
      group by t.account_id, t.receipt_id, t.credit_note_id, t.invoice_id having sum(t.amount_pence) <> 0
    ) s
    left join receipts sr on (sr.account_id, sr.id) = (s.account_id, s.receipt_id)
    left join invoices sn on (sn.account_id, sn.id) = (s.account_id, s.credit_note_id)
    left join invoices si on (si.account_id, si.id) = (s.account_id, s.invoice_id)
  ), '[]')`;
