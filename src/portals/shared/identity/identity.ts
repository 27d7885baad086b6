// Whether somebody has seen who the candidate of a check is: what clients and screeners are shown, and may still confirm.
import type { Check } from '../../../features/checks/check.ts';
import { needsSeenIdentity } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';

export interface SeenIdentity {
  readonly confirmedAt: Date | null;
  /** Where the form goes; undefined where there is nothing to confirm, or not by this reader. */
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
