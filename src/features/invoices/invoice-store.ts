// Rows of invoices and credit notes, and what was said about them.
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, rawSql, type Sql, sql } from '../../platform/db/database.ts';
import { isOfScope } from '../access/scope-queries.ts';
import { type DeskAccounts, within } from '../lists/work-queue-queries.ts';
import type { Buyer, InvoiceKind, InvoiceLine, Seller } from './invoice.ts';
import { type SettlementRow, settlementsOf } from './settlement-queries.ts';

/** The next number. Others who take one wait until the transaction ends: no number is skipped or used twice. */
export async function takeNumber(db: Db, kind: InvoiceKind): Promise<number> {
  const column = rawSql(kind);
  const row = await db.row<{ number: number }>(sql`
    update invoice_numbers set ${column} = ${column} + 1 returning ${column} as number`);
  return row!.number;
}

export interface NewInvoice {
  readonly accountId: string;
  readonly id: string;
  readonly kind: InvoiceKind;
  readonly number: number;
  readonly month: string;
  readonly isOfAccount: boolean;
  readonly subsidiaryId: string | null;
  readonly purchaseOrderKey: string | null;
  readonly creditsId: string | null;
  readonly replacesIds: readonly string[];
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
    insert into invoices (account_id, id, kind, number, month, is_of_account, subsidiary_id, purchase_order_key, credits_id, replaces_ids, issued_on, due_on,
      seller, buyer, lines, price_pence, fee_pence, vat_pence, issued_by, created_at)
    values (${one.accountId}, ${one.id}, ${one.kind}, ${one.number}, ${one.month}, ${one.isOfAccount}, ${one.subsidiaryId}, ${one.purchaseOrderKey},
      ${one.creditsId}, ${one.replacesIds}::uuid[], ${one.issuedOn}, ${one.dueOn}, ${JSON.stringify(one.seller)}::jsonb,
      ${JSON.stringify(one.buyer)}::jsonb, ${JSON.stringify(one.lines)}::jsonb, ${one.netPence}, ${one.feesPence},
      ${one.vatPence}, ${one.issuedBy}, ${one.createdAt})`);
}

interface OtherInvoice {
  readonly id: string;
  readonly number: number;
  readonly on: IsoDate;
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
  readonly credited_id: string | null;
  readonly credited_number: number | null;
  readonly credited_on: IsoDate | null;
  /** By number, as those that replaced it are. */
  readonly replaces: readonly OtherInvoice[];
  readonly replaced_by: readonly OtherInvoice[];
  readonly created_at: Date;
  readonly seller: Seller;
  readonly buyer: Buyer;
  readonly lines: readonly InvoiceLine[];
  readonly price_pence: number;
  readonly fee_pence: number;
  readonly vat_pence: number;
  /** Oldest first. */
  readonly settlements: readonly SettlementRow[];
  readonly marks: readonly {
    readonly kind: 'sent';
    readonly on: IsoDate;
    readonly reference: string;
    readonly by: string;
    readonly at: string;
  }[];
}

const others = (isOther: Sql): Sql => sql`
  coalesce((select json_agg(json_build_object('id', x.id, 'number', x.number, 'on', x.issued_on) order by x.number) from invoices x
    where x.account_id = v.account_id and ${isOther}), '[]')`;

const found = sql`
  select v.account_id, v.id, v.kind, v.number, v.month, v.is_of_account, v.subsidiary_id, v.issued_on::text as issued_on,
    v.due_on::text as due_on, o.id as credited_id, o.number as credited_number, o.issued_on::text as credited_on,
    ${others(sql`x.id = any (v.replaces_ids)`)} as replaces,
    -- Looked for only where something was reopened: it reads all invoices of the account.
    case when exists (select from reopened_charges r where (r.account_id, r.invoice_id) = (v.account_id, v.id))
      then ${others(sql`v.id = any (x.replaces_ids)`)} else '[]' end as replaced_by, v.created_at, v.seller, v.buyer, v.lines,
    v.price_pence, v.fee_pence, v.vat_pence,
    ${settlementsOf(sql`v.account_id`, sql`t.invoice_id = v.id or t.credit_note_id = v.id`)} as settlements,
    coalesce((select json_agg(json_build_object('kind', m.kind, 'on', m.marked_on, 'reference', m.reference, 'by', m.marked_by,
      'at', m.created_at) order by m.created_at, m.id) from invoice_marks m
      where (m.account_id, m.invoice_id) = (v.account_id, v.id)), '[]') as marks
  from invoices v left join invoices o on (o.account_id, o.id) = (v.account_id, v.credits_id)`;

/** Of which month: that which they charge, or that in which they were issued. */
export interface InvoiceMonth {
  readonly by: 'charged' | 'issued';
  /** `yyyy-mm` */
  readonly month: string;
}

function inMonth({ by, month }: InvoiceMonth): Sql {
  if (by === 'charged') return sql`and v.month = ${month}`;
  return sql`and v.issued_on >= ${`${month}-01`}::date and v.issued_on < ${`${month}-01`}::date + interval '1 month'`;
}

export interface InvoicePage {
  readonly offset: number;
  readonly limit: number;
}

const paged = ({ offset, limit }: InvoicePage): Sql => sql`offset ${offset} limit ${limit}`;

const newestFirst = sql`order by v.created_at desc, v.kind, v.number desc`;

const asAsked = (accounts: DeskAccounts, asked: InvoiceMonth | undefined): Sql =>
  sql`where ${within(accounts, 'v.account_id')} ${asked === undefined ? sql`` : inMonth(asked)}`;

/** Newest first. @param asked all if undefined */
export function findInvoices(
  db: Db,
  accounts: DeskAccounts,
  asked: InvoiceMonth | undefined,
  page: InvoicePage,
): Promise<InvoiceRow[]> {
  return db.rows<InvoiceRow>(sql`${found} ${asAsked(accounts, asked)} ${newestFirst} ${paged(page)}`);
}

export interface InvoiceSums {
  readonly kind: InvoiceKind;
  readonly count: number;
  readonly net_pence: number;
  readonly fees_pence: number;
  readonly vat_pence: number;
}

/** One row for invoices, then one for credit notes; without a row where there are none. */
export function findInvoiceSums(db: Db, accounts: DeskAccounts, asked: InvoiceMonth): Promise<InvoiceSums[]> {
  return db.rows<InvoiceSums>(sql`
    select v.kind, count(*)::integer as count, sum(v.price_pence)::bigint as net_pence,
      sum(v.fee_pence)::bigint as fees_pence, sum(v.vat_pence)::bigint as vat_pence
    from invoices v ${asAsked(accounts, asked)} group by v.kind order by v.kind desc`);
}

/**
 * What each account was invoiced for a month, VAT and fees included, without credit notes and what they credited to be issued again.
 * @param month `yyyy-mm`
 */
export async function findInvoicedOf(
  db: Db,
  accounts: DeskAccounts,
  month: string,
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.rows<{ id: string; pence: number }>(sql`
    select v.account_id as id, sum(v.price_pence + v.fee_pence + v.vat_pence)::bigint as pence
    from invoices v where ${within(accounts, 'v.account_id')} and v.month = ${month} and v.kind = 'invoice' and not exists (
      select from reopened_charges x where (x.account_id, x.invoice_id) = (v.account_id, v.id))
    group by v.account_id`);
  return new Map(rows.map(({ id, pence }) => [id, pence]));
}

/**
 * The invoices that are not paid in full, by the day on which they are due; or the credit notes that have money left to set
 * against an invoice or to pay back, oldest first.
 */
export function findOpenDocuments(db: Db, accounts: DeskAccounts, kind: InvoiceKind): Promise<InvoiceRow[]> {
  const source = kind === 'invoice' ? sql`t.invoice_id` : sql`t.credit_note_id`;
  return db.rows<InvoiceRow>(sql`
    ${found} where ${within(accounts, 'v.account_id')} and v.kind = ${kind}
      and abs(v.price_pence + v.fee_pence + v.vat_pence) > coalesce((
        select sum(t.amount_pence) from settlements t where (t.account_id, ${source}) = (v.account_id, v.id)), 0)
    order by v.due_on, v.number`);
}

/** Oldest first: what is issued meanwhile shifts nothing. @param after the last one of the part before */
export function findInvoicesAfter(
  db: Db,
  accounts: DeskAccounts,
  asked: InvoiceMonth | undefined,
  { after, limit }: { readonly after: InvoiceRow | undefined; readonly limit: number },
): Promise<InvoiceRow[]> {
  return db.rows<InvoiceRow>(sql`
    ${found} ${asAsked(accounts, asked)}
      ${after === undefined ? sql`` : sql`and (v.created_at, v.id) > (${after.created_at}, ${after.id})`}
    order by v.created_at, v.id limit ${limit}`);
}

export function findInvoice(db: Db, accountId: string, id: string): Promise<InvoiceRow | undefined> {
  return db.row<InvoiceRow>(sql`${found} where v.account_id = ${accountId} and v.id = ${id}`);
}

/** Newest first. @param subsidiaryIds for somebody who sees the orders of these alone */
export function findInvoicesOf(
  db: Db,
  accountId: string,
  subsidiaryIds: readonly string[] | null,
  page: InvoicePage,
): Promise<InvoiceRow[]> {
  return db.rows<InvoiceRow>(sql`
    ${found} where v.account_id = ${accountId}
      and ${isOfScope({ subsidiaryIds }, sql`v.subsidiary_id`)}
    ${newestFirst} ${paged(page)}`);
}

/** The lines of every credit note of an invoice. */
export async function findCreditNoteLines(db: Db, accountId: string, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await db.rows<{ lines: readonly InvoiceLine[] }>(sql`
    select v.lines from invoices v where v.account_id = ${accountId} and v.credits_id = ${invoiceId} and v.kind = 'credit_note'`);
  return rows.flatMap(({ lines }) => lines);
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
