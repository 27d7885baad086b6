// Calculates when a report and a check are expected: from how long such reports took before, else from the due date; pure.
import { bankHolidays } from '../../lib/bank-holidays.ts';
import { addDays, type IsoDate, laterOf, nextWorkingDay } from '../../lib/dates.ts';

/** How long complete reports of a type took from the request to the result, in calendar days. */
export interface TypeHistory {
  readonly completed: number;
  readonly medianDays: number;
  readonly p90Days: number;
}

/** Fewer reports tell too little. */
export const leastCompleted = 30;

export interface OpenReport {
  /** null before the candidate has submitted. */
  readonly requestedOn: IsoDate | null;
  readonly dueOn: IsoDate | null;
  readonly history: TypeHistory | null;
}

export interface Expected {
  /** Half of such reports are complete by then. */
  readonly on: IsoDate;
  /** Nine of ten are. */
  readonly latest: IsoDate;
}

/** null if nothing is known, or if even the latest day has passed. */
export function expectedReport({ requestedOn, dueOn, history }: OpenReport, today: IsoDate): Expected | null {
  if (requestedOn === null) return null;
  const workingDay = (days: number) => nextWorkingDay(addDays(requestedOn, days), bankHolidays.england_and_wales);
  const hasHistory = history !== null && history.completed >= leastCompleted;
  const on = hasHistory ? workingDay(history.medianDays) : dueOn;
  const latest = hasHistory ? workingDay(history.p90Days) : dueOn;
  if (on === null || latest === null || latest < today) return null;
  return { on: laterOf(on, today), latest };
}

/** A check is complete with the last of its reports; null if that is not known of one. */
export function expectedCheck(reports: readonly (Expected | null)[]): Expected | null {
  if (reports.length === 0 || reports.includes(null)) return null;
  const [first, ...others] = reports as readonly Expected[];
  return others.reduce(
    (last, one) => ({ on: laterOf(last.on, one.on), latest: laterOf(last.latest, one.latest) }),
    first!,
  );
}
