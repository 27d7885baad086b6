// How pages of invoices say what is still to be issued and what stands in its way, and the file for accounting software.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { invoiceFileLines, invoiceFileStart } from '../../../features/invoices/invoice-file-rules.ts';
import type { OpenAccount } from '../../../features/invoices/invoiced-charge-store.ts';
import { inPounds } from '../../../lib/money.ts';
import { monthText } from '../../shared/charges/charges.ts';
import type { FieldWords } from '../../shared/field-words.ts';

/** Of what issuing refuses. */
export const issueWords: Readonly<Record<string, FieldWords>> = {
  month: { input: 'month', begins: 'The month' },
  billingAddress: { input: 'month', begins: 'The name and address on invoices' },
  operator: { input: 'month', begins: 'The service' },
};

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** `12 reports and 1 charge added by hand for £240.00 and £49.50 fees, since May 2026; 1 credit note`. @param month that is issued, `yyyy-mm` */
export function openText(one: Omit<OpenAccount, 'account_id' | 'account'>, month: string): string {
  const charges = [
    ...(one.reports > 0 ? [counted(one.reports, 'report')] : []),
    ...(one.added > 0 ? [`${counted(one.added, 'charge')} added by hand`] : []),
  ].join(' and ');
  const waits = one.price_pence + one.fee_pence < 0 ? ', which waits for charges of as much' : '';
  const fees = one.fee_pence !== 0 ? ` and ${inPounds(one.fee_pence)} fees` : '';
  const since = one.since !== null && one.since < month ? `, since ${monthText(one.since)}` : '';
  const parts = [
    ...(charges === '' ? [] : [`${charges} for ${inPounds(one.price_pence)}${fees}${since}${waits}`]),
    ...(one.credited > 0 ? [counted(one.credited, 'credit note')] : []),
  ];
  return parts.join('; ');
}

async function* csvOf(parts: Iterable<readonly Invoice[]> | AsyncIterable<readonly Invoice[]>, accountCode: string) {
  yield invoiceFileStart;
  for await (const part of parts) yield invoiceFileLines(part, accountCode);
}

/** In the form that accounting software imports, without the mark by which Excel knows UTF-8. */
export const sendInvoicesFile = (
  reply: FastifyReply,
  name: string,
  parts: Iterable<readonly Invoice[]> | AsyncIterable<readonly Invoice[]>,
  accountCode: string,
) =>
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`)
    .send(Readable.from(csvOf(parts, accountCode)));
