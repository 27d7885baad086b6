// The file of a bank: its columns, how its lines are read, and which account and invoices each line pays; pure.
import { type IsoDate, isoDayOf, parseDate } from '../../lib/dates.ts';
import { typedAmount } from '../../lib/money.ts';
import { type Column, readSheetRows, sheetTemplate, withChosenColumns } from '../../lib/sheet-rows.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { leftOf } from '../invoices/invoice-rules.ts';
import { withDecimalPoint } from '../report-types/agreement-text-rules.ts';
import { isNamedIn, namesInvoice, type PaymentFacts, paymentKey, type Share, suggestShares } from './payment-rules.ts';

/** In one file. */
export const mostReceiptLines = 500;
const longestKept = 100;

export const receiptColumns: readonly Column[] = [
  {
    input: 'on',
    title: 'Date',
    called: ['day', 'transaction date', 'posting date', 'value date', 'booking date', 'received on', 'completed date'],
    isRequired: true,
    example: '24/11/2026',
  },
  {
    input: 'amount',
    title: 'Amount',
    called: ['paid in', 'money in', 'credit', 'credit amount', 'value', 'amount (gbp)', 'amount gbp'],
    isRequired: true,
    example: '120.00',
  },
  {
    input: 'reference',
    title: 'Reference',
    called: [
      ...['description', 'details', 'narrative', 'memo', 'transaction description', 'payment reference', 'text'],
      ...['payee', 'name'],
    ],
    isRequired: true,
    example: 'DEMO CARE INV-000012',
  },
];

/** With one line that shows how. */
export const receiptSample = (): string => sheetTemplate({}, receiptColumns);

export interface ReceiptLine extends PaymentFacts {
  /** Of the file, from 2. */
  readonly row: number;
  /** Which of the lines of the file with this day, amount and reference it is, from 1. */
  readonly occurrence: number;
}

export interface ReadReceipts {
  readonly lines: readonly ReceiptLine[];
  /** Lines of money that went out, or of none. */
  readonly ignored: number;
  readonly problems: readonly string[];
}

const rowsOf = {
  ...{ person: 'line', people: 'lines' },
  inputs: ({ input }: Column, text: string): [string, string[]][] => (text === '' ? [] : [[input, [text]]]),
};

/** @param chosen as of `withChosenColumns` @param today no payment came in later */
export function readReceipts(
  table: readonly (readonly string[])[],
  chosen: Readonly<Record<string, string>>,
  today: IsoDate,
): ReadReceipts {
  const named = withChosenColumns(table, receiptColumns, chosen);
  const { rows, faults } = readSheetRows(named, mostReceiptLines, receiptColumns, rowsOf);
  const problems = [...faults];
  const seen = new Map<string, number>();
  const lines: ReceiptLine[] = [];
  let ignored = 0;
  for (const { rowNumber: row, typed } of rows) {
    const text = (input: string) => typed[input]?.[0] ?? '';
    const pence = typedAmount(withDecimalPoint(text('amount')));
    const on = parseDate(isoDayOf(text('on')));
    const reference = [...text('reference').replace(/\s+/g, ' ').trim()].slice(0, longestKept).join('');
    if (pence === undefined || pence <= 0) ignored += 1;
    else if (Number.isNaN(pence)) problems.push(`Row ${row}: the amount must be in pounds, such as 45.00`);
    else if (on === undefined || on > today)
      problems.push(`Row ${row}: the date must be a day until today, such as 24/11/2026`);
    else {
      const key = paymentKey({ on, pence, reference });
      seen.set(key, (seen.get(key) ?? 0) + 1);
      lines.push({ row, on, pence, reference, occurrence: seen.get(key)! });
    }
  }
  if (problems.length === 0 && lines.length === 0) problems.push('There is no line of money that came in');
  return { lines, ignored, problems };
}

export type MatchedBy = 'invoice' | 'account' | 'amount';

export interface Match {
  readonly accountId: string;
  readonly by: MatchedBy;
  /** It names an invoice of one account, and this other one by name: somebody must look. */
  readonly otherId?: string | undefined;
}

/** Whether it may be recorded without a second look: two payments may well have the same amount. */
export const isSure = ({ by, otherId }: Match): boolean => by !== 'amount' && otherId === undefined;

/** Letters and digits between spaces, without what companies end in. */
const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/ (ltd|limited|plc|llp)\b/g, '')
    .trim()} `;

/** Banks cut names off, so the first two words do. */
function isCalledIn(name: string, words: string): boolean {
  const [first = '', second] = wordsOf(name).trim().split(' ');
  const head = second === undefined ? ` ${first} ` : ` ${first} ${second}`;
  return head.trim().length > 3 && words.includes(head);
}

const only = (ids: readonly string[]): string | undefined => (new Set(ids).size === 1 ? ids[0] : undefined);

/**
 * Whose payment it is: of the account whose unpaid invoice the reference names; else of the one that it names; else, if
 * it names no other invoice either, of the one with the only unpaid invoice of exactly the amount. Undefined where two accounts
 * would do.
 */
export function matchLine(
  { reference, pence }: Pick<ReceiptLine, 'reference' | 'pence'>,
  unpaid: readonly Invoice[],
  accounts: readonly { readonly id: string; readonly name: string }[],
): Match | undefined {
  const named = unpaid.filter(({ number }) => isNamedIn(number, reference)).map(({ accountId }) => accountId);
  const words = wordsOf(reference);
  const called = accounts.filter(({ name }) => isCalledIn(name, words)).map(({ id }) => id);
  if (named.length > 0) {
    const accountId = only(named);
    if (accountId === undefined) return undefined;
    return { accountId, by: 'invoice', otherId: called.includes(accountId) ? undefined : called[0] };
  }
  const account = only(called);
  if (account !== undefined) return { accountId: account, by: 'account' };
  if (namesInvoice(reference)) return undefined;
  const exact = unpaid.filter((one) => leftOf(one) === pence);
  return exact.length === 1 ? { accountId: exact[0]!.accountId, by: 'amount' } : undefined;
}

/** As `suggestShares`, but of a reference that names no invoice, first against the only one of exactly the amount. */
export function sharesOfLine(
  { reference, pence }: Pick<ReceiptLine, 'reference' | 'pence'>,
  unpaid: readonly Invoice[],
): Share[] {
  const exact = unpaid.filter((one) => leftOf(one) === pence);
  const isNamed = unpaid.some(({ number }) => isNamedIn(number, reference));
  if (!isNamed && exact.length === 1) return [{ invoiceId: exact[0]!.id, pence }];
  return suggestShares(pence, reference, unpaid);
}
