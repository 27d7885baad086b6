// The closing of an account whose client leaves: what was chosen, and how far it has come.
import type { IsoDate } from '../../lib/dates.ts';
import type { AccountSettings } from './account-settings.ts';

/** What becomes of the orders that are open on the day. */
export const openOrderChoices = { run: 'They run to their end', withdraw: 'They are withdrawn on the day' } as const;

export type OpenOrderChoice = keyof typeof openOrderChoices;

/** What somebody chooses; the days are UK days. */
export interface ClosingPlan {
  /** From this day on, new orders are refused. */
  readonly ordersEndOn: IsoDate;
  readonly openOrders: OpenOrderChoice;
  /** The last day on which the client can sign in, once no order runs any more. */
  readonly signInUntil: IsoDate;
  /** From this day on, everybody is erased whom nothing keeps. */
  readonly eraseOn: IsoDate;
  /** Empty for none. */
  readonly note: string;
}

/** With the ISO moments at which each part was done; null until then. */
export interface Closing extends ClosingPlan {
  readonly closedAt: string | null;
  /** When the administrators of the client were told that the last day of sign-in is near. */
  readonly warnedAt: string | null;
  readonly signInEndedAt: string | null;
  readonly erasedAt: string | null;
}

/** Whatever was set before, a closed account orders nothing and gets no mails about renewals. */
export const settingsOfClosed = {
  acceptOrders: false,
  renewalMails: false,
} as const satisfies Partial<AccountSettings>;
