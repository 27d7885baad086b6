// Rows of suppliers' invoices, which belong to no account: their lines, and what was decided about them.
import type { Actor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { type Db, type Sql, sql } from '../../platform/db/database.ts';
import type { ComparedLine } from './invoice-line-rules.ts';
import type { LineDecision, LineFinding, SupplierInvoiceMark } from './supplier-invoice.ts';

/** Two invoices of a supplier that are loaded at once would not see what the other one charges. */
export async function lockInvoicesOf(db: Db, supplierId: string): Promise<void> {
  await db.run(sql`select pg_advisory_xact_lock(hashtext('supplier_invoices'), hashtext(${supplierId}))`);
}

export interface NewSupplierInvoice {
  readonly id: string;
  readonly supplier: { readonly id: string; readonly version: number };
  readonly number: string;
  readonly datedOn: IsoDate;
  readonly sentFrom: IsoDate;
  readonly sentTo: IsoDate;
  readonly by: Actor;
  readonly at: Date;
}

export async function insertSupplierInvoice(
  db: Db,
  one: NewSupplierInvoice,
  lines: readonly ComparedLine[],
): Promise<void> {
  await db.run(sql`
    insert into supplier_invoices (id, supplier_id, supplier_version, number, dated_on, sent_from, sent_to, loaded_by, loaded_at)
    values (${one.id}, ${one.supplier.id}, ${one.supplier.version}, ${one.number}, ${one.datedOn}, ${one.sentFrom},
      ${one.sentTo}, ${one.by}, ${one.at})`);
  await db.run(sql`
    insert into supplier_invoice_lines (invoice_id, line, request_id, number, found, claimed_pence, expected_pence)
    select ${one.id}::uuid, l.line, l."requestId", l.number, l.found, l."claimedPence", l."expectedPence"
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (line integer, "requestId" uuid, number text, found text, "claimedPence" integer, "expectedPence" integer)`);
}

export interface SupplierInvoiceRow {
  readonly id: string;
  readonly supplier_id: string;
  readonly number: string;
  readonly dated_on: IsoDate;
  readonly sent_from: IsoDate;
  readonly sent_to: IsoDate;
  readonly loaded_by: Actor;
  readonly loaded_at: Date;
  /** The newest mark; null if there is none. */
  readonly mark: SupplierInvoiceMark | null;
  readonly marked_on: IsoDate | null;
}

const lastMark = sql`
  select m.kind, m.marked_on from supplier_invoice_marks m where m.invoice_id = v.id
  order by m.marked_at desc, m.id desc limit 1`;

const invoices = sql`
  select v.id, v.supplier_id, v.number, v.dated_on, v.sent_from, v.sent_to, v.loaded_by, v.loaded_at, m.kind as mark, m.marked_on
  from supplier_invoices v left join lateral (${lastMark}) m on true`;

/** The newest first. */
export const findSupplierInvoices = (db: Db, supplierId: string): Promise<SupplierInvoiceRow[]> =>
  db.rows<SupplierInvoiceRow>(sql`
    ${invoices} where v.supplier_id = ${supplierId} order by v.dated_on desc, v.loaded_at desc, v.id`);

export const findSupplierInvoice = (db: Db, id: string): Promise<SupplierInvoiceRow | undefined> =>
  db.row<SupplierInvoiceRow>(sql`${invoices} where v.id = ${id}`);

export interface InvoiceLineRow {
  readonly invoice_id: string;
  readonly line: number;
  readonly request_id: string | null;
  readonly number: string;
  readonly found: LineFinding;
  readonly claimed_pence: number;
  readonly expected_pence: number | null;
  readonly decision: LineDecision | null;
  readonly words: string | null;
  /** The invoice of the first other line that charges the same work; null if there is none. */
  readonly earlier_number: string | null;
}

const isDiscarded = (invoiceId: Sql): Sql => sql`coalesce((
  select m.kind = 'discarded' from supplier_invoice_marks m where m.invoice_id = ${invoiceId}
  order by m.marked_at desc, m.id desc limit 1), false)`;

const lastDecision = sql`
  select d.decision, d.words from supplier_invoice_decisions d where (d.invoice_id, d.line) = (l.invoice_id, l.line)
  order by d.decided_at desc, d.id desc limit 1`;

/** In the order of the spreadsheet. */
export const findInvoiceLines = (db: Db, invoiceIds: readonly string[]): Promise<InvoiceLineRow[]> =>
  db.rows<InvoiceLineRow>(sql`
    select l.invoice_id, l.line, l.request_id, l.number, l.found, l.claimed_pence, l.expected_pence, d.decision, d.words,
      case when l.found = 'twice' then (
        select v.number from supplier_invoice_lines o join supplier_invoices v on v.id = o.invoice_id
        where o.request_id = l.request_id and (o.invoice_id, o.line) <> (l.invoice_id, l.line) and not ${isDiscarded(sql`v.id`)}
        order by v.loaded_at, o.line limit 1) end as earlier_number
    from supplier_invoice_lines l left join lateral (${lastDecision}) d on true
    where l.invoice_id = any (${invoiceIds}::uuid[]) order by l.invoice_id, l.line`);

export interface ChargingLineRow {
  readonly request_id: string;
  readonly found: LineFinding;
  readonly claimed_pence: number;
  readonly expected_pence: number;
  readonly decision: LineDecision | null;
  readonly is_discarded: boolean;
}

/** Every line that charges these requests, the oldest first. */
export const findChargingLines = (db: Db, requestIds: readonly string[]): Promise<ChargingLineRow[]> =>
  db.rows<ChargingLineRow>(sql`
    select l.request_id, l.found, l.claimed_pence, l.expected_pence, d.decision, ${isDiscarded(sql`l.invoice_id`)} as is_discarded
    from supplier_invoice_lines l join supplier_invoices v on v.id = l.invoice_id
    left join lateral (${lastDecision}) d on true
    where l.request_id = any (${requestIds}::uuid[]) order by v.loaded_at, v.id, l.line`);

export interface ChargedRequests {
  /** Those that stand on an invoice, whatever was decided about it. */
  readonly named: ReadonlySet<string>;
  /** Those of which something is or may be paid: of another price that is disputed, what was agreed before. */
  readonly paid: ReadonlySet<string>;
}

/** Among these requests, without the invoices that were loaded by mistake. */
export async function findChargedRequests(db: Db, requestIds: readonly string[]): Promise<ChargedRequests> {
  const rows = await db.rows<{ request_id: string; is_paid: boolean }>(sql`
    select l.request_id, bool_or(d.decision is distinct from 'disputed' or l.found = 'price') as is_paid
    from supplier_invoice_lines l left join lateral (${lastDecision}) d on true
    where l.request_id = any (${requestIds}::uuid[]) and l.found <> 'credited' and not ${isDiscarded(sql`l.invoice_id`)}
    group by l.request_id`);
  const idsOf = (of: readonly { readonly request_id: string }[]) => new Set(of.map(({ request_id }) => request_id));
  return { named: idsOf(rows), paid: idsOf(rows.filter(({ is_paid }) => is_paid)) };
}

export interface NewDecision {
  readonly id: string;
  readonly line: number;
}

export async function insertDecisions(
  db: Db,
  invoiceId: string,
  lines: readonly NewDecision[],
  given: { readonly decision: LineDecision; readonly words: string; readonly by: Actor; readonly at: Date },
): Promise<void> {
  await db.run(sql`
    insert into supplier_invoice_decisions (id, invoice_id, line, decision, words, decided_by, decided_at)
    select n.id, ${invoiceId}::uuid, n.line, ${given.decision}, ${given.words}, ${given.by}, ${given.at}
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as n (id uuid, line integer)`);
}

export async function insertSupplierInvoiceMark(
  db: Db,
  mark: {
    readonly id: string;
    readonly invoiceId: string;
    readonly kind: SupplierInvoiceMark;
    readonly on: IsoDate;
    readonly words: string;
    readonly by: Actor;
    readonly at: Date;
  },
): Promise<void> {
  await db.run(sql`
    insert into supplier_invoice_marks (id, invoice_id, kind, marked_on, words, marked_by, marked_at)
    values (${mark.id}, ${mark.invoiceId}, ${mark.kind}, ${mark.on}, ${mark.words}, ${mark.by}, ${mark.at})`);
}
