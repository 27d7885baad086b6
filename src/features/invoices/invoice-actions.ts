// Reads invoices and credit notes, and records that they were sent and paid.
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { type IsoDate, parseDate } from '../../lib/dates.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { renderPdf } from '../../platform/pdf/pdf.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { isInScope } from '../access/scope-rules.ts';
import type { AttachmentsOf } from '../emails/email-attachments.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import { type Charge, readCharges } from '../lists/charge-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { Invoice } from './invoice.ts';
import { DOCUMENT, documentData, ordersData } from './invoice-document.ts';
import { leftOf, numberText, statusOf } from './invoice-rules.ts';
import {
  findInvoice,
  findInvoicedOf,
  findInvoiceSums,
  findInvoices,
  findInvoicesAfter,
  findInvoicesOf,
  findOpenDocuments,
  type InvoiceMonth,
  type InvoicePage,
  type InvoiceRow,
  type InvoiceSums,
  insertMark,
} from './invoice-store.ts';
import { settlementOf } from './settlement-actions.ts';

const INVOICES_PER_READ = 200;
/** Lines of the ledger: a document takes two milliseconds for each, in which nothing else is done. */
export const MOST_LISTED = 1000;

const otherInvoice = ({ id, number, on }: InvoiceRow['replaces'][number]) => ({
  ...{ id, number: numberText('invoice', number), issuedOn: on },
});

const invoiceOf = (row: InvoiceRow): Invoice => ({
  accountId: row.account_id,
  id: row.id,
  subsidiaryId: row.subsidiary_id,
  kind: row.kind,
  number: numberText(row.kind, row.number),
  month: row.month,
  issuedOn: row.issued_on,
  dueOn: row.due_on,
  credits:
    row.credited_number === null
      ? null
      : { id: row.credited_id!, number: numberText('invoice', row.credited_number), issuedOn: row.credited_on! },
  replaces: row.replaces.map(otherInvoice),
  replacedBy: row.replaced_by.map(otherInvoice),
  seller: row.seller,
  buyer: row.buyer,
  lines: row.lines,
  netPence: row.price_pence,
  feesPence: row.fee_pence,
  vatPence: row.vat_pence,
  totalPence: row.price_pence + row.fee_pence + row.vat_pence,
  settlements: row.settlements.map(settlementOf),
  marks: row.marks.map((mark) => ({ ...mark, at: new Date(mark.at) })),
});

/** Of several accounts, newest first. @param asked of all months if undefined */
export async function listInvoices(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  asked: InvoiceMonth | undefined,
  page: InvoicePage,
): Promise<Invoice[]> {
  demand(by, 'read_charges');
  return (await findInvoices(ctx.db, accounts, asked, page)).map(invoiceOf);
}

/** What the invoices, and the credit notes, of a month come to: one of each kind that there is. */
export function readInvoiceSums(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  asked: InvoiceMonth,
): Promise<InvoiceSums[]> {
  demand(by, 'read_charges');
  return findInvoiceSums(ctx.db, accounts, asked);
}

/** What each of these accounts was invoiced for a month, in pence with VAT and fees. @param month `yyyy-mm` */
export function readInvoicedOf(ctx: Pick<Ctx, 'db'>, by: Asker, accounts: DeskAccounts, month: string) {
  demand(by, 'read_charges');
  return findInvoicedOf(ctx.db, accounts, month);
}

/** Of several accounts, those of which something is left to pay, the one that was due first before others. */
export async function listUnpaidInvoices(ctx: Pick<Ctx, 'db'>, by: Asker, accounts: DeskAccounts): Promise<Invoice[]> {
  demand(by, 'read_charges');
  return (await findOpenDocuments(ctx.db, accounts, 'invoice')).map(invoiceOf);
}

/** What is left to pay of the invoices of an account that the caller sees, and how much of it is overdue. */
export async function readUnpaidOf(
  ctx: Pick<Ctx, 'db' | 'now'>,
  caller: OrderScope & Authority,
): Promise<{ readonly leftPence: number; readonly overduePence: number }> {
  const seen = (await listUnpaidInvoices(ctx, caller, [caller.accountId])).filter(({ subsidiaryId }) =>
    isInScope(caller, subsidiaryId),
  );
  const sum = (of: readonly Invoice[]) => of.reduce((all, one) => all + leftOf(one), 0);
  const today = ukDateOf(ctx.now());
  return { leftPence: sum(seen), overduePence: sum(seen.filter((one) => statusOf(one, today) === 'overdue')) };
}

/** The credit notes of these accounts that have money left to set against an invoice or to pay back, oldest first. */
export async function listOpenCreditNotes(ctx: Pick<Ctx, 'db'>, by: Asker, accounts: DeskAccounts): Promise<Invoice[]> {
  demand(by, 'read_charges');
  return (await findOpenDocuments(ctx.db, accounts, 'credit_note')).map(invoiceOf);
}

/** Every one, oldest first, in parts. @param asked of all months if undefined */
export async function* readInvoices(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accounts: DeskAccounts,
  asked?: InvoiceMonth,
): AsyncGenerator<readonly Invoice[]> {
  demand(by, 'read_charges');
  let after: InvoiceRow | undefined;
  do {
    const rows = await findInvoicesAfter(ctx.db, accounts, asked, { after, limit: INVOICES_PER_READ });
    if (rows.length > 0) yield rows.map(invoiceOf);
    after = rows.length < INVOICES_PER_READ ? undefined : rows.at(-1);
  } while (after !== undefined);
}

/** Those of an account that the caller sees, newest first: somebody of some subsidiaries sees theirs alone. */
export async function listInvoicesOf(
  ctx: Pick<Ctx, 'db'>,
  caller: OrderScope & Authority,
  page: InvoicePage,
): Promise<Invoice[]> {
  demand(caller, 'read_charges');
  return (await findInvoicesOf(ctx.db, caller.accountId, caller.subsidiaryIds, page)).map(invoiceOf);
}

/** Refuses with `not_found`, also one that the caller does not see. */
export async function readInvoice(
  ctx: Pick<Ctx, 'db'>,
  caller: OrderScope & Authority,
  id: string | undefined,
): Promise<Invoice> {
  demand(caller, 'read_charges');
  const row = isUuid(id) ? await findInvoice(ctx.db, caller.accountId, id) : undefined;
  if (row === undefined || !isInScope(caller, row.subsidiary_id)) throw new Refusal('not_found');
  return invoiceOf(row);
}

/**
 * The invoice as a PDF: made again from what was stored, which never changes. Then its orders, by the client's references as
 * long as they are kept; not more than a document can hold.
 */
export async function renderInvoice(ctx: Ctx, by: Authority, invoice: Invoice): Promise<Buffer> {
  const scope = { ...by, accountId: invoice.accountId, environment: 'live', subsidiaryIds: null } as const;
  return renderDocument(invoice, await listedCharges(ctx, scope, invoice.id));
}

/** The charges on an invoice, as far as its document lists them, and one more if there are more. */
export async function listedCharges(ctx: Ctx, scope: OrderScope & Authority, invoiceId: string): Promise<Charge[]> {
  const charges: Charge[] = [];
  for await (const part of readCharges(ctx, scope, { invoiceId }, MOST_LISTED + 1)) charges.push(...part);
  return charges;
}

export function renderDocument(invoice: Invoice, charges: readonly Charge[], isDraft = false): Promise<Buffer> {
  const data = { ...documentData(invoice, isDraft), ...ordersData(charges, MOST_LISTED) };
  return renderPdf({ template: DOCUMENT, data });
}

/** The PDF of the invoice that a mail announces. */
export const invoiceAttachments: AttachmentsOf = async (ctx, { accountId }, { invoiceId }) => {
  if (invoiceId === undefined) return [];
  const by = { accountId, environment: 'live', subsidiaryIds: null, actor: 'system' } as const;
  const invoice = await readInvoice(ctx, by, invoiceId);
  const content = await renderInvoice(ctx, by, invoice);
  return [{ filename: `${invoice.number}.pdf`, contentType: 'application/pdf', content }];
};

export interface SendingArguments {
  /** As it was typed. */
  readonly on: string;
  readonly reference: string;
}

export const longestReference = 100;

function sendingProblems({ reference }: SendingArguments, on: IsoDate | undefined, invoice: Invoice, today: IsoDate) {
  const problems = new Problems();
  if (on === undefined) problems.add('on', 'must be a date');
  else if (on > today) problems.add('on', 'must not be after today');
  else if (on < invoice.issuedOn) problems.add('on', 'must not be before the day on which it was issued');
  if (isLongerThan(reference, longestReference))
    problems.add('reference', `must have at most ${longestReference} characters`);
  return problems;
}

/** Records that it was sent by other means than the mail. Refuses with `invalid_fields` (on, reference). */
export async function markSent(
  ctx: Ctx,
  caller: OrderScope & Authority,
  id: string | undefined,
  given: SendingArguments,
): Promise<void> {
  demand(caller, 'manage_agreements');
  const invoice = await readInvoice(ctx, caller, id);
  const on = parseDate(given.on);
  sendingProblems(given, on, invoice, ukDateOf(ctx.now())).refuse('invalid_fields');
  await inTransaction(ctx, async (tx) => {
    const at = tx.now();
    const mark = { id: tx.newId(), invoiceId: invoice.id, kind: 'sent', on: on!, reference: given.reference };
    await insertMark(tx.db, caller.accountId, { ...mark, by: caller.actor, at });
    await storeAccountEvent(tx, caller.accountId, caller, {
      type: 'account.invoice_marked',
      resourceId: caller.accountId,
      detail: { number: invoice.number, as: 'sent', on },
    });
  });
}
