// Money that came in, was paid back or is written off, as a CSV file and in the form that Sage 50 imports; pure.
import { type CsvColumns, csvField } from '../../lib/csv.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { amountText } from '../../lib/money.ts';
import type { PaymentMethod } from '../invoices/invoice.ts';
import type { CodeOf } from '../invoices/invoice-file-rules.ts';
import { numberText } from '../invoices/invoice-rules.ts';
import { LONGEST_DETAILS, sageCustomer, sageDay } from '../invoices/sage-file-rules.ts';
import { methodWords } from './payment-rules.ts';
import type { StatementEntry } from './statement-rules.ts';

export interface MoveRow {
  readonly account_id: string;
  readonly account: string;
  /** Empty for the name of the account. */
  readonly accounting_reference: string;
  readonly department: number;
  readonly kind: Exclude<StatementEntry['kind'], 'invoice' | 'credit_note'>;
  readonly on: IsoDate;
  /** Null for what was paid back. */
  readonly method: PaymentMethod | null;
  readonly receipt_id: string | null;
  readonly sealed_reference: Buffer | null;
  /** More than 0 for what the client owes more by it. */
  readonly pence: number;
  /** The numbers of those that a receipt is set against. */
  readonly invoices: readonly number[];
}

export interface MoneyMove extends Omit<MoveRow, 'sealed_reference'> {
  readonly reference: string;
}

export const moveKinds = {
  received: 'Received',
  returned: 'Taken back',
  paid_back: 'Paid back to clients',
  repayment_undone: 'Repayment taken back',
  written_off: 'Written off',
  write_off_undone: 'Write-off taken back',
} as const;

export function moveKindOf({
  kind,
  method,
  pence,
}: Pick<MoneyMove, 'kind' | 'method' | 'pence'>): keyof typeof moveKinds {
  if (kind === 'paid_back') return pence > 0 ? 'paid_back' : 'repayment_undone';
  if (method === 'write_off') return kind === 'receipt' ? 'written_off' : 'write_off_undone';
  return kind === 'receipt' ? 'received' : 'returned';
}

const invoiceText = ({ invoices }: MoneyMove) => invoices.map((number) => numberText('invoice', number)).join(' ');

/** An amount is below nothing where the client owes more by it. */
export const moveColumns: CsvColumns<MoneyMove> = {
  day: ({ on }) => on,
  account: ({ account }) => account,
  accounting_reference: ({ accounting_reference }) => accounting_reference,
  what: (move) => moveKinds[moveKindOf(move)],
  method: ({ method }) => (method === null ? '' : methodWords[method]),
  reference: ({ reference }) => reference,
  amount_gbp: ({ pence }) => amountText(-pence),
  invoices: invoiceText,
  account_id: ({ account_id }) => account_id,
};

/**
 * Sage imports no receipt that is allocated (SR): a payment on account (SA) is allocated there. What goes back is a refund (SP),
 * and what is written off a credit to bad debts. T9: VAT has nothing to do with it, its relief is claimed apart.
 */
const sageTypes = {
  received: { type: 'SA', posted: 'bank' },
  returned: { type: 'SP', posted: 'bank' },
  paid_back: { type: 'SP', posted: 'bank' },
  repayment_undone: { type: 'SA', posted: 'bank' },
  written_off: { type: 'SC', posted: 'bad_debts' },
  write_off_undone: { type: 'SI', posted: 'bad_debts' },
} as const;

/** In the columns of `sageFileStart`. */
export function sageMoveLine(move: MoneyMove, codeOf: CodeOf): string {
  const kind = moveKindOf(move);
  const { type, posted } = sageTypes[kind];
  const details = [moveKinds[kind], invoiceText(move)].filter(Boolean).join(' ');
  const customer = sageCustomer({ account: move.account, reference: move.accounting_reference });
  return `${[
    type,
    csvField(customer),
    csvField(codeOf(move.account_id, posted)),
    move.department,
    sageDay(move.on),
    csvField(move.reference),
    csvField(details.slice(0, LONGEST_DETAILS)),
    amountText(Math.abs(move.pence)),
    'T9',
    '0.00',
  ].join(',')}\r\n`;
}
