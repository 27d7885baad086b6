// How much credit each account with a limit has used: what is invoiced and unpaid, and what is charged and not invoiced yet.
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isClosed } from '../accounts/closing-queries.ts';
import { chargedAmount, chargedFee, isSinceFirstMonth, laterPrice, vat } from '../reports/charged-amount-queries.ts';
import { moves } from './money-move-queries.ts';

export interface CreditUseRow {
  readonly account_id: string;
  readonly account: string;
  readonly limit_pence: number;
  /** Whether new orders are refused above it. */
  readonly stops: boolean;
  /** With VAT; money and credit notes of the client that are not allocated lower it. */
  readonly used_pence: number;
}

const invoiced = sql`(
  coalesce((select sum(v.price_pence + v.fee_pence + v.vat_pence) from invoices v where v.account_id = a.id), 0)
  + coalesce((select sum(m.pence) from (${moves((column): Sql => sql`${rawSql(column)} = a.id`)}) m), 0))`;

/** What is credited of it and on no credit note yet is left out. Only an account with a first month asks when a line was ordered. */
const notInvoiced = sql`
  coalesce((
    select sum(coalesce(${chargedAmount}, 0) + ${chargedFee} + ${vat})
    from charges l ${laterPrice}
    where l.account_id = a.id and l.environment = 'live' and l.kind <> 'price' and l.invoice_id is null
      and (coalesce(a.settings->>'invoiceFrom', '') = '' or exists (
        select from charges o
        where (o.account_id, o.environment, o.about_id) = (l.account_id, l.environment, l.about_id)
          and o.kind in ('order', 'added') and ${isSinceFirstMonth}))), 0)`;

/** In pence, with VAT: what it owes, whether it has a limit or not. */
export async function findOwed(db: Db, accountId: string): Promise<number> {
  const row = await db.row<{ pence: number }>(sql`
    select (${invoiced} + ${notInvoiced})::bigint as pence from accounts a where a.id = ${accountId}`);
  return row!.pence;
}

/** Until the transaction ends, nobody else compares what the account owes with its limit to order. */
export async function holdCredit(db: Db, accountId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtextextended(${`credit ${accountId}`}, 0))`);
}

/** Of open accounts, by name; those without a limit have none. */
export const findCreditUse = (db: Db, accounts: 'all' | readonly string[]): Promise<CreditUseRow[]> =>
  db.rows<CreditUseRow>(sql`
    select a.id as account_id, a.name as account,
      round((a.settings->>'creditLimitPounds')::numeric * 100)::bigint as limit_pence,
      coalesce((a.settings->>'refuseAboveCreditLimit')::boolean, false) as stops,
      (${invoiced} + ${notInvoiced})::bigint as used_pence
    from accounts a
    where ${accounts === 'all' ? sql`true` : sql`a.id = any (${accounts}::uuid[])`}
      and coalesce((a.settings->>'creditLimitPounds')::numeric, 0) > 0 and not a.is_standard and not ${isClosed('a')}
    order by lower(a.name), a.id`);
