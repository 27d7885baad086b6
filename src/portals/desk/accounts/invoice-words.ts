// How pages of invoices say what is still to be issued and what stands in its way, and the file for accounting software.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { invoiceFileLines, invoiceFileStart } from '../../../features/invoices/invoice-file-rules.ts';
import type { OpenAccount, OpenInvoice } from '../../../features/invoices/invoiced-charge-store.ts';
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
export function openText(
  one: Omit<OpenAccount, 'account_id' | 'account' | 'has_vat' | 'unpriced' | 'lacks_address'>,
  month: string,
): string {
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

/** The VAT of these invoices, and all that they come to; empty where there are none. */
export function openMoney(invoices: readonly OpenInvoice[]) {
  const sum = (of: (one: OpenInvoice) => number) => invoices.reduce((all, one) => all + of(one), 0);
  const vat = sum(({ vat_pence }) => vat_pence);
  const total = vat + sum(({ price_pence, fee_pence }) => price_pence + fee_pence);
  return invoices.length === 0 ? { vat: '', total: '' } : { vat: inPounds(vat), total: inPounds(total) };
}

/** A row for each subsidiary of an account that has an invoice of its own. */
export function subsidiaryRows(invoices: readonly OpenInvoice[], month: string) {
  if (invoices.every(({ subsidiary }) => subsidiary === null)) return [];
  return invoices.map((one) => ({
    name: one.subsidiary ?? 'Without a subsidiary',
    toIssue: openText({ ...one, since: null, credited: 0 }, month),
    ...openMoney([one]),
  }));
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
