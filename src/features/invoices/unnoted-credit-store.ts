// What was credited of invoices and is on no credit note yet, and what an invoice has of discounts that were taken back.

import { type Db, sql } from '../../platform/db/database.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { laterPrice } from '../reports/charged-amount-queries.ts';
import { type ClaimedLine, openCredits, summed } from './invoiced-charge-store.ts';

/** The invoices of an account that need a credit note, by number. */
export async function findCreditedInvoices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select v.id from (select distinct o.invoice_id ${openCredits([accountId])}) n
    join invoices v on (v.account_id, v.id) = (${accountId}, n.invoice_id)
    order by v.number`);
  return rows.map(({ id }) => id);
}

export interface DiscountedCredits {
  readonly account_id: string;
  readonly invoice_id: string;
  readonly number: number;
  readonly discounts: readonly { readonly id: string; readonly description: string }[];
}

/** The invoices that need a credit note and have discounts that were not taken back, by account and number. */
export function findDiscountedCredits(db: Db, accounts: DeskAccounts): Promise<DiscountedCredits[]> {
  return db.rows<DiscountedCredits>(sql`
    select v.account_id, v.id as invoice_id, v.number, d.discounts
    from (select distinct o.account_id, o.invoice_id ${openCredits(accounts)}) n
    join invoices v on (v.account_id, v.id) = (n.account_id, n.invoice_id)
    cross join lateral (
      select json_agg(json_build_object('id', d.about_id, 'description', d.description) order by d.created_at, d.about_id) as discounts
      from charges d
      where (d.account_id, d.invoice_id) = (v.account_id, v.id) and d.kind = 'added' and d.amount_pence + d.fee_pence < 0
        and not exists (
          select from charges k where (k.account_id, k.environment, k.about_id) = (d.account_id, d.environment, d.about_id)
            and k.kind = 'taken_back')
    ) d
    where d.discounts is not null
    order by v.account_id, v.number`);
}

/** Puts what was credited on a credit note. */
export async function claimCredits(
  db: Db,
  accountId: string,
  credits: readonly UnnotedCredit[],
  creditNoteId: string,
): Promise<void> {
  await db.run(sql`
    update charges set invoice_id = ${creditNoteId}
    where account_id = ${accountId} and environment = 'live' and (about_id, kind, number) in (
      select * from unnest(${credits.map((one) => one.credit_of)}::uuid[], ${credits.map((one) => one.kind)}::text[],
        ${credits.map((one) => one.number)}::smallint[]))`);
}

export interface UnnotedCredit extends ClaimedLine {
  readonly credit_of: string;
  readonly number: number;
}

/** What is credited of an invoice and on no credit note yet, oldest first. */
export const findUnnotedCredits = (db: Db, accountId: string, invoiceId: string): Promise<UnnotedCredit[]> =>
  db.rows<UnnotedCredit>(sql`
    ${summed(
      [accountId],
      sql`
        from charges l ${laterPrice}
        left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
        where (l.account_id, l.environment, l.about_id, l.kind, l.number) in (
          select l.account_id, l.environment, l.about_id, l.kind, l.number
          ${openCredits([accountId])} and o.invoice_id = ${invoiceId})`,
      {
        expressions: sql`l.about_id as credit_of, l.number, l.created_at`,
        names: sql`credit_of, number, created_at`,
      },
    )}
    order by created_at, credit_of, kind, number`);

/** The discounts of an invoice that were taken back, and charged on a later one. */
export const findDiscountsTakenBack = (db: Db, accountId: string, invoiceId: string): Promise<ClaimedLine[]> =>
  db.rows<ClaimedLine>(
    summed(
      [accountId],
      sql`
    from charges l ${laterPrice}
    join charges o on (o.account_id, o.environment, o.about_id) = (l.account_id, l.environment, l.about_id) and o.kind = 'added'
    left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
    where l.account_id = ${accountId} and o.invoice_id = ${invoiceId} and l.kind = 'taken_back'
      and l.amount_pence + l.fee_pence > 0`,
    ),
  );

/** The invoices on which these reports, or charges that were added by hand, are charged. */
export async function findInvoicesOfCharges(db: Db, accountId: string, aboutIds: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select distinct o.invoice_id as id from charges o
    where o.account_id = ${accountId} and o.environment = 'live' and o.about_id = any (${aboutIds}::uuid[])
      and o.kind in ('order', 'added') and o.invoice_id is not null`);
  return rows.map(({ id }) => id);
}
