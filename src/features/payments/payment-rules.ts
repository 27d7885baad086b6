// How a payment is named, and which invoices it is suggested to pay; pure.
import type { IsoDate } from '../../lib/dates.ts';
import type { Invoice, PaymentMethod } from '../invoices/invoice.ts';
import { leftOf } from '../invoices/invoice-rules.ts';

export const methodWords: Readonly<Record<PaymentMethod, string>> = {
  bank_transfer: 'Bank transfer',
  card: 'Card',
  direct_debit: 'Direct debit',
  cheque: 'Cheque',
  write_off: 'Written off',
};

/** Why what is left of an invoice is not collected. */
export const writeOffWords = {
  insolvent: 'The client is insolvent',
  uncollectable: 'It cannot be collected',
  small: 'It is too little to ask for',
} as const;

export type WriteOffReason = keyof typeof writeOffWords;

/** Why a receipt is taken back. */
export const takenBackWords = {
  returned: 'The bank returned it',
  twice: 'It was recorded twice',
  other_account: 'It is of another account',
  no_client: 'It is not a client’s money',
  mistyped: 'Its day, amount or reference was mistyped',
  paid_after_all: 'The client paid after all',
} as const;

export type TakenBackReason = keyof typeof takenBackWords;

/** Those that a receipt may have: money that came in, or a write-off. */
export const takenBackReasonsOf = (method: PaymentMethod): readonly TakenBackReason[] =>
  (Object.keys(takenBackWords) as TakenBackReason[]).filter((reason) =>
    method === 'write_off' ? ['mistyped', 'paid_after_all'].includes(reason) : reason !== 'paid_after_all',
  );

/** What tells one payment from another. */
export interface PaymentFacts {
  readonly on: IsoDate;
  readonly pence: number;
  readonly reference: string;
}

/** Payments with one key may be one that is recorded twice: of a day, an amount and a reference, however it is spaced and spelt. */
export const paymentKey = ({ on, pence, reference }: PaymentFacts): string =>
  `${on} ${pence} ${reference.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()}`;

export const isSamePayment = (one: PaymentFacts, other: PaymentFacts): boolean => paymentKey(one) === paymentKey(other);

type Payable = Pick<Invoice, 'id' | 'number' | 'dueOn' | 'totalPence' | 'settlements'>;

export interface Share {
  readonly invoiceId: string;
  readonly pence: number;
}

const numbersIn = (text: string) =>
  [...text.matchAll(/\binv(?:oice)?[\s:#.-]*(\d+)/gi)].map(([, found]) => Number(found));

/** Of any invoice, also one that is paid or belongs to an account that the reader does not see. */
export const namesInvoice = (text: string): boolean => numbersIn(text).length > 0;

/** `INV-000012`, however a bank shortens it: `inv 12`, `INV000012`. Of other digits it says nothing. */
export const isNamedIn = (number: string, text: string): boolean =>
  numbersIn(text).includes(Number(number.replace(/\D/g, '')));

/** Against the invoices that the reference names, then against the others, in each case the one that was due first before others. */
export function suggestShares(pence: number, reference: string, unpaid: readonly Payable[]): Share[] {
  const byAge = unpaid.toSorted(
    (one, other) => (one.dueOn ?? '').localeCompare(other.dueOn ?? '') || one.number.localeCompare(other.number),
  );
  const isNamed = ({ number }: Payable) => isNamedIn(number, reference);
  let left = pence;
  return [...byAge.filter(isNamed), ...byAge.filter((one) => !isNamed(one))].flatMap((one) => {
    const share = Math.min(left, leftOf(one));
    left -= Math.max(0, share);
    return share > 0 ? [{ invoiceId: one.id, pence: share }] : [];
  });
}
