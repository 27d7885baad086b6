// Decides of which orders the consent was not given here, and what is kept of the signed one that somebody saw; pure.
import type { Check } from './check.ts';
import { isOngoing } from './check-states.ts';

/** Kept with the order. */
export interface SeenConsent {
  /** The name of the user who saw it, and when, in ISO 8601. */
  readonly by: string;
  readonly at: string;
}

/** The client entered the order, so that no form asked the candidate. @param given what the candidate agreed to in a form */
export const isConsentElsewhere = ({ type }: Pick<Check, 'type'>, given: readonly unknown[]): boolean =>
  type === 'express' && given.length === 0;

/** Nobody has seen it yet. */
export const lacksConsent = (check: Pick<Check, 'type' | 'order'>, given: readonly unknown[]): boolean =>
  isConsentElsewhere(check, given) && check.order.consent_seen === undefined;

export const takesSeenConsent = ({ type, status, isRestricted, order }: Check): boolean =>
  type === 'express' && !isRestricted && isOngoing(status) && order.consent_seen === undefined;
