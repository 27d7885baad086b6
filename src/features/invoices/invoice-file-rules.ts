// Invoices as a CSV file in the columns that Xero imports as sales invoices, which other accounting software reads too; pure.

import { csvField } from '../../lib/csv.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import type { Invoice, InvoiceLine } from './invoice.ts';
import { isOutlay } from './invoice-rules.ts';

/** The names of the columns of Xero’s template, those that it demands with an asterisk. */
const columns =
  '*ContactName,EmailAddress,POAddressLine1,POAddressLine2,POAddressLine3,POAddressLine4,*InvoiceNumber,Reference,*InvoiceDate,*DueDate,Total,*Description,*Quantity,*UnitAmount,*AccountCode,*TaxType,TaxAmount,Currency';

const dayText = (day: IsoDate) => day.split('-').toReversed().join('/');

/** The names of Xero’s UK rates. */
const taxType = (percent: number) => (percent === 0 ? 'No VAT' : `${percent}% (VAT on Income)`);

/** A fee is a line of its own, because no VAT is due on it; one beside a price says which of the two it is. */
function amountsOf(line: InvoiceLine) {
  const { description, quantity, vatPercent } = line;
  const isFee = isOutlay(line);
  const price = { description, quantity, pence: line.pricePence, vatPercent, vatPence: line.vatPence };
  const fee = {
    description: isFee ? description : `${description}: fee`,
    quantity,
    pence: line.feePence,
    vatPercent: 0,
    vatPence: 0,
  };
  return [...(isFee ? [] : [price]), ...(line.feePence === 0 ? [] : [fee])];
}

function rowsOf(invoice: Invoice, accountCode: string): string[] {
  const { account, email, address, purchaseOrder, subsidiary } = invoice.buyer;
  const [first = '', second = '', third = '', ...rest] = address;
  const reference = [purchaseOrder, subsidiary ?? '', invoice.credits?.number ?? ''].filter(Boolean).join(', ');
  const head = [account, email, first, second, third, rest.join(', '), invoice.number, reference].map(csvField);
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
        csvField(accountCode),
        csvField(taxType(one.vatPercent)),
        amountText(one.vatPence),
        'GBP',
      ].join(','),
    );
}

/** The line of the names of columns. */
export const invoiceFileStart = `${columns}\r\n`;

/** Credit notes have negative amounts, by which Xero knows them. @param accountCode of sales, in the accounting software */
export const invoiceFileLines = (invoices: readonly Invoice[], accountCode: string): string =>
  invoices
    .flatMap((invoice) => rowsOf(invoice, accountCode))
    .map((row) => `${row}\r\n`)
    .join('');
