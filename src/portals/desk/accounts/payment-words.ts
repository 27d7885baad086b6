// How pages say what of a payment is set against which invoice.
import type { Settlement } from '../../../features/invoices/invoice.ts';
import type { Payment } from '../../../features/payments/payment.ts';
import { methodWords, takenBackWords } from '../../../features/payments/payment-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import { britishDate } from '../../shared/page-filters.ts';

/** @param path of the account */
export const settlementRows = (settlements: readonly Settlement[], path: string) =>
  settlements.map((one) => ({
    value: one.invoiceId ?? 'client',
    amount: inPounds(one.pence),
    source: one.creditNote ?? `${one.isWriteOff ? 'written off' : 'received'} on ${britishDate(one.on)}`,
    sourceHref: one.creditNote === null ? `${path}/payments/${one.sourceId}` : `${path}/invoices/${one.sourceId}`,
    target: one.invoice === null ? `paid back to the client on ${britishDate(one.on)}` : `against ${one.invoice}`,
    targetHref: one.invoiceId === null ? '' : `${path}/invoices/${one.invoiceId}`,
    isUndone: !one.isWriteOff,
    undone: one.invoice ?? 'what was paid back',
  }));

/** A receipt as a row of a table. @param path of the account */
export const paymentRow = (payment: Payment, path: string) => ({
  href: `${path}/payments/${payment.id}`,
  on: payment.on,
  amount: inPounds(payment.pence),
  method: payment.receipt === null ? 'Credit note' : methodWords[payment.receipt.method],
  reference: payment.number ?? payment.receipt?.reference ?? '',
  set: settlementRows(payment.settlements, path),
  left: payment.leftPence > 0 ? inPounds(payment.leftPence) : '',
  takenBack:
    payment.receipt?.takenBack == null
      ? ''
      : `Taken back on ${britishDate(payment.receipt.takenBack.on)}: ${takenBackWords[payment.receipt.takenBack.reason]}`,
});
