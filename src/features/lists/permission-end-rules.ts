// On which days the client is told that somebody's permission to work ends; pure.
import { addDays, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';

/** Days before the last one; the first is that from which it is asked for in the portal, too. */
const NOTICES = [60, 30, 7] as const;
export const [PERMISSION_NOTICE_DAYS] = NOTICES;

export interface NoticePeriod {
  /** Of the permissions, their last days. */
  readonly from: IsoDate;
  readonly until: IsoDate;
  /** How many days before them the notice is due. */
  readonly days: number;
}

/** A notice that was due while the job did not run is given later, but not after so many days. */
const LATE_DAYS = 14;

/** The last days of permissions whose notice is due today or was lately. None on a day without work. */
export function noticePeriods(today: IsoDate, holidays: Parameters<typeof nextWorkingDay>[1]): NoticePeriod[] {
  if (nextWorkingDay(today, holidays) !== today) return [];
  return NOTICES.map((days) => ({
    // What has ended is told no more: the portal asks for it.
    from: addDays(today, Math.max(0, days - LATE_DAYS)),
    until: addDays(today, days),
    days,
  }));
}
