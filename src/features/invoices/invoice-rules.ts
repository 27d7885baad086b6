// How invoices are numbered, described, summed and marked; pure.
import { addDays, formatMonth, type IsoDate } from '../../lib/dates.ts';
import type { Invoice, InvoiceKind, InvoiceLine } from './invoice.ts';

export const kindWords: Readonly<Record<InvoiceKind, string>> = { invoice: 'Invoice', credit_note: 'Credit note' };

const prefixes: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV', credit_note: 'CRN' };

export const numberText = (kind: InvoiceKind, number: number): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`;

/** @param month `yyyy-mm` */
export const monthWords = (month: string): string => formatMonth(`${month}-01`);

/** The last month that is over, `yyyy-mm`. */
export const lastMonth = (today: IsoDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** What a line of the ledger is on an invoice. */
export type ChargedKind = 'order' | 'part_credit' | 'credit';

/** @param month in which it was ordered or credited @param of the month of the invoice */
export function lineDescription(label: string, kind: ChargedKind, month: string, of: string): string {
  if (kind === 'credit') return `${label}: credited`;
  if (kind === 'part_credit') return `${label}: credited in part`;
  return month === of ? label : `${label}, ordered in ${monthWords(month)}`;
}

export function sumsOf(lines: readonly InvoiceLine[]) {
  const sum = (of: (line: InvoiceLine) => number) => lines.reduce((all, line) => all + of(line), 0);
  const netPence = sum(({ netPence }) => netPence);
  const feesPence = sum(({ feesPence }) => feesPence);
  const vatPence = sum(({ vatPence }) => vatPence);
  return { netPence, feesPence, vatPence, totalPence: netPence + feesPence + vatPence };
}

export type InvoiceStatus = 'issued' | 'sent' | 'paid' | 'overdue';

export const statusWords: Readonly<Record<InvoiceStatus, string>> = {
  issued: 'Issued',
  sent: 'Sent',
  paid: 'Paid',
  overdue: 'Overdue',
};

const last = ({ marks }: Pick<Invoice, 'marks'>, ...kinds: readonly string[]) =>
  marks.findLast(({ kind }) => kinds.includes(kind));

/** The payment, if the newest word is that it is paid; for a credit note, that it was paid back or set off. */
export function paymentOf(invoice: Pick<Invoice, 'marks'>) {
  const newest = last(invoice, 'paid', 'not_paid');
  return newest?.kind === 'paid' ? newest : undefined;
}

const sendingOf = (invoice: Pick<Invoice, 'marks'>) => last(invoice, 'sent');

export function statusOf(invoice: Pick<Invoice, 'marks' | 'dueOn'>, today: IsoDate): InvoiceStatus {
  if (paymentOf(invoice) !== undefined) return 'paid';
  if (invoice.dueOn !== null && invoice.dueOn < today) return 'overdue';
  return sendingOf(invoice) === undefined ? 'issued' : 'sent';
}
