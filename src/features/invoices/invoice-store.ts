// Rows of invoices and credit notes, the lines of the ledger on them, and what was said about them.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { chargedAmount, chargedFee, endOfMonth, laterPrice, vatOf } from '../lists/charge-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { Buyer, InvoiceKind, InvoiceLine, Seller } from './invoice.ts';
import type { ChargedKind } from './invoice-rules.ts';

/**
 * Waits for everybody else who issues, until the transaction ends: what they invoiced is then seen, and no number is lost or
 * used twice.
 */
export async function lockNumbers(db: Db): Promise<void> {
  await db.rows(sql`select from invoice_numbers for update`);
}

export async function takeNumber(db: Db, kind: InvoiceKind): Promise<number> {
  const column = rawSql(kind);
  const row = await db.row<{ number: number }>(sql`
    update invoice_numbers set ${column} = ${column} + 1 returning ${column} as number`);
  return row!.number;
}

/** Whose orders an invoice is of: those of the whole account, of one subsidiary, or of none. */
export type InvoicedOrders = 'all' | 'of_none' | { readonly subsidiaryId: string };

export const subsidiaryOf = (orders: InvoicedOrders): string | null =>
  typeof orders === 'string' ? null : orders.subsidiaryId;

function ordersOf(orders: InvoicedOrders): Sql {
  if (orders === 'all') return sql``;
  return orders === 'of_none' ? sql`and c.subsidiary_id is null` : sql`and c.subsidiary_id = ${orders.subsidiaryId}`;
}

const ledger = sql`
  from charges l ${laterPrice}
  join reports r on (r.account_id, r.environment, r.id) = (l.account_id, l.environment, l.report_id)
  join checks c on (c.account_id, c.environment, c.id) = (r.account_id, r.environment, r.check_id)`;

const isOnInvoice = (kind: Sql, number: Sql): Sql => sql`exists (
  select from invoice_charges i where (i.account_id, i.environment, i.report_id, i.kind, i.number)
    = (l.account_id, l.environment, l.report_id, ${kind}, ${number}))`;

/**
 * Puts what was charged until the end of the month, and is on no invoice, on this one. Leaves out what was credited whole by
 * then, what has no price yet, and what costs nothing. Returns the number of lines.
 */
export function claimCharges(
  db: Db,
  accountId: string,
  { invoiceId, month, orders }: { readonly invoiceId: string; readonly month: string; readonly orders: InvoicedOrders },
): Promise<number> {
  return db.run(sql`
    insert into invoice_charges (account_id, environment, report_id, kind, number, invoice_id)
    select l.account_id, l.environment, l.report_id, l.kind, l.number, ${invoiceId}::uuid
    ${ledger}
    where l.account_id = ${accountId} and l.environment = 'live' and l.kind in ('order', 'part_credit')
      and l.created_at < ${endOfMonth(month)} ${ordersOf(orders)}
      and (${chargedAmount} <> 0 or ${chargedFee} <> 0)
      and not ${isOnInvoice(sql`'order'`, sql`1`)} and not ${isOnInvoice(sql`l.kind`, sql`l.number`)}
      and not exists (
        select from charges k where (k.account_id, k.environment, k.report_id) = (l.account_id, l.environment, l.report_id)
          and k.kind = 'credit' and k.created_at < ${endOfMonth(month)})`);
}

/** What was credited whole after all of it had been credited in parts is worth nothing. */
const isWorth = sql`(l.amount_pence is null or l.amount_pence <> 0 or l.fee_pence <> 0)`;

/** The invoices of an account of whose lines something was credited that is on no credit note, by number. */
export async function findCreditedInvoices(db: Db, accountId: string): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select v.id from invoices v where v.account_id = ${accountId} and v.kind = 'invoice' and exists (
      select from invoice_charges o
      join charges l on (l.account_id, l.environment, l.report_id) = (o.account_id, o.environment, o.report_id)
      where o.account_id = v.account_id and o.invoice_id = v.id and o.kind = 'order'
        and l.kind in ('credit', 'part_credit') and ${isWorth} and not ${isOnInvoice(sql`l.kind`, sql`l.number`)})
    order by v.number`);
  return rows.map(({ id }) => id);
}

/** Puts what was credited of an invoice, and is on no credit note, on this one. */
export async function claimCredits(db: Db, accountId: string, invoiceId: string, creditNoteId: string): Promise<void> {
  await db.run(sql`
    insert into invoice_charges (account_id, environment, report_id, kind, number, invoice_id)
    select l.account_id, l.environment, l.report_id, l.kind, l.number, ${creditNoteId}::uuid
    from invoice_charges o
    join charges l on (l.account_id, l.environment, l.report_id) = (o.account_id, o.environment, o.report_id)
    where o.account_id = ${accountId} and o.invoice_id = ${invoiceId} and o.kind = 'order'
      and l.kind in ('credit', 'part_credit') and ${isWorth} and not ${isOnInvoice(sql`l.kind`, sql`l.number`)}`);
}

export interface ClaimedLine {
  readonly report_type_id: number;
  readonly kind: ChargedKind;
  readonly month: string;
  readonly price_pence: number;
  readonly fee_pence: number;
  readonly vat_percent: number;
  readonly quantity: number;
  readonly net_pence: number;
  readonly fees_pence: number;
  readonly vat_pence: number;
}

/** Summed by type, price, fee and rate. */
export function findClaimedLines(db: Db, accountId: string, invoiceId: string): Promise<ClaimedLine[]> {
  return db.rows<ClaimedLine>(sql`
    select r.report_type_id, l.kind, to_char(l.created_at at time zone 'Europe/London', 'YYYY-MM') as month,
      ${chargedAmount} as price_pence, ${chargedFee} as fee_pence, l.vat_percent, count(*) as quantity,
      sum(${chargedAmount}) as net_pence, sum(${chargedFee}) as fees_pence,
      ${vatOf(sql`sum(${chargedAmount})`, sql`l.vat_percent`)} as vat_pence
    ${ledger}
    join invoice_charges n on (n.account_id, n.environment, n.report_id, n.kind, n.number)
      = (l.account_id, l.environment, l.report_id, l.kind, l.number)
    where n.account_id = ${accountId} and n.invoice_id = ${invoiceId}
    group by 1, 2, 3, 4, 5, 6`);
}

export interface NewInvoice {
  readonly accountId: string;
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly number: number;
  readonly month: string;
  readonly isOfAccount: boolean;
  readonly subsidiaryId: string | null;
  readonly creditsId: string | null;
  readonly issuedOn: IsoDate;
  readonly dueOn: IsoDate | null;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly InvoiceLine[];
  readonly netPence: number;
  readonly feesPence: number;
  readonly vatPence: number;
  readonly issuedBy: string;
  readonly createdAt: Date;
}

export async function insertInvoice(db: Db, one: NewInvoice): Promise<void> {
  await db.run(sql`
    insert into invoices (account_id, id, kind, number, month, is_of_account, subsidiary_id, credits_id, issued_on, due_on,
      seller, buyer, lines, price_pence, fee_pence, vat_pence, issued_by, created_at)
    values (${one.accountId}, ${one.id}, ${one.kind}, ${one.number}, ${one.month}, ${one.isOfAccount}, ${one.subsidiaryId},
      ${one.creditsId}, ${one.issuedOn}, ${one.dueOn}, ${JSON.stringify(one.seller)}::jsonb,
      ${JSON.stringify(one.buyer)}::jsonb, ${JSON.stringify(one.lines)}::jsonb, ${one.netPence}, ${one.feesPence},
      ${one.vatPence}, ${one.issuedBy}, ${one.createdAt})`);
}

export interface InvoiceRow {
  readonly account_id: string;
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly number: number;
  readonly month: string;
  readonly is_of_account: boolean;
  readonly subsidiary_id: string | null;
  readonly issued_on: IsoDate;
  readonly due_on: IsoDate | null;
  readonly credited_number: number | null;
  readonly credited_on: IsoDate | null;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly InvoiceLine[];
  readonly price_pence: number;
  readonly fee_pence: number;
  readonly vat_pence: number;
  readonly marks: readonly {
    readonly kind: 'sent' | 'paid' | 'not_paid';
    readonly on: IsoDate;
    readonly reference: string;
    readonly by: string;
    readonly at: string;
  }[];
}

const found = sql`
  select v.account_id, v.id, v.kind, v.number, v.month, v.is_of_account, v.subsidiary_id, v.issued_on::text as issued_on,
    v.due_on::text as due_on, o.number as credited_number, o.issued_on::text as credited_on, v.seller, v.buyer, v.lines,
    v.price_pence, v.fee_pence, v.vat_pence,
    coalesce((select json_agg(json_build_object('kind', m.kind, 'on', m.marked_on, 'reference', m.reference, 'by', m.marked_by,
      'at', m.created_at) order by m.created_at, m.id) from invoice_marks m
      where (m.account_id, m.invoice_id) = (v.account_id, v.id)), '[]') as marks
  from invoices v left join invoices o on (o.account_id, o.id) = (v.account_id, v.credits_id)`;

/** Newest first. @param month `yyyy-mm`; undefined for all */
export function findInvoices(
  db: Db,
  accounts: DeskAccounts,
  { month, limit }: { readonly month: string | undefined; readonly limit: number },
): Promise<InvoiceRow[]> {
  return db.rows<InvoiceRow>(sql`
    ${found} where ${within(accounts, 'v.account_id')} ${month === undefined ? sql`` : sql`and v.month = ${month}`}
    order by v.created_at desc, v.kind, v.number desc limit ${limit}`);
}

export function findInvoice(db: Db, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  return db.row<InvoiceRow>(sql`${found} where v.account_id = ${accountId} and v.id = ${id}`);
}

/** Newest first. @param subsidiaryId for somebody who sees the orders of one alone */
export function findInvoicesOf(
  db: Db,
  accountId: string,
  subsidiaryId: string | null,
  limit: number,
): Promise<InvoiceRow[]> {
  return db.rows<InvoiceRow>(sql`
    ${found} where v.account_id = ${accountId}
      ${subsidiaryId === null ? sql`` : sql`and v.subsidiary_id = ${subsidiaryId}`}
    order by v.created_at desc, v.kind, v.number desc limit ${limit}`);
}

export async function hasInvoice(db: Db, accountId: string, month: string, orders: InvoicedOrders): Promise<boolean> {
  const row = await db.row(sql`
    select from invoices where account_id = ${accountId} and month = ${month} and kind = 'invoice'
      and subsidiary_id is not distinct from ${subsidiaryOf(orders)}::uuid`);
  return row !== undefined;
}

/** Those of the accounts that have an invoice of the month. */
export async function findInvoicedAccounts(db: Db, accounts: DeskAccounts, month: string): Promise<Set<string>> {
  const rows = await db.rows<{ account_id: string }>(sql`
    select distinct v.account_id from invoices v
    where ${within(accounts, 'v.account_id')} and v.month = ${month} and v.kind = 'invoice'`);
  return new Set(rows.map((row) => row.account_id));
}

export async function insertMark(
  db: Db,
  accountId: string,
  mark: {
    readonly id: string;
    readonly invoiceId: string;
    readonly kind: string;
    readonly on: IsoDate;
    readonly reference: string;
    readonly by: string;
    readonly at: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into invoice_marks (account_id, id, invoice_id, kind, marked_on, reference, marked_by, created_at)
    values (${accountId}, ${mark.id}, ${mark.invoiceId}, ${mark.kind}, ${mark.on}, ${mark.reference}, ${mark.by}, ${mark.at})`);
}
