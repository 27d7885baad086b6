// The lines of the ledger of an invoice that is credited in full to be issued again: they leave it, and are open to be invoiced.

import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { laterPrice, startOfMonth } from '../reports/charged-amount-queries.ts';
import { type ClaimedLine, summed } from './invoiced-charge-store.ts';
import type { HeldMonth } from './past-month-store.ts';

const lineOf = (alias: Sql): Sql =>
  sql`${alias}.account_id, ${alias}.environment, ${alias}.about_id, ${alias}.kind, ${alias}.number`;

/**
 * Opens what is left of an invoice: what was credited or taken back whole stays on it, and what was credited in part comes off
 * its credit note, as it lessens what is charged again.
 */
export async function reopenCharges(
  db: Db,
  accountId: string,
  { invoiceId, creditNoteId }: { readonly invoiceId: string; readonly creditNoteId: string },
): Promise<void> {
  await db.run(sql`
    insert into reopened_charges (account_id, environment, about_id, kind, number, invoice_id, credit_note_id)
    select ${lineOf(sql`l`)}, l.invoice_id, ${creditNoteId}
    from charges o
    join charges l on (l.account_id, l.environment, l.about_id) = (o.account_id, o.environment, o.about_id)
      and l.invoice_id is not null and (l.kind = o.kind or (o.kind in ('order', 'added') and l.kind = 'part_credit'))
    where o.account_id = ${accountId} and o.invoice_id = ${invoiceId} and o.kind in ('order', 'added', 'taken_back')
      and not exists (
        select from charges k where (k.account_id, k.environment, k.about_id) = (o.account_id, o.environment, o.about_id)
          and k.kind = case o.kind when 'order' then 'credit' when 'added' then 'taken_back' end)`);
  await db.run(sql`
    update charges set invoice_id = null from reopened_charges r
    where r.account_id = ${accountId} and r.credit_note_id = ${creditNoteId}
      and (${lineOf(sql`charges`)}, charges.invoice_id) = (${lineOf(sql`r`)}, r.invoice_id)`);
}

/** What a credit note opened again, summed as on an invoice. */
export const findReopenedLines = (db: Db, accountId: string, creditNoteId: string): Promise<ClaimedLine[]> =>
  db.rows<ClaimedLine>(
    summed(
      [accountId],
      sql`
      from charges l ${laterPrice}
      left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
      where (${lineOf(sql`l`)}) in (
        select ${lineOf(sql`x`)} from reopened_charges x where x.account_id = ${accountId} and x.credit_note_id = ${creditNoteId})`,
    ),
  );

/** The invoices on which lines of this one stood last, by number. */
export async function findReplacedInvoices(db: Db, accountId: string, invoiceId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select v.id from (
      select distinct on (${lineOf(sql`r`)}) n.credits_id as id
      from reopened_charges r
      join charges l on (${lineOf(sql`l`)}) = (${lineOf(sql`r`)}) and l.invoice_id = ${invoiceId}
      join invoices n on (n.account_id, n.id) = (r.account_id, r.credit_note_id)
      where r.account_id = ${accountId}
      order by ${lineOf(sql`r`)}, n.number desc
    ) last
    join invoices v on (v.account_id, v.id) = (${accountId}, last.id)
    group by v.id, v.number order by v.number`);
  return rows.map(({ id }) => id);
}

/**
 * By month before this one, the accounts with orders of it that were credited to be issued again, and are not yet.
 * @param month `yyyy-mm`
 */
export const findReopenedMonths = (db: Db, accounts: DeskAccounts, month: string): Promise<HeldMonth[]> =>
  db.rows<HeldMonth>(sql`
    select to_char(l.created_at at time zone 'Europe/London', 'YYYY-MM') as month, array_agg(distinct l.account_id) as accounts
    from reopened_charges r join charges l on (${lineOf(sql`l`)}) = (${lineOf(sql`r`)}) and l.invoice_id is null
    where ${within(accounts, 'r.account_id')} and l.kind = 'order' and l.created_at < ${startOfMonth(sql`${month}::text`)}
    group by 1 order by 1`);

/** How many lines that stood on an invoice are open since it was credited; none of what was credited or taken back whole since. */
export async function countReopened(db: Db, accountId: string, invoiceId: string): Promise<number> {
  const row = await db.row<{ count: number }>(sql`
    select count(*)::integer as count from reopened_charges r
    join charges l on (${lineOf(sql`l`)}) = (${lineOf(sql`r`)}) and l.invoice_id is null
    where r.account_id = ${accountId} and r.invoice_id = ${invoiceId} and (l.kind = 'taken_back' or not exists (
      select from charges k where (k.account_id, k.environment, k.about_id) = (l.account_id, l.environment, l.about_id)
        and k.kind in ('credit', 'taken_back')))`);
  return row!.count;
}
