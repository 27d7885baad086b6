// What each account owed at the end of a past day, as it is known now: the invoices that were open, what was not allocated, and
// what the balance consists of.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { moves } from '../credit-limits/money-move-queries.ts';
import type { PaymentMethod } from '../invoices/invoice.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { Period, StatementEntry } from './statement-rules.ts';

export interface OpenInvoiceRow {
  readonly account_id: string;
  readonly account: string;
  readonly id: string;
  readonly number: number;
  readonly issued_on: IsoDate;
  readonly due_on: IsoDate;
  readonly left_pence: number;
}

export interface UnallocatedRow {
  readonly account_id: string;
  readonly account: string;
  readonly pence: number;
}

/**
 * What of a receipt or credit note is set against an invoice, where both are of that day or earlier: a payment counts from its
 * own day, whenever somebody recorded and allocated it. What was undone since counts as if it had never been.
 */
const setUntil = (accounts: DeskAccounts, on: IsoDate): Sql => sql`
  select t.account_id, t.receipt_id, t.credit_note_id, t.invoice_id, sum(t.amount_pence) as pence
  from settlements t
  join invoices i on (i.account_id, i.id) = (t.account_id, t.invoice_id)
  left join receipts r on (r.account_id, r.id) = (t.account_id, t.receipt_id)
  left join invoices n on (n.account_id, n.id) = (t.account_id, t.credit_note_id)
  where ${within(accounts, 't.account_id')} and i.issued_on <= ${on} and coalesce(r.received_on, n.issued_on) <= ${on}
  group by t.account_id, t.receipt_id, t.credit_note_id, t.invoice_id`;

/** By account, the one that was due first before others. */
export const findOpenInvoicesOn = (db: Db, accounts: DeskAccounts, on: IsoDate): Promise<OpenInvoiceRow[]> =>
  db.rows<OpenInvoiceRow>(sql`
    with paid as (
      select s.account_id, s.invoice_id, sum(s.pence) as pence from (${setUntil(accounts, on)}) s
      group by s.account_id, s.invoice_id
    )
    select v.account_id, a.name as account, v.id, v.number, v.issued_on::text as issued_on, v.due_on::text as due_on,
      (v.price_pence + v.fee_pence + v.vat_pence - coalesce(p.pence, 0))::bigint as left_pence
    from invoices v
    join accounts a on a.id = v.account_id
    left join paid p on (p.account_id, p.invoice_id) = (v.account_id, v.id)
    where ${within(accounts, 'v.account_id')} and v.kind = 'invoice' and v.issued_on <= ${on}
      and v.price_pence + v.fee_pence + v.vat_pence > coalesce(p.pence, 0)
    order by lower(a.name), a.id, v.due_on, v.number`);

/** Of payments and credit notes until that day, what was set against no invoice and not paid back; by account, those with some. */
export const findUnallocatedOn = (db: Db, accounts: DeskAccounts, on: IsoDate): Promise<UnallocatedRow[]> =>
  db.rows<UnallocatedRow>(sql`
    with given as (
      select s.account_id, coalesce(s.receipt_id, s.credit_note_id) as source_id, s.pence
      from (${setUntil(accounts, on)}) s
      union all
      select t.account_id, coalesce(t.receipt_id, t.credit_note_id), t.amount_pence from settlements t
      where ${within(accounts, 't.account_id')} and t.invoice_id is null and t.settled_on <= ${on}
    ), sources as (
      select r.account_id, r.id, r.amount_pence as pence from receipts r
      where ${within(accounts, 'r.account_id')} and r.received_on <= ${on} and not exists (
        select from receipts_taken_back k
        where (k.account_id, k.receipt_id) = (r.account_id, r.id) and k.taken_back_on <= ${on})
      union all
      select v.account_id, v.id, -(v.price_pence + v.fee_pence + v.vat_pence) from invoices v
      where ${within(accounts, 'v.account_id')} and v.kind = 'credit_note' and v.issued_on <= ${on}
    )
    select o.account_id, a.name as account, sum(o.pence)::bigint as pence
    from (
      select s.account_id, s.pence - coalesce((
        select sum(g.pence) from given g where (g.account_id, g.source_id) = (s.account_id, s.id)), 0) as pence
      from sources s
    ) o join accounts a on a.id = o.account_id
    group by o.account_id, a.name having sum(o.pence) <> 0`);

export interface BalanceRow {
  readonly kind: StatementEntry['kind'];
  readonly method: PaymentMethod | null;
  /** In the period; more than 0 for what clients owe more by it. */
  readonly pence: number;
  /** Before the period. */
  readonly before_pence: number;
}

/** What was invoiced, credited and paid until the end of a period, by kind. */
export const findBalanceParts = (db: Db, accounts: DeskAccounts, { from, to }: Period): Promise<BalanceRow[]> =>
  db.rows<BalanceRow>(sql`
    select e.kind, e.method,
      coalesce(sum(e.pence) filter (where e.on >= ${from}), 0)::bigint as pence,
      coalesce(sum(e.pence) filter (where e.on < ${from}), 0)::bigint as before_pence
    from (
      select v.kind, null as method, v.issued_on as on, v.price_pence + v.fee_pence + v.vat_pence as pence
      from invoices v where ${within(accounts, 'v.account_id')}
      union all
      select m.kind, m.method, m.on, m.pence from (${moves((column) => within(accounts, column))}) m
    ) e where e.on <= ${to} group by e.kind, e.method, sign(e.pence)`);
