// What an account's history says of its money: what is charged, invoiced, queried and paid.
import type { EventName } from '../../../features/events/event-types.ts';
import type { SetUpEvent } from '../../../features/events/set-up-history-actions.ts';
import type { MoneyActKind } from '../../../features/money-approvals/money-act.ts';
import type { MoneyDecision } from '../../../features/money-approvals/money-request-store.ts';
import { type TakenBackReason, takenBackWords } from '../../../features/payments/payment-rules.ts';
import { inPounds } from '../../../lib/money.ts';
import {
  type DisputeReason,
  disputeReasonWords,
  type HoldReason,
  holdReasonWords,
} from '../../../messages/en-credits.ts';
import { monthText } from '../charges/charges.ts';
import { moneyActWords, moneyDecisionWords } from '../charges/money-approval-words.ts';
import { historyWords } from '../history-words.ts';
import { britishDate, orderNumber } from '../page-filters.ts';
import type { ChangeText, Told } from './told-change.ts';

type Detail = Told['detail'];

/** In pence; what is credited, taken off or paid back is less than 0. Undefined for what is about no sum of money. */
export function amountOfChange({
  type,
  detail,
  credited_pence,
}: Pick<SetUpEvent, 'type' | 'detail' | 'credited_pence'>) {
  if (type === 'report.credited') return credited_pence ?? undefined;
  if (type === 'report.part_credited') return -(Number(detail.price_pence ?? 0) + Number(detail.fee_pence ?? 0));
  if (type === 'account.charge_taken_back') return detail.pence === undefined ? undefined : -Number(detail.pence);
  if (type === 'account.purchase_order_kept' || !Object.hasOwn(moneyEvents, type)) return undefined;
  const given = detail.total_pence ?? detail.amount_pence ?? detail.pence;
  return typeof given === 'number' ? given : undefined;
}

/** Nothing for who does not read amounts. */
const pounds = (pence: unknown): string[] => (typeof pence === 'number' ? [inPounds(pence)] : []);

const unsigned = (amount: string) => amount.replace('-', '');

const dayOf = ({ on }: Detail): string[] => (typeof on === 'string' ? [britishDate(on)] : []);

const moneyLines = (detail: Detail): string[] => [
  ...[[...pounds(detail.amount_pence), ...dayOf(detail)].join(' of ')].filter(Boolean),
  ...(typeof detail.reason === 'string' ? [takenBackWords[detail.reason as TakenBackReason] ?? detail.reason] : []),
];

const issued = ({ number, month, total_pence }: Detail): string[] => [
  [`${number} for ${monthText(String(month))}`, ...pounds(total_pence)].join(', '),
];

const disputed = ({ order_id }: Detail): string => (typeof order_id === 'number' ? orderNumber(order_id) : '');

const givenAway = ({ kind, amount_pence }: Detail): string =>
  [moneyActWords[kind as MoneyActKind], ...pounds(amount_pence)].join(', ');

export const moneyEvents = {
  // One for an order stands in the history of that.
  'account.charge_added': ({ detail }) => historyWords['check.charge_added']!(detail),
  'account.charge_taken_back': ({ detail }) => historyWords['check.charge_taken_back']!(detail),
  'account.invoice_issued': ({ detail }) => ({ title: 'Invoice issued', lines: issued(detail) }),
  'account.credit_note_issued': ({ detail }) => ({ title: 'Credit note issued', lines: issued(detail) }),
  'account.invoice_held': ({ detail }) => ({
    title: `Invoice of ${monthText(String(detail.month))} held`,
    lines: [holdReasonWords[detail.reason as HoldReason]],
  }),
  'account.purchase_order_kept': ({ detail }) => ({
    title: detail.is_new === true ? 'Purchase order added' : 'Purchase order changed',
    lines: [
      ...(detail.is_renumbered === true ? ['Its number was corrected, for its orders so far too'] : []),
      ...(typeof detail.limit_pence === 'number' ? [`Up to ${inPounds(detail.limit_pence)}`] : []),
    ],
  }),
  'account.charge_disputed': ({ detail }) => ({
    title: 'Charge queried',
    lines: [disputed(detail), disputeReasonWords[detail.reason as DisputeReason]].filter(Boolean),
  }),
  'account.charge_dispute_answered': ({ detail }) => ({
    title: detail.outcome === 'credited' ? 'Query of a charge answered with a credit' : 'Query of a charge answered',
    lines: [disputed(detail)].filter(Boolean),
  }),
  'account.invoice_marked': ({ detail }) => ({
    title: `Invoice ${detail.number} marked as ${String(detail.as).replaceAll('_', ' ')}`,
    lines: dayOf(detail),
  }),
  'account.statement_mailed': ({ detail }) => ({
    title: 'Statement of account mailed',
    lines: [`${britishDate(String(detail.from))} to ${britishDate(String(detail.to))}`],
  }),
  'account.payment_reminded': ({ detail }) => ({
    title: 'Reminded of unpaid invoices',
    lines: Array.isArray(detail.invoices) ? [detail.invoices.join(', ')] : [],
  }),
  'account.receipt_recorded': ({ detail }) => ({
    title: detail.method === 'write_off' ? 'Written off' : 'Payment recorded',
    lines: moneyLines(detail),
  }),
  'account.money_approval_asked': ({ detail }) => ({
    title: 'A second person asked to approve',
    lines: [givenAway(detail)],
  }),
  'account.money_approval_decided': ({ detail }) => ({
    title: `${moneyDecisionWords[detail.decision as MoneyDecision]}, as a second person decides`,
    lines: [givenAway(detail)],
  }),
  'account.quote_moved': ({ detail }) => ({
    title: `Quote ${detail.number}: ${String(detail.as).replaceAll('_', ' ')}`,
    lines: [],
  }),
  'account.receipt_taken_back': ({ detail }) => ({ title: 'Payment taken back', lines: moneyLines(detail) }),
  'account.payment_allocated': ({ detail }) => ({
    title:
      detail.is_undone === true || Number(detail.amount_pence) < 0
        ? 'Allocation undone'
        : 'Payment or credit note allocated',
    lines: [
      [
        detail.number === null ? 'Paid back' : `Against ${detail.number}`,
        ...pounds(detail.amount_pence).map(unsigned),
      ].join(': '),
      ...(typeof detail.credit_note === 'string' ? [`Of ${detail.credit_note}`] : []),
    ],
  }),
} as const satisfies Partial<Record<EventName, (told: Told) => string | ChangeText>>;
