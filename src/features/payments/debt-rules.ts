// How old what a client owes is; pure.
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import type { Invoice } from '../invoices/invoice.ts';
import { leftOf } from '../invoices/invoice-rules.ts';

/** Up to how many days overdue. */
export const ages = [
  { name: 'not_due', text: 'Not due', to: 0 },
  { name: 'days_1_30', text: '1–30 days', to: 30 },
  { name: 'days_31_60', text: '31–60 days', to: 60 },
  { name: 'days_61_90', text: '61–90 days', to: 90 },
  { name: 'days_over_90', text: 'Over 90 days', to: Number.POSITIVE_INFINITY },
] as const;

/** 0 until the day after the one on which it is due. */
export const daysOverdue = ({ dueOn }: Pick<Invoice, 'dueOn'>, today: IsoDate): number =>
  dueOn === null ? 0 : Math.max(0, daysBetween(dueOn, today));

/** What is left to pay, in pence, in the order of `ages`. */
export function penceByAge(
  unpaid: readonly Pick<Invoice, 'dueOn' | 'totalPence' | 'settlements'>[],
  today: IsoDate,
): number[] {
  const sums = ages.map(() => 0);
  for (const invoice of unpaid) {
    const days = daysOverdue(invoice, today);
    sums[ages.findIndex(({ to }) => days <= to)]! += leftOf(invoice);
  }
  return sums;
}
