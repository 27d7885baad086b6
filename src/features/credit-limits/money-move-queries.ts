// What came in from clients, and what was taken or paid back, as one list of entries.
import { type Sql, sql } from '../../platform/db/database.ts';

/** @param of the condition on the accounts, by the column that holds one; in pence, below nothing what lowers a debt */
export const moves = (of: (column: 'r.account_id' | 'k.account_id' | 't.account_id') => Sql): Sql => sql`
  select r.account_id, 'receipt' as kind, r.received_on as on, null::integer as number, r.method, r.id as receipt_id,
    r.sealed_reference, -r.amount_pence as pence, r.created_at
  from receipts r where ${of('r.account_id')}
  union all
  select k.account_id, 'taken_back', k.taken_back_on, null, r.method, r.id, r.sealed_reference, r.amount_pence, k.created_at
  from receipts_taken_back k join receipts r on (r.account_id, r.id) = (k.account_id, k.receipt_id)
  where ${of('k.account_id')}
  union all
  select t.account_id, 'paid_back', t.settled_on, null, null, null, null, t.amount_pence, t.created_at
  from settlements t where ${of('t.account_id')} and t.invoice_id is null`;
