// What an export has of money: invoices with their reminders, payments, purchase orders, and what was asked about charges.
import type { Ctx } from '../../context.ts';
import { CSV_START, type CsvColumns, csvLines } from '../../lib/csv.ts';
import { amountText } from '../../lib/money.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { disputeReasonWords } from '../../messages/en-credits.ts';
import type { ZipEntry } from '../../platform/files/zip-archive.ts';
import { type Dispute, readDisputesOfOrders } from '../charge-disputes/dispute-actions.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { readInvoices } from '../invoices/invoice-actions.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import type { ArchiveReader } from '../lists/results-archive-actions.ts';
import type { Payment } from '../payments/payment.ts';
import { listReceipts } from '../payments/payment-actions.ts';
import { methodWords, takenBackWords } from '../payments/payment-rules.ts';
import { readReminders } from '../payments/reminder-actions.ts';
import { listPurchaseOrders } from '../purchase-orders/purchase-order-actions.ts';
import type { PurchaseOrder } from '../purchase-orders/purchase-order-rules.ts';

const RECEIPTS_PER_READ = 200;

const pounds = (pence: number | null) => (pence === null ? '' : amountText(pence));

async function* fileOf<Row>(
  columns: CsvColumns<Row>,
  parts: Iterable<readonly Row[]> | AsyncIterable<readonly Row[]>,
): AsyncGenerator<Uint8Array> {
  yield Buffer.from(CSV_START);
  for await (const lines of csvLines(columns, parts)) yield Buffer.from(lines);
}

const invoiceColumns = (reminders: ReadonlyMap<string, readonly Date[]>): CsvColumns<Invoice> => ({
  number: ({ number }) => number,
  kind: ({ kind }) => kind,
  month: ({ month }) => month,
  issued_on: ({ issuedOn }) => issuedOn,
  due_on: ({ dueOn }) => dueOn ?? '',
  corrects: ({ credits }) => credits?.number ?? '',
  subsidiary: ({ buyer }) => buyer.subsidiary ?? '',
  purchase_order: ({ buyer }) => buyer.purchaseOrder,
  net_gbp: ({ netPence }) => pounds(netPence),
  fees_gbp: ({ feesPence }) => pounds(feesPence),
  vat_gbp: ({ vatPence }) => pounds(vatPence),
  total_gbp: ({ totalPence }) => pounds(totalPence),
  left_gbp: (invoice) => pounds(leftOf(invoice)),
  reminded_on: ({ id }) => (reminders.get(id) ?? []).map((at) => ukDateOf(at)).join('; '),
});

const paymentColumns: CsvColumns<Payment> = {
  received_on: ({ on }) => on,
  amount_gbp: ({ pence }) => pounds(pence),
  method: ({ receipt }) => methodWords[receipt!.method],
  reference: ({ receipt }) => receipt!.reference,
  allocated: ({ settlements }) =>
    settlements.map(({ invoice, pence }) => `${invoice ?? 'Paid back'} ${pounds(pence)}`).join('; '),
  left_gbp: ({ leftPence }) => pounds(leftPence),
  taken_back_on: ({ receipt }) => receipt!.takenBack?.on ?? '',
  taken_back_because: ({ receipt }) => (receipt!.takenBack === null ? '' : takenBackWords[receipt!.takenBack.reason]),
};

const purchaseOrderColumns: CsvColumns<PurchaseOrder> = {
  number: ({ number }) => number,
  name: ({ name }) => name,
  from: ({ valid_from }) => valid_from ?? '',
  until: ({ valid_until }) => valid_until ?? '',
  limit_gbp: ({ limit_pence }) => pounds(limit_pence),
  used_gbp: ({ used_pence }) => pounds(used_pence),
};

async function* allReceipts(ctx: Ctx, caller: ArchiveReader): AsyncGenerator<readonly Payment[]> {
  for (let offset = 0; ; offset += RECEIPTS_PER_READ) {
    const some = await listReceipts(ctx, caller, { offset, limit: RECEIPTS_PER_READ });
    yield some;
    if (some.length < RECEIPTS_PER_READ) return;
  }
}

async function* readme(isFirst: boolean): AsyncGenerator<Uint8Array> {
  const lines = [
    'index.csv           the orders of this part, with their results and the names of their files',
    'pdf/                the results of each order',
    'evidence/           the evidence bundle of each order: results, files and history, signed',
    'charge-queries.csv  what was asked about the charges of these orders, if anything was',
    'earlier-system/     complete cases of an earlier system, with earlier-system.csv, if there are any',
    isFirst
      ? 'money/              invoices, payments and purchase orders of the whole account: in this part alone'
      : 'money/              not here: invoices, payments and purchase orders of the whole account are in the first part of the export, that of the lowest order numbers',
  ];
  yield Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
}

/** What a part of an export has, and where the money is: who opens a later part would look for it there. */
export const readmeEntry = (isFirst: boolean): ZipEntry => ({ path: 'README.txt', content: readme(isFirst) });

/** Of the account as a whole. */
export async function* moneyEntries(ctx: Ctx, caller: ArchiveReader): AsyncGenerator<ZipEntry> {
  const invoices = readInvoices(ctx, caller, [caller.accountId]);
  const columns = invoiceColumns(await readReminders(ctx, caller));
  yield { path: 'money/invoices.csv', content: fileOf(columns, invoices) };
  yield { path: 'money/payments.csv', content: fileOf(paymentColumns, allReceipts(ctx, caller)) };
  const agreed = await listPurchaseOrders(ctx, caller);
  yield { path: 'money/purchase-orders.csv', content: fileOf(purchaseOrderColumns, [agreed]) };
}

const disputeColumns: CsvColumns<Dispute> = {
  order: ({ order_id }) => (order_id === null ? '' : `VF${order_id}`),
  charged_on: ({ charged_at }) => ukDateOf(charged_at),
  asked_on: ({ created_at }) => ukDateOf(created_at),
  asked_by: ({ askedByName }) => askedByName,
  reason: ({ reason }) => disputeReasonWords[reason],
  words: ({ words }) => words ?? '',
  outcome: ({ outcome }) => outcome ?? '',
  answered_on: ({ answered_at }) => answered_at && ukDateOf(answered_at),
  answer: ({ answer }) => answer ?? '',
};

/** What was asked about the charges of these orders; nothing if nothing was. @param withoutOrder also of charges for no order */
export async function* chargeQueryEntries(
  ctx: Ctx,
  caller: ArchiveReader,
  checkIds: readonly string[],
  withoutOrder: boolean,
): AsyncGenerator<ZipEntry> {
  const disputes = await readDisputesOfOrders(ctx, caller, checkIds, withoutOrder);
  if (disputes.length > 0) yield { path: 'charge-queries.csv', content: fileOf(disputeColumns, [disputes]) };
}
