// How pages name what waits for a second person before money is given away.
import type { MoneyActKind } from '../../../features/money-approvals/money-act.ts';
import type { MoneyDecision } from '../../../features/money-approvals/money-request-store.ts';

export const moneyActWords: Readonly<Record<MoneyActKind, string>> = {
  credit: 'Credit',
  credit_lines: 'Credit of several lines',
  credit_part: 'Credit of a part',
  take_back: 'Charge taken back',
  discount: 'Discount',
  write_off: 'Write-off',
  pay_back: 'Paid back to the client',
};

export const moneyDecisionWords: Readonly<Record<MoneyDecision, string>> = {
  approved: 'Approved',
  sent_back: 'Sent back',
  withdrawn: 'Withdrawn',
};
