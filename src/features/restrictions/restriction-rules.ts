// When a restriction may be lifted, and what it keeps from being erased; pure.
import { addDays, type IsoDate, parseDate } from '../../lib/dates.ts';
import { type RestrictionGround, restrictionGrounds } from './restriction-grounds.ts';

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

interface Lasted {
  readonly decided_at: Date | null;
  readonly lifted_at: Date | null;
}

/** When what ends with this row began: an earlier restriction that it followed without a break counts. */
export const restrictedSince = (rows: readonly Lasted[], last: Lasted): Date =>
  rows.reduce(
    (since, { decided_at: began, lifted_at: ended }) =>
      began !== null && ended !== null && ended >= since && began < since ? began : since,
    last.decided_at!,
  );

interface Announced {
  readonly liftOn: IsoDate | null;
  readonly isTold: boolean;
}

export const mayBeLifted = ({ liftOn, isTold }: Announced, today: IsoDate): boolean =>
  isTold && liftOn !== null && liftOn <= today;
