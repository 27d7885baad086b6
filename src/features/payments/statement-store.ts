// What an account owes more or less by, each with its day: invoices, credit notes, receipts, and what was taken or paid back.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { moves } from '../credit-limits/money-move-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { MoveRow } from './money-move-rules.ts';
import type { Period, StatementEntry } from './statement-rules.ts';

export interface EntryRow extends Omit<StatementEntry, 'reference'> {
  readonly receipt_id: string | null;
  readonly sealed_reference: Buffer | null;
}

const movesOf = (accounts: DeskAccounts): Sql => moves((column) => within(accounts, column));

/** Of a period, oldest first, each with the numbers of the invoices that a receipt is set against. */
export const findMoves = (db: Db, accounts: DeskAccounts, { from, to }: Period): Promise<MoveRow[]> =>
  db.rows<MoveRow>(sql`
    select e.account_id, a.name as account, coalesce(a.settings->>'accountingReference', '') as accounting_reference,
      coalesce((a.settings->>'accountingDepartment')::integer, 0) as department,
      e.kind, e.on::text as on, e.method, e.receipt_id, e.sealed_reference, e.pence,
      coalesce((
        select json_agg(s.number order by s.number) from (
          select i.number from settlements t join invoices i on (i.account_id, i.id) = (t.account_id, t.invoice_id)
          where (t.account_id, t.receipt_id) = (e.account_id, e.receipt_id)
          group by i.number having sum(t.amount_pence) <> 0
        ) s), '[]') as invoices
    from (${movesOf(accounts)}) e join accounts a on a.id = e.account_id
    where e.on between ${from} and ${to} order by e.on, e.created_at`);

/** Oldest first. @param to the last day */
export const findStatementEntries = (db: Db, accountId: string, to: IsoDate): Promise<EntryRow[]> =>
  db.rows<EntryRow>(sql`
    select e.kind, e.on::text as on, e.number, e.method, e.receipt_id, e.sealed_reference, e.pence from (
      select v.kind, v.issued_on as on, v.number, null as method, null::uuid as receipt_id, null::bytea as sealed_reference,
        v.price_pence + v.fee_pence + v.vat_pence as pence, v.created_at
      from invoices v where v.account_id = ${accountId}
      union all
      select m.kind, m.on, m.number, m.method, m.receipt_id, m.sealed_reference, m.pence, m.created_at
      from (${movesOf([accountId])}) m
    ) e where e.on <= ${to} order by e.on, e.created_at, e.number`);
