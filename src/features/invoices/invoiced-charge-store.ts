// Which lines of the ledger stand on which invoice or credit note, and which are not yet on any.

import type { LineReason } from '../../messages/en-credits.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import { type Charged, endOfMonth } from '../lists/charge-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import { chargedAmount, chargedFee, isSinceFirstMonth, laterPrice, vatOf } from '../reports/charged-amount-queries.ts';
import type { ChargedKind } from './invoice-rules.ts';

/** Of the account `a`: the subsidiary whose invoice a charge `o`, perhaps of the check `c`, is on; null where none has its own, or it is of none. */
const invoicedSubsidiary = sql`
  (case when coalesce((a.settings->>'invoiceBySubsidiary')::boolean, false) then
    case when o.check_id is null then coalesce(o.subsidiary_id, c.subsidiary_id) else c.subsidiary_id end end)`;

/** The key of the purchase order whose invoice it is on; null where none has its own, or the order has none. */
const invoicedPurchaseOrder = sql`
  (case when coalesce((a.settings->>'invoiceByPurchaseOrder')::boolean, false) then c.purchase_order_key end)`;

/** The invoice of a month that a charge `o` would be on. */
export const invoiceOf = (accountId: Sql, month: string): Sql => sql`
  select from invoices v where v.account_id = ${accountId} and v.month = ${month} and v.kind = 'invoice'
    and v.subsidiary_id is not distinct from ${invoicedSubsidiary}
    and v.purchase_order_key is not distinct from ${invoicedPurchaseOrder}`;

/** A discount that was invoiced and then taken back is charged: no credit note could take it back. */
const isInvoicedDiscount = sql`
  (o.amount_pence + o.fee_pence > 0 and exists (
    select from charges d where (d.account_id, d.environment, d.about_id) = (o.account_id, o.environment, o.about_id)
      and d.kind = 'added' and d.invoice_id is not null))`;

/**
 * The lines `l` that are on no invoice until the end of a month: the orders `o`, with what was credited of them in part until
 * now, and what was added by hand. Leaves out what was credited whole or taken back until now, also after the month: no invoice
 * charges what is known to be credited.
 */
const uninvoicedLines = (month: string): Sql => sql`
  from charges o
  join accounts a on a.id = o.account_id
  left join reports r on (r.account_id, r.environment, r.id) = (o.account_id, o.environment, o.report_id)
  left join checks c on (c.account_id, c.environment, c.id) = (o.account_id, o.environment, coalesce(o.check_id, r.check_id))
  join charges l on (l.account_id, l.environment, l.about_id) = (o.account_id, o.environment, o.about_id)
    and (l.kind = o.kind or (o.kind in ('order', 'added') and l.kind = 'part_credit')) ${laterPrice}
  where o.environment = 'live' and o.kind in ('order', 'added', 'taken_back') and o.invoice_id is null
    and o.created_at < ${endOfMonth(month)} and ${isSinceFirstMonth} and (o.kind <> 'taken_back' or ${isInvoicedDiscount})
    and not exists (
      select from charges k where (k.account_id, k.environment, k.about_id) = (o.account_id, o.environment, o.about_id)
        and k.kind = case o.kind when 'order' then 'credit' when 'added' then 'taken_back' end)`;

/**
 * Of these, those that issuing the month looks at: what is of an invoice of the month that exists waits for the next, unless it
 * stood on one that was credited to be issued again.
 */
const openLines = (month: string): Sql => sql`
  ${uninvoicedLines(month)} and (not exists (${invoiceOf(sql`o.account_id`, month)}) or exists (
    select from reopened_charges x where (x.account_id, x.environment, x.about_id, x.kind, x.number)
      = (o.account_id, o.environment, o.about_id, o.kind, o.number)))`;

/** Without a price it waits, and what costs nothing is never invoiced. */
const isCharged = sql`(${chargedAmount} <> 0 or ${chargedFee} <> 0)`;

/** The credits `l` on no credit note, of orders `o` on an invoice; and what was taken back of what was added. */
export const openCredits = (accounts: DeskAccounts): Sql => sql`
  from charges l
  join charges o on (o.account_id, o.environment, o.about_id) = (l.account_id, l.environment, l.about_id)
    and o.kind in ('order', 'added') and o.invoice_id is not null
  where l.environment = 'live' and l.kind in ('credit', 'part_credit', 'taken_back') and l.invoice_id is null
    -- What was credited whole after all of it had been credited in parts is worth nothing.
    and (l.amount_pence is null or l.amount_pence <> 0 or l.fee_pence <> 0)
    and (l.kind <> 'taken_back' or l.amount_pence + l.fee_pence < 0) and ${within(accounts, 'l.account_id')}`;

/**
 * The check of a line `l` of the report `r` whose package with a price of its own is one line of an invoice; null for others. A
 * package of which a report was credited before is charged by its other reports.
 */
const wholePackage = sql`
  (case when l.kind = 'order' and l.package is not null and not exists (
    select from reports s
    join charges k on (k.account_id, k.environment, k.about_id) = (s.account_id, s.environment, s.id) and k.kind = 'credit'
    where (s.account_id, s.environment, s.check_id) = (r.account_id, r.environment, r.check_id)
      and k.package is not null) then r.check_id end)`;

/** What else the lines of an invoice are told apart by: expressions with their names, and these alone. */
interface ApartBy {
  readonly expressions: Sql;
  readonly names: Sql;
}
const nothing: ApartBy = { expressions: sql`null as apart`, names: sql`apart` };

/** The lines of an invoice: reports, packages and charges that are alike are one. @param from the lines `l` of the ledger */
export const summed = (accounts: DeskAccounts, from: Sql, { expressions, names }: ApartBy = nothing): Sql => sql`
  select ${names}, report_type_id, package, description, kind, reason, month, price_pence, fee_pence, vat_percent, count(*) as quantity,
    sum(reports) as reports, sum(price_pence) as net_pence, sum(fee_pence) as fees_pence,
    ${vatOf(sql`sum(price_pence)`, sql`vat_percent`)} as vat_pence
  from (
    select ${names}, case when package_of is null then min(report_type_id) end as report_type_id, package, description, kind, reason, month,
      sum(price_pence)::integer as price_pence, sum(fee_pence)::integer as fee_pence, vat_percent, count(*)::integer as reports
    from (
      select ${expressions}, r.report_type_id, l.package, l.description, l.kind, l.reason, l.about_id, l.number as part,
        to_char(l.created_at at time zone 'Europe/London', 'YYYY-MM') as month, ${chargedAmount} as price_pence,
        ${chargedFee} as fee_pence, l.vat_percent, ${wholePackage} as package_of
      ${from} and ${within(accounts, 'l.account_id')}
    ) line
    group by ${names}, package_of, package, description, kind, reason, coalesce(package_of, about_id), part, month, vat_percent
  ) one
  group by ${names}, report_type_id, package, description, kind, reason, month, price_pence, fee_pence, vat_percent`;

const monthOfOldest = (which: Sql): Sql =>
  sql`to_char(min(o.created_at) ${which} at time zone 'Europe/London', 'YYYY-MM')`;

export interface OpenAccount {
  readonly account_id: string;
  readonly account: string;
  /** Reports that an invoice of the month charges. */
  readonly reports: number;
  /** Charges and discounts that were added by hand. */
  readonly added: number;
  /** The minimum commitments of the month and of those that were held, which issuing adds. */
  readonly minimum: number;
  readonly has_vat: boolean;
  /** The month in which the oldest of all these was ordered, `yyyy-mm`; null if there are none. */
  readonly since: string | null;
  /** Reports that wait for a price, also where the month is invoiced. */
  readonly unpriced: number;
  /** The month in which the oldest of them was ordered, `yyyy-mm`; null if there are none. */
  readonly unpriced_since: string | null;
  /** Invoices that need a credit note: a credit of theirs is on none. */
  readonly credited: number;
  /** The client has no name and address for invoices. */
  readonly lacks_address: boolean;
}

/** By name: those for which issuing the month issues something, or that wait for prices. @param month `yyyy-mm` */
export function findOpenAccounts(db: Db, accounts: DeskAccounts, month: string): Promise<OpenAccount[]> {
  return db.rows<OpenAccount>(sql`
    select w.id as account_id, w.name as account, coalesce(w.settings->>'billingAddress', '') = '' as lacks_address,
      coalesce(n.reports, 0) as reports, coalesce(n.added, 0) as added, 0 as minimum,
      coalesce(n.has_vat, false) as has_vat, n.since, coalesce(u.unpriced, 0) as unpriced, u.since as unpriced_since,
      coalesce(k.credited, 0) as credited
    from accounts w
    left join (
      select o.account_id, count(*) filter (where l.kind = 'order' and ${isCharged}) as reports,
        count(*) filter (where l.kind in ('added', 'taken_back')) as added,
        bool_or(l.vat_percent > 0 and ${chargedAmount} <> 0) as has_vat,
        ${monthOfOldest(sql`filter (where ${isCharged})`)} as since
      ${openLines(month)} and ${within(accounts, 'o.account_id')}
      group by o.account_id
    ) n on n.account_id = w.id
    left join (
      select o.account_id, count(*) as unpriced, ${monthOfOldest(sql``)} as since
      ${uninvoicedLines(month)} and ${within(accounts, 'o.account_id')} and l.kind = 'order' and o.amount_pence is null
        and ${chargedAmount} is null
      group by o.account_id
    ) u on u.account_id = w.id
    left join (
      select l.account_id, count(distinct o.invoice_id) as credited
      ${openCredits(accounts)}
      group by l.account_id
    ) k on k.account_id = w.id
    where ${within(accounts, 'w.id')} and (n.reports > 0 or n.added > 0 or u.unpriced > 0 or k.credited > 0)
    order by lower(w.name), w.id`);
}

/** An invoice that issuing the month would issue, unless it is of less than nothing. */
export interface OpenInvoice {
  readonly account_id: string;
  readonly subsidiary_id: string | null;
  /** Its name; null where it is of the whole account, or of no subsidiary. */
  readonly subsidiary: string | null;
  /** Null where it is of none, or none has its own. */
  readonly purchase_order_key: string | null;
  readonly reports: number;
  readonly added: number;
  /** The minimum commitments of the month and of those that were held, which issuing adds. */
  readonly minimum: number;
  readonly price_pence: number;
  readonly fee_pence: number;
  /** Rounded for each line, as on the invoice. */
  readonly vat_pence: number;
}

/** By account, that of no subsidiary first. @param month `yyyy-mm` */
export function findOpenInvoices(db: Db, accounts: DeskAccounts, month: string): Promise<OpenInvoice[]> {
  return db.rows<OpenInvoice>(sql`
    select n.account_id, n.subsidiary_id, s.name as subsidiary, n.purchase_order_key::text,
      coalesce(sum(n.reports) filter (where n.kind = 'order'), 0)::integer as reports,
      coalesce(sum(n.quantity) filter (where n.kind in ('added', 'taken_back')), 0)::integer as added, 0 as minimum,
      sum(n.net_pence)::bigint as price_pence, sum(n.fees_pence)::bigint as fee_pence, sum(n.vat_pence)::bigint as vat_pence
    from (${summed(accounts, sql`${openLines(month)} and ${within(accounts, 'o.account_id')} and ${isCharged}`, {
      expressions: sql`o.account_id, ${invoicedSubsidiary} as subsidiary_id, ${invoicedPurchaseOrder} as purchase_order_key`,
      names: sql`account_id, subsidiary_id, purchase_order_key`,
    })}) n
    left join subsidiaries s on (s.account_id, s.id) = (n.account_id, n.subsidiary_id)
    group by n.account_id, n.subsidiary_id, s.name, n.purchase_order_key
    order by n.account_id, lower(s.name) nulls first, n.subsidiary_id, n.purchase_order_key nulls first`);
}

/** What gets an invoice of its own: a subsidiary, a purchase order, or a purchase order of a subsidiary; null where the invoice is for the rest. */
export interface InvoicedPart {
  readonly subsidiaryId: string | null;
  readonly purchaseOrderKey: string | null;
}

/** Each gets an invoice of the month. */
export function findOpenParts(
  db: Db,
  accountId: string,
  month: string,
): Promise<(InvoicedPart & { readonly subsidiary: string | null })[]> {
  return db.rows(sql`
    select n.id as "subsidiaryId", s.name as subsidiary, n.key::text as "purchaseOrderKey"
    from (
      select distinct ${invoicedSubsidiary} as id, ${invoicedPurchaseOrder} as key
      ${openLines(month)} and o.account_id = ${accountId} and ${isCharged}
    ) n
    left join subsidiaries s on s.account_id = ${accountId} and s.id = n.id
    order by lower(s.name) nulls first, n.id, n.key nulls first`);
}

/** An order that has each of these purchase orders. */
export function findOrdersWithPurchaseOrders(
  db: Db,
  accountId: string,
  keys: readonly string[],
): Promise<{ readonly key: string; readonly check_id: string }[]> {
  return db.rows(sql`
    select distinct on (purchase_order_key) purchase_order_key::text as key, id as check_id from checks
    where account_id = ${accountId} and environment = 'live' and purchase_order_key = any (${keys}::bigint[])
    order by purchase_order_key, order_id`);
}

interface Claim extends InvoicedPart {
  readonly invoiceId: string;
  readonly month: string;
}

const ofInvoice = (accountId: string, { month, subsidiaryId, purchaseOrderKey }: Omit<Claim, 'invoiceId'>): Sql => sql`
  ${openLines(month)} and o.account_id = ${accountId} and ${isCharged}
    and ${invoicedSubsidiary} is not distinct from ${subsidiaryId}::uuid
    and ${invoicedPurchaseOrder} is not distinct from ${purchaseOrderKey}::bigint`;

/** Puts on an invoice what it charges. */
export async function claimCharges(db: Db, accountId: string, claim: Claim): Promise<void> {
  await db.run(sql`
    update charges set invoice_id = ${claim.invoiceId}
    from (
      select l.account_id, l.environment, l.about_id, l.kind, l.number
      ${ofInvoice(accountId, claim)}
    ) n
    where (charges.account_id, charges.environment, charges.about_id, charges.kind, charges.number)
      = (n.account_id, n.environment, n.about_id, n.kind, n.number)`);
}

export interface ClaimedLine extends Charged {
  readonly kind: ChargedKind;
  /** Null of what is charged. */
  readonly reason: LineReason | null;
  readonly month: string;
  readonly price_pence: number;
  readonly fee_pence: number;
  readonly vat_percent: number;
  readonly quantity: number;
  readonly net_pence: number;
  readonly fees_pence: number;
  readonly vat_pence: number;
}

/** What an invoice would charge, summed as on it. */
export const findOpenLines = (db: Db, accountId: string, of: Omit<Claim, 'invoiceId'>): Promise<ClaimedLine[]> =>
  db.rows<ClaimedLine>(summed([accountId], ofInvoice(accountId, of)));

/** Of an invoice or a credit note, summed by type, price, fee and rate. */
export function findClaimedLines(db: Db, accountId: string, invoiceId: string): Promise<ClaimedLine[]> {
  return db.rows<ClaimedLine>(
    summed(
      [accountId],
      sql`
      from charges l ${laterPrice}
      left join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
      where l.account_id = ${accountId} and l.invoice_id = ${invoiceId}`,
    ),
  );
}

export interface Chargeable {
  /** `yyyy-mm` */
  readonly month: string;
  /** A moment of the month. */
  readonly at: Date;
  readonly subsidiaryIds: readonly (string | null)[];
}

/**
 * Of these subsidiaries, null for none, those for which a charge at a moment of a month can still be on the invoice of that month:
 * none is issued yet, and the month is not before the first one to invoice.
 */
export async function findChargeable(db: Db, accountId: string, asked: Chargeable): Promise<(string | null)[]> {
  const rows = await db.rows<{ id: string | null }>(sql`
    select o.subsidiary_id as id
    from accounts a
    cross join (
      select unnest(${asked.subsidiaryIds}::uuid[]) as subsidiary_id, null::uuid as check_id, ${asked.at}::timestamptz as created_at
    ) o
    cross join (select null::uuid as subsidiary_id, null::bigint as purchase_order_key) c
    where a.id = ${accountId} and ${isSinceFirstMonth} and not exists (${invoiceOf(sql`a.id`, asked.month)})`);
  return rows.map(({ id }) => id);
}
