// The closing of an account whose client leaves: what was chosen, and how far it has come.
import type { IsoDate } from '../../lib/dates.ts';
import type { AccountSettings } from './account-settings.ts';

/** What becomes of the orders that are open on the day. */
export const openOrderChoices = { run: 'They run to their end', withdraw: 'They are withdrawn on the day' } as const;

export type OpenOrderChoice = keyof typeof openOrderChoices;

/** How long the client can still read an order that ends after the last day of sign-in. */
export const LATE_DAYS = 14;
/** For how long nobody is erased after sign-in has ended, and after its end was told: to object, and to open the account again. */
export const LAST_CHANCE_DAYS = 7;

/** What somebody chooses; the days are UK days. */
export interface ClosingPlan {
  /** From this day on, new orders are refused. */
  readonly ordersEndOn: IsoDate;
  readonly openOrders: OpenOrderChoice;
  /** The last day on which the client can sign in; longer while an order runs. */
  readonly signInUntil: IsoDate;
  /** From this day on, everybody is erased whom nothing keeps, also while an order of somebody else runs. */
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

/** Whatever was set before, a closed account orders nothing and gets no mails about renewals and first days. */
export const settingsOfClosed = {
  acceptOrders: false,
  renewalMails: false,
  startNoticeWorkingDays: 0,
} as const satisfies Partial<AccountSettings>;
