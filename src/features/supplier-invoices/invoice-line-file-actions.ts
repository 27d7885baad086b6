// The lines of a supplier's invoice as a file: every one, or those that are disputed, which the supplier reads.
import type { Ctx } from '../../context.ts';
import { type CsvColumns, csvLines, digitsAsText } from '../../lib/csv.ts';
import { amountText } from '../../lib/money.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import type { DeskReader } from '../lists/work-queue-queries.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { standingOf } from './invoice-line-rules.ts';
import { findingText, standingWords } from './invoice-word-rules.ts';
import type { SupplierInvoice } from './supplier-invoice.ts';
import {
  findUncharged,
  type InvoicedRequest,
  type OpenedInvoice,
  type OpenedLine,
  readInvoicedRequests,
} from './supplier-invoice-actions.ts';

interface FileLine {
  /** Undefined of what is not charged yet. */
  readonly line: OpenedLine | undefined;
  readonly request: InvoicedRequest | undefined;
}

/** No account and nobody is named: the supplier reads them too. */
const columnsOf = ({ number }: SupplierInvoice): CsvColumns<FileLine> => ({
  line: ({ line }) => line?.line ?? '',
  order: ({ request }) => (request ? `VF${request.order_id}` : ''),
  supplier_reference: ({ request }) => digitsAsText(request?.reference ?? ''),
  not_found: ({ line }) => digitsAsText(line?.number ?? ''),
  report: ({ request }) => (request ? (reportTypeById(request.report_type_id)?.label ?? '') : ''),
  sent_on: ({ request }) => request?.sent_on ?? '',
  claimed: ({ line }) => (line ? amountText(line.claimedPence) : ''),
  agreed_before: ({ line, request }) => amountText(line ? (line.expectedPence ?? 0) : (request?.cost_pence ?? 0)),
  finding: ({ line }) => (line ? findingText(line, number) : 'Not charged yet'),
  decision: ({ line }) => (line ? standingWords[standingOf(line)] : ''),
  words: ({ line }) => line?.words ?? '',
});

/** After recording that they were read. @param isDisputed of what is disputed alone; else also of what is not charged yet */
export async function invoiceLineFile(
  ctx: Ctx,
  reader: DeskReader,
  { invoice, lines }: OpenedInvoice,
  isDisputed: boolean,
): Promise<AsyncGenerator<string>> {
  demand(authorityOf(reader), 'check_supplier_invoices');
  const wanted = isDisputed ? lines.filter((line) => standingOf(line) === 'disputed') : lines;
  const uncharged = isDisputed ? [] : (await findUncharged(ctx, reader, invoice)).map(({ id }) => id);
  const ids = [...wanted.flatMap(({ requestId }) => requestId ?? []), ...uncharged];
  const requests = await readInvoicedRequests(ctx, reader, invoice, ids);
  const rows: FileLine[] = [
    ...wanted.map((line) => ({ line, request: requests.get(line.requestId ?? '') })),
    ...uncharged.map((id) => ({ line: undefined, request: requests.get(id) })),
  ];
  return csvLines(columnsOf(invoice), [rows]);
}
