// When the operator is told that something ends soon; pure.
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ExpiringThing } from '../emails/expiry-mail-words.ts';

export interface Expiry {
  readonly what: ExpiringThing;
  readonly at: Date;
}

/** From then on it is a warning. */
export const WARNED_DAYS_BEFORE = 21;

/** Less than 0 once it is over. */
export const daysLeft = (at: Date, today: IsoDate): number => daysBetween(today, ukDateOf(at));

/** Three, two and one weeks before, then each day until it is over. */
export const isToldToday = (days: number): boolean => [WARNED_DAYS_BEFORE, 14, 7, 3, 2, 1, 0, -1].includes(days);
