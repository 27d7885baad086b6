// Invoices as a CSV file in the columns of Sage 50’s import of audit trail transactions; pure.
import { csvField } from '../../lib/csv.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import type { Buyer, Invoice } from './invoice.ts';
import { amountsOf, type CodeOf } from './invoice-file-rules.ts';

export const sageFileStart =
  'Type,Account Reference,Nominal A/C Ref,Department Code,Date,Reference,Details,Net Amount,Tax Code,Tax Amount\r\n';

/** Of Sage’s record of a customer. */
const LONGEST_ACCOUNT = 8;
/** Of Sage’s field for details. */
export const LONGEST_DETAILS = 60;

export const sageDay = (day: IsoDate) => day.split('-').toReversed().join('/');

/** T1 is the standard rate, T5 the reduced one, T0 zero-rated, T9 what VAT has nothing to do with: as Sage sets them up in the UK. */
function taxCode(percent: number, isOutside: boolean): string {
  if (isOutside) return 'T9';
  if (percent === 0) return 'T0';
  return percent === 5 ? 'T5' : 'T1';
}

/** The customer in Sage: the accounting reference of the account, else its name, as far as Sage’s field has room. */
export const sageCustomer = ({ reference, account }: Pick<Buyer, 'account' | 'reference'>): string =>
  (reference || account.replace(/[^A-Za-z0-9]/g, '').toUpperCase()).slice(0, LONGEST_ACCOUNT);

function rowsOf({ accountId, number, issuedOn, buyer, lines }: Invoice, codeOf: CodeOf): string[] {
  return lines.flatMap(amountsOf).map(({ kind, description, netPence, vatPercent, vatPence }) => {
    // Sage has no negative amounts: what is credited is a credit, also a discount on an invoice.
    const isCredit = netPence < 0 || vatPence < 0;
    return [
      isCredit ? 'SC' : 'SI',
      csvField(sageCustomer(buyer)),
      csvField(codeOf(accountId, kind)),
      buyer.department ?? 0,
      sageDay(issuedOn),
      csvField(number),
      csvField(description.slice(0, LONGEST_DETAILS)),
      amountText(Math.abs(netPence)),
      taxCode(vatPercent, kind === 'disbursements' || buyer.isReverseCharge === true),
      amountText(Math.abs(vatPence)),
    ].join(',');
  });
}

export const sageFileLines = (invoices: readonly Invoice[], codeOf: CodeOf): string =>
  invoices
    .flatMap((invoice) => rowsOf(invoice, codeOf))
    .map((row) => `${row}\r\n`)
    .join('');
