// Records receipts, and sets them and credit notes against invoices.
import { type Authority, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { demand } from '../access/permissions.ts';
import { lockAccount } from '../accounts/account-actions.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { Invoice, PaymentMethod } from '../invoices/invoice.ts';
import { listUnpaidInvoices, longestReference, readInvoice } from '../invoices/invoice-actions.ts';
import { leftOf, settledOf } from '../invoices/invoice-rules.ts';
import { settlementOf, storeSettlement } from '../invoices/settlement-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import type { Payment, Receipt } from './payment.ts';
import { isSamePayment, type PaymentFacts, type Share, suggestShares } from './payment-rules.ts';
import {
  type AskedPayments,
  findReceipt,
  findReceipts,
  findReceiptsLike,
  insertReceipt,
  type ReceiptRow,
} from './payment-store.ts';
import { openReference, sealReference } from './receipt-vault.ts';

/** Of an account as a whole: who sees some subsidiaries alone sees no receipt. */
export type Caller = OrderScope & Authority;
type Reader = Pick<Ctx, 'db' | 'keys'>;

const receiptOf = async (ctx: Pick<Ctx, 'keys'>, accountId: string, row: ReceiptRow): Promise<Receipt> => ({
  ...{ id: row.id, on: row.on, pence: row.pence, method: row.method },
  reference: await openReference(ctx, [accountId, row.id], row.sealed_reference),
  takenBack: row.reason === null ? null : { reason: row.reason, on: row.taken_back_on! },
  settlements: row.settlements.map(settlementOf),
});

function paymentOfReceipt(receipt: Receipt): Payment {
  const { id, on, pence, settlements } = receipt;
  const leftPence = receipt.takenBack === null ? pence - settledOf(receipt) : 0;
  return { source: 'receipt', id, number: null, on, pence, leftPence, settlements, receipt };
}

const paymentOfNote = (note: Invoice): Payment => ({
  ...{ source: 'credit_note', id: note.id, number: note.number, on: note.issuedOn, pence: -note.totalPence },
  ...{ leftPence: leftOf(note), settlements: note.settlements, receipt: null },
});

/** The receipts of an account, newest first. */
export async function listReceipts(
  ctx: Reader,
  caller: Caller,
  page: { readonly offset: number; readonly limit: number },
): Promise<Payment[]> {
  demand(caller, 'read_charges');
  const rows = await findReceipts(ctx.db, caller.accountId, page);
  return Promise.all(rows.map(async (row) => paymentOfReceipt(await receiptOf(ctx, caller.accountId, row))));
}

/** A receipt or a credit note. Refuses with `not_found`. */
export async function readPayment(ctx: Reader, caller: Caller, id: string | undefined): Promise<Payment> {
  demand(caller, 'read_charges');
  const row = isUuid(id) ? await findReceipt(ctx.db, caller.accountId, id) : undefined;
  if (row !== undefined) return paymentOfReceipt(await receiptOf(ctx, caller.accountId, row));
  const note = await readInvoice(ctx, caller, id);
  if (note.kind !== 'credit_note') throw new Refusal('not_found');
  return paymentOfNote(note);
}

export interface ReceiptArguments {
  /** As it was typed. */
  readonly on: string;
  /** Undefined for nothing, NaN for a text that is no amount. */
  readonly pence: number | undefined;
  readonly method: PaymentMethod | undefined;
  readonly reference: string;
  /** What is set against which invoices; as `suggestShares` says if undefined. */
  readonly shares: readonly { readonly invoiceId: string; readonly pence: number | undefined }[] | undefined;
}

function receiptProblems({ pence, method, reference }: ReceiptArguments, on: IsoDate | undefined, today: IsoDate) {
  const problems = new Problems();
  if (on === undefined) problems.add('on', 'must be a date');
  else if (on > today) problems.add('on', 'must not be after today');
  if (pence === undefined) problems.add('amount', "can't be blank");
  else if (!Number.isSafeInteger(pence) || pence <= 0) problems.add('amount', 'must be in pounds, such as 45.00');
  if (method === undefined) problems.add('method', "can't be blank");
  if (isLongerThan(reference, longestReference))
    problems.add('reference', `must have at most ${longestReference} characters`);
  return problems;
}

/** The shares as they can be stored, of what the account owes at this moment. */
async function sharesOf(tx: Ctx, caller: Caller, given: ReceiptArguments, problems: Problems): Promise<Share[]> {
  const unpaid = await listUnpaidInvoices(tx, caller, [caller.accountId]);
  if (given.shares === undefined) return suggestShares(given.pence ?? 0, given.reference, unpaid);
  const shares = given.shares.flatMap(({ invoiceId, pence }) => (pence === undefined ? [] : [{ invoiceId, pence }]));
  for (const { invoiceId, pence } of shares) {
    const invoice = unpaid.find(({ id }) => id === invoiceId);
    const left = invoice === undefined ? 0 : leftOf(invoice);
    if (!Number.isSafeInteger(pence) || pence < 0)
      problems.add(`share-${invoiceId}`, 'must be in pounds, such as 45.00');
    else if (pence > left)
      problems.add(`share-${invoiceId}`, `must be at most ${inPounds(left)}, which is left to pay`);
  }
  const sum = shares.reduce((all, { pence }) => all + pence, 0);
  if (Number.isSafeInteger(given.pence) && sum > given.pence!)
    problems.add('amount', `must be at least ${inPounds(sum)}, which is set against the invoices below`);
  return shares.filter(({ pence }) => pence > 0);
}

/** What the history says of it. */
const allocated = (number: string | null, pence: number, creditNote: string | null) => ({
  ...{ number, amount_pence: pence },
  ...(creditNote !== null && { credit_note: creditNote }),
});

/** Those that count, with what tells them from others. */
export async function readPaymentsLike(
  ctx: Reader,
  accounts: DeskAccounts,
  asked: AskedPayments,
): Promise<PaymentFacts[]> {
  const rows = await findReceiptsLike(ctx.db, accounts, asked);
  return Promise.all(
    rows.map(async ({ account_id, id, on, pence, sealed_reference }) => ({
      ...{ on, pence, reference: await openReference(ctx, [account_id, id], sealed_reference) },
    })),
  );
}

/**
 * Records money that came in, and sets it against invoices; what is over stays unallocated. Whoever records another one at the
 * same time waits, so that no invoice is paid twice. Returns its id. Refuses with `invalid_fields` (on, amount, method,
 * reference, share-ID; another where one like it is recorded; over where it is more than all that is left to pay).
 * @param sure whoever records it says that it is another payment than the one like it, or that it is so much
 */
export async function recordReceipt(
  ctx: Ctx,
  caller: Caller,
  given: ReceiptArguments,
  sure: { readonly isAnother?: boolean; readonly isOver?: boolean } = {},
): Promise<string> {
  demand(caller, 'manage_agreements');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    if (sure.isAnother !== true) await refuseLike(tx, caller, given);
    if (sure.isOver !== true) await refuseOver(tx, caller, given);
    return storeReceipt(tx, caller, given);
  });
}

async function refuseLike(tx: Ctx, { accountId }: Caller, { on: typed, pence, reference }: ReceiptArguments) {
  const on = parseDate(typed);
  if (on === undefined || !Number.isSafeInteger(pence) || pence === undefined) return;
  const recorded = await readPaymentsLike(tx, [accountId], { from: on, to: on, pence: [pence] });
  const problems = new Problems();
  if (recorded.some((one) => isSamePayment(one, { on, pence, reference }))) problems.add('another', "can't be blank");
  problems.refuse('invalid_fields');
}

const total = (unpaid: readonly Invoice[]) => unpaid.reduce((sum, invoice) => sum + leftOf(invoice), 0);

/** More than everything that is left to pay is often mistyped. */
async function refuseOver(tx: Ctx, caller: Caller, { pence }: ReceiptArguments): Promise<void> {
  if (pence === undefined || !Number.isSafeInteger(pence)) return;
  const problems = new Problems();
  if (pence > total(await listUnpaidInvoices(tx, caller, [caller.accountId]))) problems.add('over', "can't be blank");
  problems.refuse('invalid_fields');
}

/** As `recordReceipt`, for a caller who has checked the permission and locked the account in this transaction. */
export async function storeReceipt(tx: Ctx, caller: Caller, given: ReceiptArguments): Promise<string> {
  const on = parseDate(given.on);
  const problems = receiptProblems(given, on, ukDateOf(tx.now()));
  const shares = await sharesOf(tx, caller, given, problems);
  problems.refuse('invalid_fields');
  const { method, reference } = given;
  const receipt = { id: tx.newId(), on: on!, pence: given.pence!, method: method! };
  const sealed_reference = await sealReference(tx, [caller.accountId, receipt.id], reference);
  await insertReceipt(tx.db, caller.accountId, { ...receipt, sealed_reference, by: caller.actor, at: tx.now() });
  for (const share of shares)
    await storeSettlement(tx, caller.accountId, caller, { source: 'receipt', sourceId: receipt.id, ...share });
  await storeAccountEvent(tx, caller.accountId, caller, {
    type: 'account.receipt_recorded',
    resourceId: caller.accountId,
    detail: { amount_pence: receipt.pence, on, method },
  });
  return receipt.id;
}

/**
 * Sets what is left of a receipt or a credit note against an invoice, or records that it was paid back to the client.
 * Refuses with `invalid_fields` (target, amount, on).
 * @param target the id of an invoice, or `client` @param on as it was typed: the day on which it was paid back
 */
export function allocatePayment(
  ctx: Ctx,
  caller: Caller,
  id: string | undefined,
  {
    target,
    pence,
    on: typed = '',
  }: { readonly target: string; readonly pence: number | undefined; readonly on?: string },
): Promise<void> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const payment = await readPayment(tx, caller, id);
    const unpaid = await listUnpaidInvoices(tx, caller, [caller.accountId]);
    const invoice = unpaid.find((one) => one.id === target);
    const problems = new Problems();
    if (target === '') problems.add('target', "can't be blank");
    else if (target !== 'client' && invoice === undefined) problems.add('target', 'is not unpaid any more');
    const most = Math.min(payment.leftPence, invoice === undefined ? payment.leftPence : leftOf(invoice));
    if (pence === undefined) problems.add('amount', "can't be blank");
    else if (!Number.isSafeInteger(pence) || pence <= 0) problems.add('amount', 'must be in pounds, such as 45.00');
    else if (pence > most) problems.add('amount', `must be at most ${inPounds(most)}, which is left`);
    const on = target === 'client' ? parseDate(typed) : undefined;
    if (target === 'client' && (on === undefined || on < payment.on || on > ukDateOf(tx.now())))
      problems.add('on', `must be a day from ${formatLongDate(payment.on)} to today`);
    problems.refuse('invalid_fields');
    await allocate(tx, caller, payment, invoice ?? null, { pence: pence!, on });
  });
}

async function allocate(
  tx: Ctx,
  caller: Caller,
  { source, id: sourceId, number }: Payment,
  invoice: Pick<Invoice, 'id' | 'number'> | null,
  { pence, on }: { readonly pence: number; readonly on?: IsoDate | undefined },
): Promise<void> {
  await storeSettlement(tx, caller.accountId, caller, { source, sourceId, invoiceId: invoice?.id ?? null, pence, on });
  await storeAccountEvent(tx, caller.accountId, caller, {
    type: 'account.payment_allocated',
    resourceId: caller.accountId,
    detail: allocated(invoice?.number ?? null, pence, number),
  });
}

/** Takes an allocation or a repayment back: the amount is unallocated again. A write-off is taken back whole. @param target as for `allocatePayment` */
export function undoAllocation(ctx: Ctx, caller: Caller, id: string | undefined, target: string): Promise<void> {
  demand(caller, 'manage_agreements');
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, caller.accountId);
    const payment = await readPayment(tx, caller, id);
    const set = payment.settlements.find(({ invoiceId }) => (invoiceId ?? 'client') === target);
    // Somebody else undid it meanwhile.
    if (set === undefined || set.isWriteOff) return;
    const invoice = set.invoiceId === null ? null : { id: set.invoiceId, number: set.invoice! };
    await allocate(tx, caller, payment, invoice, { pence: -set.pence });
  });
}
