// Invoices as a CSV file in the columns that Xero imports as sales invoices, which other accounting software reads too; pure.

import { csvField } from '../../lib/csv.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import type { CodedKind } from '../accounts/accounting-settings.ts';
import type { Invoice, InvoiceLine } from './invoice.ts';
import { isOutlay } from './invoice-rules.ts';

/** The names of the columns of Xero’s template, those that it demands with an asterisk. */
const columns =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,*Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,Currency';

const dayText = (day: IsoDate) => day.split('-').toReversed().join('/');

/** The names of Xero’s UK rates. */
const taxType = (percent: number) => (percent === 0 ? 'No VAT' : `${percent}% (VAT on Income)`);

/** The code to which what is on an invoice is posted. */
export type CodeOf = (accountId: string, kind: CodedKind) => string;

/** A fee is a line of its own, because no VAT is due on it; one beside a price says which of the two it is. */
export function amountsOf(line: InvoiceLine) {
  const { description, quantity, vatPercent } = line;
  const isFee = isOutlay(line);
  const kind: CodedKind = line.kind ?? 'sales';
  const price = {
    ...{ description, quantity, kind, pence: line.pricePence, netPence: line.netPence },
    ...{ vatPercent, vatPence: line.vatPence },
  };
  const fee = {
    description: isFee ? description : `${description}: fee`,
    quantity,
    kind: 'disbursements' as const,
    pence: line.feePence,
    netPence: line.feesPence,
    vatPercent: 0,
    vatPence: 0,
  };
  return [...(isFee ? [] : [price]), ...(line.feePence === 0 ? [] : [fee])];
}

function rowsOf(invoice: Invoice, codeOf: CodeOf): string[] {
  const { account, reference: contact, email, address, purchaseOrder, subsidiary } = invoice.buyer;
  const [first = '', second = '', third = '', ...rest] = address;
  const reference = [purchaseOrder, subsidiary ?? '', invoice.credits?.number ?? ''].filter(Boolean).join(', ');
  const head = [contact || account, email, first, second, third, rest.join(', '), invoice.number, reference].map(
    csvField,
  );
  const days = [invoice.issuedOn, invoice.dueOn ?? invoice.issuedOn].map(dayText);
  return invoice.lines
    .flatMap(amountsOf)
    .map((one) =>
      [
        ...head,
        ...days,
        amountText(invoice.totalPence),
        csvField(one.description),
        one.quantity,
        amountText(one.pence),
        csvField(codeOf(invoice.accountId, one.kind)),
        csvField(taxType(one.vatPercent)),
        amountText(one.vatPence),
        'GBP',
      ].join(','),
    );
}

/** The line of the names of columns. */
export const invoiceFileStart = `${columns}\r\n`;

/** Credit notes have negative amounts, by which Xero knows them. */
export const invoiceFileLines = (invoices: readonly Invoice[], codeOf: CodeOf): string =>
  invoices
    .flatMap((invoice) => rowsOf(invoice, codeOf))
    .map((row) => `${row}\r\n`)
    .join('');
