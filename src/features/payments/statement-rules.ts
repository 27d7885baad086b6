// The statement of an account: what it owed, what was invoiced, credited and received in a period, and what it owes then; pure.
import { formatLongDate, type IsoDate, parseDate } from '../../lib/dates.ts';
import { inPounds } from '../../lib/money.ts';
import { Problems } from '../../lib/refusal.ts';
import type { Buyer, PaymentMethod, Seller } from '../invoices/invoice.ts';
import { lastMonth, numberText } from '../invoices/invoice-rules.ts';
import { methodWords } from './payment-rules.ts';

export interface StatementEntry {
  readonly kind: 'invoice' | 'credit_note' | 'receipt' | 'taken_back' | 'paid_back';
  readonly on: IsoDate;
  /** Of an invoice or a credit note. */
  readonly number: number | null;
  /** Of a receipt, and of what is taken back of it. */
  readonly method: PaymentMethod | null;
  readonly reference: string;
  /** More than 0 for what the client owes more by it. */
  readonly pence: number;
}

export interface Period {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Last month and what of this one is over. */
export const usualPeriod = (today: IsoDate): Period => ({ from: `${lastMonth(today)}-01`, to: today });

/** The usual one where nothing is typed. Refuses with `invalid_fields` (from, to). */
export function periodOf(given: { readonly from: string; readonly to: string }, today: IsoDate): Period {
  const usual = usualPeriod(today);
  const [from, to] = [parseDate(given.from || usual.from), parseDate(given.to || usual.to)];
  const problems = new Problems();
  if (from === undefined) problems.add('from', 'must be a date');
  if (to === undefined || to > today) problems.add('to', 'must be a date until today');
  else if (from !== undefined && to < from) problems.add('to', 'must not be before the first day');
  problems.refuse('invalid_fields');
  return { from: from!, to: to! };
}

export interface StatementLine {
  readonly on: IsoDate;
  readonly text: string;
  readonly pence: number;
  /** What is owed after it; less than 0 for what the client has paid too much. */
  readonly balancePence: number;
}

export interface Statement extends Period {
  readonly openingPence: number;
  readonly lines: readonly StatementLine[];
  readonly closingPence: number;
}

function textOf({ kind, number, method, reference, pence }: StatementEntry): string {
  if (kind === 'invoice' || kind === 'credit_note')
    return `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${numberText(kind, number!)}`;
  if (kind === 'paid_back') return pence > 0 ? 'Paid back to you' : 'Not paid back after all';
  if (method === 'write_off') return kind === 'receipt' ? 'Written off' : 'No longer written off';
  const payment = `${methodWords[method!]}${reference === '' ? '' : `, ${reference}`}`;
  return kind === 'receipt' ? `Payment: ${payment}` : `Payment taken back: ${payment}`;
}

/** @param entries of the account, until the end of the period at least */
export function statementOf(entries: readonly StatementEntry[], { from, to }: Period): Statement {
  const sum = (of: readonly StatementEntry[]) => of.reduce((all, { pence }) => all + pence, 0);
  const openingPence = sum(entries.filter(({ on }) => on < from));
  let balancePence = openingPence;
  const lines = entries
    .filter(({ on }) => on >= from && on <= to)
    .toSorted((one, other) => one.on.localeCompare(other.on))
    .map((entry): StatementLine => {
      balancePence += entry.pence;
      return { on: entry.on, text: textOf(entry), pence: entry.pence, balancePence };
    });
  return { from, to, openingPence, lines, closingPence: balancePence };
}

/** As people read it, on the page and in the document. */
export const statementRows = ({ lines }: Statement) =>
  lines.map(({ on, text, pence, balancePence }) => ({
    on,
    text,
    charged: pence > 0 ? inPounds(pence) : '',
    paid: pence <= 0 ? inPounds(-pence) : '',
    balance: inPounds(balancePence),
  }));

/** What the PDF shows, ready to print. */
export function statementData(statement: Statement, seller: Seller, buyer: Buyer, today: IsoDate) {
  const { from, to, openingPence, closingPence } = statement;
  return {
    title: `Statement of account, ${buyer.account}`,
    issuedOn: today,
    seller: { name: seller.name, address: seller.address },
    buyer: buyer.address.length > 0 ? buyer.address : [buyer.account],
    facts: [
      ['From', formatLongDate(from)],
      ['To', formatLongDate(to)],
      ['Balance', inPounds(closingPence)],
    ],
    lines: [
      [formatLongDate(from), 'Opening balance', '', '', inPounds(openingPence)],
      ...statementRows(statement).map(({ on, text, charged, paid, balance }) => [
        ...[formatLongDate(on), text, charged, paid, balance],
      ]),
    ],
    closing: inPounds(closingPence),
    payment: closingPence > 0 ? seller.payment : [],
  };
}
