// How pages of invoices say what is still to be issued and what stands in its way, and the file for accounting software.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Settings } from '../../../config.ts';
import type { Authority, Ctx } from '../../../context.ts';
import type { AccountSettings } from '../../../features/accounts/account-settings.ts';
import type { WaitingNote } from '../../../features/invoices/credit-limit-actions.ts';
import type { Invoice } from '../../../features/invoices/invoice.ts';
import { invoiceFileLines, invoiceFileStart } from '../../../features/invoices/invoice-file-rules.ts';
import { isBelowZero, numberText } from '../../../features/invoices/invoice-rules.ts';
import type { OpenAccount, OpenInvoice } from '../../../features/invoices/invoiced-charge-store.ts';
import { lackingSettings } from '../../../features/invoices/issue-actions.ts';
import { nominalCodes } from '../../../features/invoices/nominal-code-actions.ts';
import { type AccountToIssue, isToIssue } from '../../../features/invoices/open-invoice-actions.ts';
import type { NamedOpenInvoice } from '../../../features/invoices/purchase-order-name-actions.ts';
import { sageFileLines, sageFileStart } from '../../../features/invoices/sage-file-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { monthText } from '../../shared/charges/charges.ts';
import type { FieldWords } from '../../shared/field-words.ts';
import { accountsPath } from './account-request.ts';

/** Of what issuing refuses. */
export const issueWords: Readonly<Record<string, FieldWords>> = {
  month: { input: 'month', begins: 'The month' },
  billingAddress: { input: 'month', begins: 'The name and address on invoices' },
  reverseCharge: { input: 'month', begins: 'The reverse charge' },
  vatNumber: { input: 'month', begins: 'The VAT number' },
  operator: { input: 'month', begins: 'The service' },
};

/** What an invoice of the account still needs; empty where it can be issued. */
export const missingToIssue = (
  settings: Settings,
  { billingAddress }: Pick<AccountSettings, 'billingAddress'>,
  { path, hasVat }: { readonly path: string; readonly hasVat: boolean },
) => ({
  operator: lackingSettings(settings, hasVat).join(' and '),
  addressHref: billingAddress === '' ? `${path}/settings#billingAddress` : undefined,
});

export const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

const sumsOf = (invoices: readonly OpenInvoice[]) => {
  const sum = (of: (one: OpenInvoice) => number) => invoices.reduce((all, one) => all + of(one), 0);
  const [pricePence, feePence] = [sum(({ price_pence }) => price_pence), sum(({ fee_pence }) => fee_pence)];
  const vatPence = sum(({ vat_pence }) => vat_pence);
  const counts = {
    reports: sum(({ reports }) => reports),
    added: sum(({ added }) => added),
    minimum: sum(({ minimum }) => minimum),
  };
  return { ...counts, pricePence, feePence, vatPence, totalPence: pricePence + feePence + vatPence };
};

function isWaiting(one: OpenInvoice): boolean {
  const { pricePence, ...sums } = sumsOf([one]);
  return isBelowZero({ netPence: pricePence, ...sums });
}

/** What waits is not counted, unless all of it does. */
function countedOf(invoices: readonly OpenInvoice[]) {
  const due = invoices.filter((one) => !isWaiting(one));
  return { waits: due.length === 0, ...sumsOf(due.length === 0 ? invoices : due) };
}

/** How many of these are issued, and what they come to in pence with VAT and fees: what waits is left out. */
export function dueOf(invoices: readonly OpenInvoice[]) {
  const due = invoices.filter((one) => !isWaiting(one));
  return { count: due.length, pence: sumsOf(due).totalPence };
}

/** `12 reports and 1 charge added by hand for £240.00 and £49.50 fees, since May 2026; 1 credit note`. @param month that is issued, `yyyy-mm` */
export function openText(
  one: Pick<OpenAccount, 'since' | 'credited'>,
  invoices: readonly OpenInvoice[],
  month: string,
): string {
  const { reports, added, minimum, pricePence, feePence, ...of } = countedOf(invoices);
  const charges = [
    ...(reports > 0 ? [counted(reports, 'report')] : []),
    ...(added > 0 ? [`${counted(added, 'charge')} added by hand`] : []),
    ...(minimum > 0 ? [minimum === 1 ? 'the minimum commitment' : `the minimum commitments of ${minimum} months`] : []),
  ].join(' and ');
  const waits = of.waits ? ', which waits for charges of as much' : '';
  const fees = feePence !== 0 ? ` and ${inPounds(feePence)} fees` : '';
  const since = one.since !== null && one.since < month ? `, since ${monthText(one.since)}` : '';
  const parts = [
    ...(charges === '' ? [] : [`${charges} for ${inPounds(pricePence)}${fees}${since}${waits}`]),
    ...(one.credited > 0 ? [counted(one.credited, 'credit note')] : []),
  ];
  return parts.join('; ');
}

/** What is said after issuing: `What could be issued is issued; 23 reports of 1 account wait for a price.` @param open what is left */
export const issuedWords = (open: readonly Pick<OpenAccount, 'unpriced'>[]): string =>
  `${['What could be issued is issued', ...unpricedText(open)].join('; ')}.`;

/** `23 reports of 1 account wait for a price`; none if no report does. */
function unpricedText(open: readonly Pick<OpenAccount, 'unpriced'>[]): string[] {
  const unpriced = open.filter((one) => one.unpriced > 0);
  if (unpriced.length === 0) return [];
  const reports = unpriced.reduce((sum, one) => sum + one.unpriced, 0);
  const of = counted(unpriced.length, 'account');
  return [`${counted(reports, 'report')} of ${of} ${reports === 1 ? 'waits' : 'wait'} for a price`];
}

/** `40 accounts are not invoiced yet, and 23 reports of 1 account wait for a price.` Empty if neither is so. */
export function openSentence(open: readonly AccountToIssue[], month: string): string {
  const toIssue = open.filter(isToIssue).length;
  const held = open.filter((one) => isToIssue(one) && one.since !== null && one.since < month);
  const of = held.map(({ account, since }) => `${account} since ${monthText(since!)}`).join(', ');
  const parts = [
    ...(toIssue > 0 ? [`${counted(toIssue, 'account')} ${toIssue === 1 ? 'is' : 'are'} not invoiced yet`] : []),
    ...(held.length > 0 ? [`earlier months are invoiced with this one: ${of}`] : []),
    ...unpricedText(open),
  ];
  return parts.length === 0 ? '' : `${parts.join(', and ')}.`;
}

/** Reports that wait for a price, and where they get one; undefined for none. @param path of the account */
export const unpricedOf = (
  { unpriced, unpriced_since }: Pick<OpenAccount, 'unpriced' | 'unpriced_since'>,
  path: string,
) =>
  unpriced === 0
    ? undefined
    : {
        text: `${counted(unpriced, 'report')} ${unpriced === 1 ? 'waits' : 'wait'} for a price`,
        href: `${path}/charges?month=${unpriced_since}`,
      };

/** The VAT of these invoices, and all that they come to; empty where all of them wait, or there are none. */
export function openMoney(invoices: readonly OpenInvoice[]) {
  const { waits, vatPence, totalPence } = countedOf(invoices);
  return waits ? { vat: '', total: '' } : { vat: inPounds(vatPence), total: inPounds(totalPence) };
}

/** Why a credit note waits, and the discounts to take back for it. @param path of the account */
export function waitingWords({ number, discounts, isIssuedInPart }: WaitingNote, path: string) {
  const what = isIssuedInPart ? 'A part of the credit note' : 'The credit note';
  return {
    text: `${what} of ${numberText('invoice', number)} waits: more was credited than the invoice charged after its discounts. A discount that is not due any more can be taken back:`,
    discounts: discounts.map(({ id, description }) => ({ href: `${path}/charges/added/${id}`, description })),
  };
}

/** The draft of an invoice; empty for one that waits. */
export const draftHref = (one: OpenInvoice, month: string): string =>
  isWaiting(one)
    ? ''
    : `${accountsPath}/${one.account_id}/invoices/draft/file?month=${month}${one.subsidiary_id === null ? '' : `&subsidiary=${one.subsidiary_id}`}${one.purchase_order_key === null ? '' : `&order=${one.purchase_order_key}`}`;

/** Of an invoice among others of its account. */
export const partName = (
  { subsidiary, purchaseOrder }: NamedOpenInvoice,
  others: readonly NamedOpenInvoice[],
): string =>
  [
    ...(others.some((one) => one.subsidiary !== null) ? [subsidiary ?? 'Without a subsidiary'] : []),
    ...(others.some((one) => one.purchaseOrder !== null) ? [purchaseOrder ?? 'Without a purchase order'] : []),
  ].join(', ');

/** A row for each subsidiary or purchase order of an account that has an invoice of its own. */
export function partRows(invoices: readonly NamedOpenInvoice[], month: string) {
  if (invoices.every((one) => partName(one, invoices) === '')) return [];
  return invoices.map((one) => ({
    name: partName(one, invoices),
    toIssue: openText({ since: null, credited: 0 }, [one], month),
    ...openMoney([one]),
    draftHref: draftHref(one, month),
  }));
}

type Parts = Iterable<readonly Invoice[]> | AsyncIterable<readonly Invoice[]>;

/** The files that accounting software imports. */
const formats = {
  xero: { start: invoiceFileStart, lines: invoiceFileLines },
  sage: { start: sageFileStart, lines: sageFileLines },
} as const;

async function* csvOf(ctx: Ctx, by: Authority, { start, lines }: (typeof formats)['xero' | 'sage'], parts: Parts) {
  yield start;
  for await (const part of parts) yield lines(part, await nominalCodes(ctx, by, part));
}

/** In the form that accounting software imports, without the mark by which Excel knows UTF-8. @param format that of Xero unless it is `sage` */
export const sendInvoicesFile = (
  ctx: Ctx,
  by: Authority,
  reply: FastifyReply,
  { name, format, parts }: { readonly name: string; readonly format: string; readonly parts: Parts },
) => {
  const isSage = format === 'sage';
  return reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}${isSage ? '-sage' : ''}.csv"`)
    .send(Readable.from(csvOf(ctx, by, formats[isSage ? 'sage' : 'xero'], parts)));
};
