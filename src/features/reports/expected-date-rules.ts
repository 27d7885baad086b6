// Calculates the expected dates of reports and checks, by the durations of earlier reports or else the due date; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, type IsoDate, laterOf, nextWorkingDay, workingDaysBetween } from '../../lib/dates.ts';
import type { DelayReason } from '../../messages/en-delays.ts';

/** The durations of complete reports of a type, from the request to the result, in calendar days. */
export interface TypeHistory {
  readonly completed: number;
  readonly medianDays: number;
  readonly p90Days: number;
}

/** With fewer reports, durations are not used. */
export const leastCompleted = 30;

export interface OpenReport {
  /** When it was requested, or opened again; null until the candidate has submitted. */
  readonly beganOn: IsoDate | null;
  readonly dueOn: IsoDate | null;
  /** A screener chose the due date, which counts more than earlier reports. */
  readonly isDueSet?: boolean;
  readonly history: TypeHistory | null;
}

export interface Expected {
  /** Half of such reports are complete by this day. */
  readonly on: IsoDate;
  /** Nine of ten are complete by this day. */
  readonly latest: IsoDate;
}

const hasHistory = ({ history }: Pick<OpenReport, 'history'>): boolean =>
  history !== null && history.completed >= leastCompleted;

/** What an expected date rests on. */
export function basisOf(report: Omit<OpenReport, 'beganOn'>): 'screener' | 'history' | 'catalogue' {
  if (report.isDueSet === true && report.dueOn !== null) return 'screener';
  return hasHistory(report) ? 'history' : 'catalogue';
}

/** null if nothing is known, or if even the latest day has passed. */
export function expectedReport(report: OpenReport, today: IsoDate, calendar: Calendar): Expected | null {
  const { beganOn, dueOn } = report;
  if (beganOn === null) return null;
  const workingDay = (days: number) => nextWorkingDay(addDays(beganOn, days), calendar.england_and_wales);
  const history = basisOf(report) === 'history' ? report.history : null;
  const on = history === null ? dueOn : workingDay(history.medianDays);
  const latest = history === null ? dueOn : workingDay(history.p90Days);
  if (on === null || latest === null || latest < today) return null;
  return { on: laterOf(on, today), latest };
}

/** The due date, if it has passed and the report is worked on; null otherwise. */
export function overdueSince({ beganOn, dueOn }: OpenReport, today: IsoDate): IsoDate | null {
  return beganOn !== null && dueOn !== null && dueOn < today ? dueOn : null;
}

/** Working days of England and Wales, in which targets are agreed; 0 on the days off after the due date. */
export const workingDaysOverdue = (dueOn: IsoDate, today: IsoDate, calendar: Calendar): number =>
  workingDaysBetween(dueOn, today, calendar.england_and_wales);

/** Of a report that is open and does not wait for the candidate or the client, for whom its day moves on. */
export interface Promised {
  /** When it was due, also where a person chose another day since; null without a day. */
  readonly promisedOn: IsoDate | null;
  /** When it is due now. */
  readonly dueOn: IsoDate | null;
  readonly reason: DelayReason | null;
}

export interface Late {
  readonly since: IsoDate;
  /** Why, as the screeners said; null where they did not. */
  readonly reason: DelayReason | null;
  /** The day that a person chose instead, to come; null where nobody did. */
  readonly newDay: IsoDate | null;
}

/** null if its day has not passed. */
export function lateOf({ promisedOn, dueOn, reason }: Promised, today: IsoDate): Late | null {
  if (promisedOn === null || promisedOn >= today) return null;
  return { since: promisedOn, reason, newDay: dueOn !== null && dueOn >= today ? dueOn : null };
}

/** A check is due with the last of its open reports; null if that day has not passed. */
export function checkOverdueSince(reports: readonly OpenReport[], today: IsoDate): IsoDate | null {
  const [first, ...others] = reports.flatMap(({ beganOn, dueOn }) => (beganOn === null ? [] : (dueOn ?? [])));
  if (first === undefined) return null;
  const last = others.reduce(laterOf, first);
  return last < today ? last : null;
}

/** A check is complete with its last report that has an expected date; null if none has. What has none is named beside it. */
export function expectedCheck(reports: readonly (Expected | null)[]): Expected | null {
  const [first, ...others] = reports.filter((one) => one !== null);
  if (first === undefined) return null;
  return others.reduce(
    (last, one) => ({ on: laterOf(last.on, one.on), latest: laterOf(last.latest, one.latest) }),
    first,
  );
}
