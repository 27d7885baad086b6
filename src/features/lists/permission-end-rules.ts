// On which days the client is told that somebody's permission to work ends; pure.
import { addDays, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';

/** Days before the last one; the first is that from which it is asked for in the portal, too. */
const NOTICES = [60, 30, 7] as const;
export const [PERMISSION_NOTICE_DAYS] = NOTICES;

export interface NoticePeriod {
  readonly from: IsoDate;
  readonly until: IsoDate;
}

/**
 * The last days of permissions of which somebody is told today: those whose notice is due today, or was since the working day
 * before. None on a day without work.
 */
export function noticePeriods(today: IsoDate, holidays: Parameters<typeof nextWorkingDay>[1]): NoticePeriod[] {
  if (nextWorkingDay(today, holidays) !== today) return [];
  let first = today;
  for (let before = addDays(today, -1); nextWorkingDay(before, holidays) !== before; before = addDays(before, -1))
    first = before;
  return NOTICES.map((days) => ({ from: addDays(first, days), until: addDays(today, days) }));
}
