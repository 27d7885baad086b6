// By when a request for a restriction must be answered, when one may be lifted, and what it keeps from being erased; pure.
import { addDays, addMonths, type IsoDate, parseDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type RestrictionGround, restrictionGrounds } from './restriction-grounds.ts';

/** Within a month (UK GDPR Art. 12(3)). */
export const decisionDueOn = (askedAt: Date): IsoDate => addMonths(ukDateOf(askedAt), 1);

/** How long the notice to the person usually is, in days (ours): time enough to answer it. */
export const USUAL_NOTICE_DAYS = 7;
const LONGEST_NOTICE_DAYS = 90;

/** The person is told before it is lifted (Art. 18(3)): on the day after at the earliest. */
export const isLiftDay = (day: string, today: IsoDate): boolean =>
  parseDate(day) === day && day > today && day <= addDays(today, LONGEST_NOTICE_DAYS);

/**
 * Whether an erasure has to wait for these restrictions in force. To erase is to process too: the time of the account
 * always waits, and nobody erases what the person wants kept.
 */
export const erasureWaits = (grounds: readonly RestrictionGround[], isByTime: boolean): boolean =>
  grounds.some((ground) => isByTime || restrictionGrounds[ground].keepsData);
