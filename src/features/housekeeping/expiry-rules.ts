// When the operator is told that something ends soon; pure.
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { ExpiringThing } from '../emails/expiry-mail-words.ts';

export interface Expiry {
  readonly what: ExpiringThing;
  /** The host, of an address that we call. */
  readonly of?: string | undefined;
  readonly at: Date;
}

/** Less than 0 once it is over. */
export const daysLeft = (at: Date, today: IsoDate): number => daysBetween(today, ukDateOf(at));

const ours = [21, 14, 7, 3, 2, 1, 0, -1] as const;
/** Somebody else renews it: earlier, so that they can be asked, and less often. */
const others = [30, 7, 1, -1] as const;

const toldDaysBefore = (what: ExpiringThing): readonly number[] => (what === 'outgoing_certificate' ? others : ours);

/** From how many days before it is a warning. */
export const warnedDaysBefore = (what: ExpiringThing): number => toldDaysBefore(what)[0]!;

export const isToldToday = (what: ExpiringThing, days: number): boolean => toldDaysBefore(what).includes(days);
