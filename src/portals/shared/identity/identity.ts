// Whether somebody has seen who the candidate of a check is: what clients and screeners are shown, and may still confirm.
import type { Check } from '../../../features/checks/check.ts';
import { needsSeenIdentity } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';

export interface SeenIdentity {
  readonly confirmedAt: Date | null;
  /** The page that asks once more, and where its form goes; undefined where there is nothing to confirm, or not by this reader. */
  readonly action: string | undefined;
  /** An order that ended unconfirmed stays so. */
  readonly isOver: boolean;
}

/** Undefined where nobody asks who was seen. @param action undefined for those who may only look */
export function identityOf(check: Check, action: string | undefined): SeenIdentity | undefined {
  if (!needsSeenIdentity(check.reports)) return undefined;
  const { identityConfirmedAt: confirmedAt } = check;
  const isOver = !isOngoing(check.status);
  return { confirmedAt, isOver, action: confirmedAt === null && !isOver ? action : undefined };
}

/** The page that asks once more, for it cannot be taken back; undefined where there is nothing to confirm. */
export function confirmingModel(check: Check, page: string) {
  const action = identityOf(check, `${page}/identity`)?.action;
  if (action === undefined) return undefined;
  const { first_name, last_name } = check.order.facts;
  return {
    title: 'Confirm the identity of this candidate?',
    candidateName: `${first_name} ${last_name}`,
    orderId: check.orderId,
    action,
    page,
  };
}
