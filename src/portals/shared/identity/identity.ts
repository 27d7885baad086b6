// Shows clients and screeners whether somebody has confirmed the candidate's identity, and lets them confirm it.
import type { Check } from '../../../features/checks/check.ts';
import { needsSeenIdentity } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';

export interface SeenIdentity {
  readonly confirmedAt: Date | null;
  /**
   * The path of the confirmation page and its form; undefined if there is nothing to confirm, or this reader may not.
   */
  readonly action: string | undefined;
  /** The order ended without a confirmation. */
  readonly isOver: boolean;
}

/** Undefined if no confirmation is needed. @param action undefined for users who may only read */
export function identityOf(check: Check, action: string | undefined): SeenIdentity | undefined {
  if (!needsSeenIdentity(check.reports)) return undefined;
  const { identityConfirmedAt: confirmedAt } = check;
  const isOver = !isOngoing(check.status);
  return { confirmedAt, isOver, action: confirmedAt === null && !isOver ? action : undefined };
}

/** The confirmation page, because confirming cannot be undone; undefined if there is nothing to confirm. */
export function confirmingModel(check: Check, page: string) {
  const action = identityOf(check, `${page}/identity`)?.action;
  if (action === undefined) return undefined;
  const { first_name, last_name } = check.order.facts;
  return {
    title: 'Confirm the identity of this candidate?',
    environment: check.tenant.environment,
    candidateName: `${first_name} ${last_name}`,
    orderId: check.orderId,
    action,
    page,
  };
}
