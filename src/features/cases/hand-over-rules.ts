// Why a report stays with somebody whose work is handed over; pure.
import type { Actor } from '../../context.ts';
import { isOwnProposal } from '../reports/outcome-rules.ts';
import type { ReportState } from '../reports/report-states.ts';
import { type Takes, takesType } from '../training/training-rules.ts';

export type StaysBecause = 'other_account' | 'untrained' | 'no_approver' | 'own_proposal' | 'came_meanwhile';

interface Held {
  readonly account_id: string;
  readonly report_type_id: number;
  readonly status: ReportState;
  readonly proposed_by: Actor | null;
}

interface Taker {
  readonly accounts: 'all' | readonly string[];
  readonly userId: string;
  readonly mayApprove: boolean;
  readonly takes: Takes;
}

/** Why somebody may not work on the report; undefined if they may. */
export function whyNotTaken(
  { account_id, report_type_id, status, proposed_by }: Held,
  to: Taker,
): Exclude<StaysBecause, 'came_meanwhile'> | undefined {
  if (to.accounts !== 'all' && !to.accounts.includes(account_id)) return 'other_account';
  if (!takesType(to.takes, report_type_id)) return 'untrained';
  if (status !== 'awaiting_approval') return undefined;
  if (!to.mayApprove) return 'no_approver';
  return isOwnProposal(`user:${to.userId}`, proposed_by) ? 'own_proposal' : undefined;
}

/** @param to null for the queue; undefined for a colleague who works on no reports, to whom only accounts are given */
export const whyItStays = (report: Held, to: Taker | null | undefined): StaysBecause =>
  (to && whyNotTaken(report, to)) ?? 'came_meanwhile';
