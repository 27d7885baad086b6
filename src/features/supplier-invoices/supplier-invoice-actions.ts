// Loads the invoices of suppliers, compares them with what was sent out, and records what is agreed, disputed and paid.
import { type Ctx, inTransaction } from '../../context.ts';
import { addYears, type IsoDate, parseDate } from '../../lib/dates.ts';
import { refuseFile } from '../../lib/file-problems.ts';
import { Problems, Refusal } from '../../lib/refusal.ts';
import { isLongerThan } from '../../lib/text-length.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isUuid } from '../../lib/uuids.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { callerFor } from '../cases/screening-actions.ts';
import { recordListedRequests } from '../lists/candidate-name-actions.ts';
import { findInvoicedRequests, type InvoicedRow, isSentByOthers } from '../lists/sent-out-queries.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { openReferenceNumbers } from '../suppliers/listed-request-actions.ts';
import { readSupplierVersions } from '../suppliers/supplier-actions.ts';
import { agreeRequestCost } from '../suppliers/supplier-request-actions.ts';
import { invoiceProblems, type ReadFile, type TypedInvoice } from './invoice-file-rules.ts';
import {
  agreedCost,
  type ChargingLine,
  compareLines,
  type SentRequest,
  stateOf,
  totalsOf,
} from './invoice-line-rules.ts';
import {
  type InvoiceLine,
  invoiceMarks,
  type LineDecision,
  lineDecisions,
  type SupplierInvoice,
  type SupplierInvoiceMark,
} from './supplier-invoice.ts';
import {
  findChargedRequests,
  findChargingLines,
  findInvoiceLines,
  findSupplierInvoice,
  findSupplierInvoices,
  type InvoiceLineRow,
  insertDecisions,
  insertSupplierInvoice,
  insertSupplierInvoiceMark,
  lockInvoicesOf,
  type SupplierInvoiceRow,
} from './supplier-invoice-store.ts';

const permission = 'check_supplier_invoices' as const;
const longestWords = 1000;
/** An invoice may charge what was sent that long before its own days. */
const yearsBefore = 2;

export interface OpenedLine extends InvoiceLine {
  /** Why it is accepted or disputed; empty where nobody said. */
  readonly words: string;
  /** The other invoice that charges the same; null unless it is charged twice. */
  readonly earlierNumber: string | null;
}

const lineOf = (row: InvoiceLineRow): OpenedLine => ({
  ...{ line: row.line, requestId: row.request_id, number: row.number, found: row.found, decision: row.decision },
  ...{ claimedPence: row.claimed_pence, expectedPence: row.expected_pence, words: row.words ?? '' },
  earlierNumber: row.earlier_number,
});

function invoiceOf(row: SupplierInvoiceRow, lines: readonly InvoiceLine[]): SupplierInvoice {
  const state = stateOf(lines, row.mark ?? undefined);
  return {
    ...{ id: row.id, supplierId: row.supplier_id, number: row.number, datedOn: row.dated_on },
    ...{ sentFrom: row.sent_from, sentTo: row.sent_to, loadedBy: row.loaded_by, loadedAt: row.loaded_at },
    ...{ lines: lines.length, state, totals: totalsOf(lines), paidOn: state === 'paid' ? row.marked_on : null },
  };
}

/** Whether the reader sees every account for which the supplier works: others would find parts of its invoices unknown. */
export async function mayCheckInvoicesOf(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  supplierId: string,
): Promise<boolean> {
  demand(authorityOf(reader), permission);
  return !(await isSentByOthers(ctx.db, reader, supplierId));
}

async function refuseUnseen(ctx: Pick<Ctx, 'db'>, reader: DeskReader, supplierId: string): Promise<void> {
  if (!(await mayCheckInvoicesOf(ctx, reader, supplierId))) throw new Refusal('not_permitted');
}

/** The newest first. Refuses with `not_permitted` who does not see every account for which the supplier works. */
export async function listSupplierInvoices(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  supplierId: string,
): Promise<SupplierInvoice[]> {
  await refuseUnseen(ctx, reader, supplierId);
  const rows = await findSupplierInvoices(ctx.db, supplierId);
  const byInvoice = Map.groupBy(await findInvoiceLines(ctx.db, idsOf(rows)), ({ invoice_id }) => invoice_id);
  return rows.map((row) => invoiceOf(row, (byInvoice.get(row.id) ?? []).map(lineOf)));
}

export interface OpenedInvoice {
  readonly invoice: SupplierInvoice;
  readonly lines: readonly OpenedLine[];
}

/** Refuses with `not_found`, and as `listSupplierInvoices`. */
export async function readSupplierInvoice(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  { supplierId, id }: { readonly supplierId: string; readonly id: string },
): Promise<OpenedInvoice> {
  demand(authorityOf(reader), permission);
  const row = isUuid(id) ? await findSupplierInvoice(ctx.db, id) : undefined;
  if (row === undefined || row.supplier_id !== supplierId) throw new Refusal('not_found');
  await refuseUnseen(ctx, reader, supplierId);
  const lines = (await findInvoiceLines(ctx.db, [row.id])).map(lineOf);
  return { invoice: invoiceOf(row, lines), lines };
}

/** Work that an invoice charges, with the supplier's number of it. */
export interface InvoicedRequest extends InvoicedRow {
  readonly reference: string;
}

const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);

async function opened(ctx: Ctx, reader: DeskReader, rows: readonly InvoicedRow[]): Promise<InvoicedRequest[]> {
  const numbers = await openReferenceNumbers(ctx, reader, rows);
  return rows.map((row) => ({ ...row, reference: numbers.get(row.id) ?? '' }));
}

const seen = ({ id, supplierId }: SupplierInvoice) => ({ list: 'supplier_invoice', supplier: supplierId, invoice: id });

/** By id, after recording that they were read. */
export async function readInvoicedRequests(
  ctx: Ctx,
  reader: DeskReader,
  invoice: SupplierInvoice,
  ids: readonly string[],
): Promise<ReadonlyMap<string, InvoicedRequest>> {
  demand(authorityOf(reader), permission);
  const { supplierId } = invoice;
  const rows = await findInvoicedRequests(ctx.db, reader, supplierId, { ids });
  recordListedRequests(ctx, reader, rows, seen(invoice));
  return new Map((await opened(ctx, reader, rows)).map((one) => [one.id, one]));
}

/** What was sent in the days of the invoice, costs something, and stands on no invoice; without the numbers of the supplier. */
export async function findUncharged(
  ctx: Pick<Ctx, 'db'>,
  reader: DeskReader,
  invoice: SupplierInvoice,
): Promise<InvoicedRow[]> {
  demand(authorityOf(reader), permission);
  const { supplierId, sentFrom: from, sentTo: to } = invoice;
  const sent = await findInvoicedRequests(ctx.db, reader, supplierId, { from, to });
  const costing = sent.filter(({ cost_pence }) => cost_pence > 0);
  const { named } = await findChargedRequests(ctx.db, idsOf(costing));
  return costing.filter(({ id }) => !named.has(id));
}

const requestOf = (row: InvoicedRequest): SentRequest => {
  const type = reportTypeById(row.report_type_id);
  return {
    ...{ id: row.id, orderId: row.order_id, reference: row.reference, status: row.status, costPence: row.cost_pence },
    reportNames: type === undefined ? [] : [type.label, codeOf(type)],
  };
};

async function addTakenProblem(
  ctx: Pick<Ctx, 'db'>,
  supplierId: string,
  typed: TypedInvoice,
  problems: Problems,
): Promise<void> {
  const isTaken = (await findSupplierInvoices(ctx.db, supplierId)).some(
    ({ number, mark }) => mark !== 'discarded' && number.toLowerCase() === typed.number.toLowerCase(),
  );
  if (isTaken) problems.add('number', 'An invoice of this supplier with this number is loaded already');
}

/**
 * Loads an invoice, and compares each line with what was sent to the supplier. Returns its id. Refuses with `invalid_fields`
 * (number, dated_on, sent_from, sent_to, file), also a number that another invoice of the supplier has, and with `not_permitted`
 * as `listSupplierInvoices`.
 */
export async function loadSupplierInvoice(
  ctx: Ctx,
  reader: DeskReader,
  supplierId: string,
  typed: TypedInvoice,
  file: ReadFile,
): Promise<string> {
  const by = authorityOf(reader);
  demand(by, permission);
  const [supplier] = await readSupplierVersions(ctx, by, supplierId);
  await refuseUnseen(ctx, reader, supplierId);
  const today = ukDateOf(ctx.now());
  const problems = invoiceProblems(typed, today);
  await addTakenProblem(ctx, supplierId, typed, problems);
  for (const message of file.problems.fields.file ?? []) problems.add('file', message);
  if (problems.has('file') && Object.keys(problems.fields).length === 1) refuseFile(problems);
  problems.refuse('invalid_fields');
  const days = { from: addYears(typed.sentFrom, -yearsBefore), to: today };
  const rows = await findInvoicedRequests(ctx.db, reader, supplierId, days);
  const sent = (await opened(ctx, reader, rows)).map(requestOf);
  return inTransaction(ctx, async (tx) => {
    await lockInvoicesOf(tx.db, supplierId);
    await addTakenProblem(tx, supplierId, typed, problems);
    problems.refuse('invalid_fields');
    const lines = compareLines(file.lines, sent, (await findChargedRequests(tx.db, idsOf(rows))).paid);
    const id = tx.newId();
    await insertSupplierInvoice(tx.db, { id, supplier, ...typed, by: by.actor, at: tx.now() }, lines);
    return id;
  });
}

/** What each of these requests costs follows from what is agreed on by now. */
async function settleCosts(tx: Ctx, reader: DeskReader, supplierId: string, ids: readonly string[]): Promise<void> {
  const lines = (await findChargingLines(tx.db, ids)).map((row) => ({
    requestId: row.request_id,
    ...{ found: row.found, decision: row.decision, claimedPence: row.claimed_pence, expectedPence: row.expected_pence },
    isDiscarded: row.is_discarded,
  }));
  const byRequest = Map.groupBy(lines, ({ requestId }) => requestId);
  for (const row of await findInvoicedRequests(tx.db, reader, supplierId, { ids })) {
    const charging = byRequest.get(row.id) as unknown as [ChargingLine, ...ChargingLine[]];
    await agreeRequestCost(tx, callerFor(reader, row), row, agreedCost(charging));
  }
}

const requestsIn = (lines: readonly InvoiceLine[]): string[] => [
  ...new Set(lines.flatMap(({ requestId }) => requestId ?? [])),
];

type InvoiceTarget = { readonly supplierId: string; readonly id: string };

/** Locks the invoices of the supplier, and refuses with `state_does_not_allow` one that is paid or was loaded by mistake. */
async function openUnpaid(tx: Ctx, reader: DeskReader, target: InvoiceTarget): Promise<OpenedInvoice> {
  await lockInvoicesOf(tx.db, target.supplierId);
  const found = await readSupplierInvoice(tx, reader, target);
  if (['paid', 'discarded'].includes(found.invoice.state)) throw new Refusal('state_does_not_allow');
  return found;
}

/**
 * Accepts or disputes lines; what the work costs follows. The newest decision of a line counts. Refuses with `invalid_fields`
 * (lines, decision, words), and as `openUnpaid`.
 */
export async function decideLines(
  ctx: Ctx,
  reader: DeskReader,
  target: InvoiceTarget,
  given: { readonly lines: readonly number[]; readonly decision: string; readonly words: string },
): Promise<void> {
  demand(authorityOf(reader), permission);
  const decision = lineDecisions.find((one): one is LineDecision => one === given.decision);
  await inTransaction(ctx, async (tx) => {
    const { lines } = await openUnpaid(tx, reader, target);
    const chosen = lines.filter(({ line }) => given.lines.includes(line));
    const problems = new Problems();
    if (chosen.length === 0) problems.add('lines', 'Select the lines first');
    if (decision === undefined) problems.add('decision', 'Choose whether you accept or dispute them');
    if (decision === 'disputed' && given.words === '') problems.add('words', 'Say why: the supplier reads it');
    if (isLongerThan(given.words, longestWords)) problems.add('words', `Must be ${longestWords} characters or fewer`);
    problems.refuse('invalid_fields');
    const [by, at] = [authorityOf(reader).actor, tx.now()];
    const decided = chosen.map(({ line }) => ({ id: tx.newId(), line }));
    await insertDecisions(tx.db, target.id, decided, { decision: decision!, words: given.words, by, at });
    await settleCosts(tx, reader, target.supplierId, requestsIn(chosen));
  });
}

/**
 * Records that an invoice is paid, is not paid after all, or was loaded by mistake. Refuses with `invalid_fields` (kind, on, why),
 * also the payment of one with lines that nobody has decided about, and as `listSupplierInvoices`.
 */
export async function markSupplierInvoice(
  ctx: Ctx,
  reader: DeskReader,
  target: InvoiceTarget,
  given: {
    readonly kind: string;
    readonly on: string;
    readonly words: string;
    /** Of a payment: the agreed pence that the page showed. */
    readonly seenPence?: string;
  },
): Promise<void> {
  demand(authorityOf(reader), permission);
  const today = ukDateOf(ctx.now());
  const kind = invoiceMarks.find((one): one is SupplierInvoiceMark => one === given.kind);
  await inTransaction(ctx, async (tx) => {
    await lockInvoicesOf(tx.db, target.supplierId);
    const { invoice, lines } = await readSupplierInvoice(tx, reader, target);
    const { state, datedOn, totals } = invoice;
    if (state === 'discarded' || (state === 'paid') !== (kind === 'not_paid'))
      throw new Refusal('state_does_not_allow');
    const problems = new Problems();
    const on: IsoDate | undefined = kind === 'paid' ? parseDate(given.on) : today;
    if (kind === undefined) problems.add('kind', 'Choose what happened');
    if (kind === 'paid' && state === 'to_decide') problems.add('kind', 'Decide about every line first');
    else if (kind === 'paid' && given.seenPence !== String(totals.agreedPence))
      problems.add('kind', 'Somebody decided about a line meanwhile: look at the amount, then record it again');
    if (on === undefined || on > today || on < datedOn)
      problems.add('on', 'Enter the day of the payment, from the day of the invoice to today');
    if (kind === 'discarded' && given.words === '') problems.add('why', 'Say why it does not count');
    if (isLongerThan(given.words, longestWords)) problems.add('why', `Must be ${longestWords} characters or fewer`);
    problems.refuse('invalid_fields');
    const mark = { id: tx.newId(), invoiceId: target.id, kind: kind!, on: on!, words: given.words };
    await insertSupplierInvoiceMark(tx.db, { ...mark, by: authorityOf(reader).actor, at: tx.now() });
    if (kind === 'discarded') await settleCosts(tx, reader, target.supplierId, requestsIn(lines));
  });
}
