// How invoices are numbered, described, summed and settled; pure.
import { addDays, formatMonth, type IsoDate } from '../../lib/dates.ts';
import { invoicedAgainWords, isVolume, type LineReason, reasonText } from '../../messages/en-credits.ts';
import type { CodedKind } from '../accounts/accounting-settings.ts';
import { chargeLabel } from '../lists/charge-line-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Invoice, InvoiceKind, InvoiceLine } from './invoice.ts';
import type { ClaimedLine } from './invoiced-charge-store.ts';

export const kindWords: Readonly<Record<InvoiceKind, string>> = { invoice: 'Invoice', credit_note: 'Credit note' };

const prefixes: Readonly<Record<InvoiceKind, string>> = { invoice: 'INV', credit_note: 'CRN' };

export const numberText = (kind: InvoiceKind, number: number): string =>
  `${prefixes[kind]}-${String(number).padStart(6, '0')}`;

/** @param month `yyyy-mm` */
export const monthWords = (month: string): string => formatMonth(`${month}-01`);

/** The last month that is over, `yyyy-mm`. */
export const lastMonth = (today: IsoDate): string => addDays(`${today.slice(0, 7)}-01`, -1).slice(0, 7);

/** What a line of the ledger is on an invoice. */
export type ChargedKind = 'order' | 'part_credit' | 'credit' | 'added' | 'taken_back';

const creditedWords: Readonly<Partial<Record<ChargedKind, string>>> = {
  credit: 'credited',
  part_credit: 'credited in part',
  taken_back: 'taken back',
};

interface Credited {
  readonly kind: ChargedKind;
  readonly reason: LineReason | null;
  /** Null without an agreed price. */
  readonly amount_pence: number | null;
  readonly fee_pence: number;
}

/** After the name of what was credited, such as `: credited (it was ordered twice)`; empty for what is charged. */
export function creditedText({ kind, reason, amount_pence: pence, fee_pence: feePence }: Credited): string {
  const isFee = kind === 'part_credit' && pence === 0 && feePence !== 0;
  const credited = isFee ? 'fee credited' : creditedWords[kind];
  if (credited === undefined) return '';
  if (reason !== null && isVolume(reason)) return `: ${reasonText(reason)}`;
  return `: ${credited}${reason === null ? '' : ` (${reasonText(reason)})`}`;
}

/** @param of the month of the invoice */
function lineDescription(line: ClaimedLine, of: string): string {
  const label = chargeLabel(line);
  const credited = creditedText({ ...line, amount_pence: line.price_pence });
  if (credited !== '' || line.month === of) return `${label}${credited}`;
  return `${label}, ${line.kind === 'order' ? 'ordered' : 'added'} in ${monthWords(line.month)}`;
}

function codedKindOf({ description, report_type_id: typeId }: ClaimedLine): CodedKind {
  if (description !== null) return 'added';
  return (typeId === null ? undefined : reportTypeById(typeId)?.area) ?? 'packages';
}

export function invoiceLineOf(line: ClaimedLine, month: string): InvoiceLine {
  return {
    description: lineDescription(line, month),
    kind: codedKindOf(line),
    quantity: line.quantity,
    pricePence: line.price_pence,
    feePence: line.fee_pence,
    vatPercent: line.vat_percent,
    netPence: line.net_pence,
    feesPence: line.fees_pence,
    vatPence: line.vat_pence,
  };
}

/** A line of a credit note that takes off what an invoice charged; its VAT is that of `withCreditedVat`. */
export function creditedAgain(line: ClaimedLine, month: string): InvoiceLine {
  const of = invoiceLineOf(line, month);
  const taken = { pricePence: 0 - of.pricePence, feePence: 0 - of.feePence, netPence: 0 - of.netPence };
  const isCharge = creditedText({ ...line, amount_pence: line.price_pence }) === '';
  const description = `${of.description}${isCharge ? `: credited (${invoicedAgainWords})` : ', taken off before'}`;
  return { ...of, description, ...taken, feesPence: 0 - of.feesPence, vatPence: 0 };
}

/** Only a fee, on which no VAT is due at any rate. */
export const isOutlay = ({ pricePence, feePence }: Pick<InvoiceLine, 'pricePence' | 'feePence'>): boolean =>
  pricePence === 0 && feePence !== 0;

export function sumsOf(lines: readonly InvoiceLine[]) {
  const sum = (of: (line: InvoiceLine) => number) => lines.reduce((all, line) => all + of(line), 0);
  const netPence = sum(({ netPence }) => netPence);
  const feesPence = sum(({ feesPence }) => feesPence);
  const vatPence = sum(({ vatPence }) => vatPence);
  return { netPence, feesPence, vatPence, totalPence: netPence + feesPence + vatPence };
}

/** Of less than nothing is no invoice: its discounts wait, with all that they take from, for the charges of later months. */
export const isBelowZero = ({
  netPence,
  vatPence,
  totalPence,
}: Omit<ReturnType<typeof sumsOf>, 'feesPence'>): boolean => Math.min(netPence, vatPence, totalPence) < 0;

const atRate = (lines: readonly InvoiceLine[], percent: number) =>
  sumsOf(lines.filter(({ vatPercent }) => vatPercent === percent));

/**
 * The lines of a credit note with their VAT. All that is credited of an invoice so far has, at each rate, its share of the VAT
 * that the invoice charged, rounded once: in however many notes it is credited, they credit exactly its VAT in the end.
 * @param invoice its lines, and those of its discounts that were taken back
 * @param earlier the lines of its other credit notes
 */
export function withCreditedVat(
  lines: readonly InvoiceLine[],
  invoice: readonly InvoiceLine[],
  earlier: readonly InvoiceLine[],
): InvoiceLine[] {
  const credited = [...earlier];
  return lines.map((line) => {
    const charged = atRate(invoice, line.vatPercent);
    const before = atRate(credited, line.vatPercent);
    const credit = -(before.netPence + line.netPence);
    // Of more than the invoice charges at a rate, because of discounts, the rate itself counts.
    const isShare = charged.netPence > 0 && credit <= charged.netPence;
    const [vat, net] = isShare ? [charged.vatPence, charged.netPence] : [line.vatPercent, 100];
    const due = Math.round((vat * credit) / net);
    const noted = { ...line, vatPence: 0 - (due + before.vatPence) };
    credited.push(noted);
    return noted;
  });
}

export type InvoiceStatus = 'issued' | 'sent' | 'paid' | 'credited' | 'written_off' | 'overdue';

const statusTexts: Readonly<Record<InvoiceStatus, string>> = {
  issued: 'Issued',
  sent: 'Sent',
  paid: 'Paid',
  credited: 'Credited',
  written_off: 'Written off',
  overdue: 'Overdue',
};

export const statusWords = (kind: InvoiceKind, status: InvoiceStatus): string =>
  kind === 'credit_note' && status === 'paid' ? 'Settled' : statusTexts[status];

/** Of an invoice, what is paid or credited of it; of a credit note, what of it is set off or paid back. */
export const settledOf = ({ settlements }: Pick<Invoice, 'settlements'>): number =>
  settlements.reduce((sum, { pence }) => sum + pence, 0);

/** What is left to pay of an invoice, or to set off or pay back of a credit note. */
export const leftOf = (invoice: Pick<Invoice, 'totalPence' | 'settlements'>): number =>
  Math.abs(invoice.totalPence) - settledOf(invoice);

const isSettled = (invoice: Pick<Invoice, 'totalPence' | 'settlements'>) =>
  invoice.totalPence !== 0 && leftOf(invoice) <= 0;

/** The day of the receipt or credit note that settled the last of it; undefined while something is left to pay. */
export const settledOn = (invoice: Pick<Invoice, 'totalPence' | 'settlements'>): IsoDate | undefined =>
  isSettled(invoice)
    ? invoice.settlements
        .map(({ on }) => on)
        .toSorted()
        .at(-1)
    : undefined;

type Judged = Pick<Invoice, 'kind' | 'marks' | 'dueOn' | 'totalPence' | 'settlements'>;

export function statusOf(invoice: Judged, today: IsoDate): InvoiceStatus {
  if (isSettled(invoice)) {
    if (invoice.settlements.some(({ isWriteOff }) => isWriteOff)) return 'written_off';
    const isCredited = invoice.settlements.every(({ source }) => source === 'credit_note');
    return invoice.kind === 'invoice' && isCredited ? 'credited' : 'paid';
  }
  if (invoice.dueOn !== null && invoice.dueOn < today && leftOf(invoice) > 0) return 'overdue';
  return invoice.marks.length === 0 ? 'issued' : 'sent';
}
