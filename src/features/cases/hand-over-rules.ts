// Why a report stays with somebody whose work is handed over; pure.
import type { Actor } from '../../context.ts';
import { isOwnProposal } from '../reports/outcome-rules.ts';
import type { ReportState } from '../reports/report-states.ts';

export type StaysBecause = 'other_account' | 'no_approver' | 'own_proposal' | 'came_meanwhile';

interface Held {
  readonly account_id: string;
  readonly status: ReportState;
  readonly proposed_by: Actor | null;
}

/** @param to null for the queue; undefined for a colleague who works on no reports, to whom only accounts are given */
export function whyItStays(
  { account_id, status, proposed_by }: Held,
  to:
    | { readonly accounts: 'all' | readonly string[]; readonly userId: string; readonly mayApprove: boolean }
    | null
    | undefined,
): StaysBecause {
  if (to && to.accounts !== 'all' && !to.accounts.includes(account_id)) return 'other_account';
  if (to && status === 'awaiting_approval') {
    if (!to.mayApprove) return 'no_approver';
    if (isOwnProposal(`user:${to.userId}`, proposed_by)) return 'own_proposal';
  }
  return 'came_meanwhile';
}
