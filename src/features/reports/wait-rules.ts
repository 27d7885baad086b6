// How far the due date of a report moves while it waits for the candidate or the client; pure.
import { addWorkingDays, type IsoDate, workingDaysBetween } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';

/** Who is waited for does not work on the report: its due date moves on until they answer. */
export const postponingWaits = ['candidate', 'client'] as const;

export const postponesDueDate = (waitingFor: string | null): boolean =>
  postponingWaits.some((one) => one === waitingFor);

export interface EndedWait {
  readonly started_at: Date;
  /** null while it is open. */
  readonly ended_at: Date | null;
}

/** Since when somebody has been waited for without a break until `at`; undefined if nobody was waited for then. */
export function waitingSince(waits: readonly EndedWait[], at: Date): Date | undefined {
  let since: Date | undefined;
  const latestFirst = waits.toSorted((one, other) => Number(other.ended_at ?? at) - Number(one.ended_at ?? at));
  for (const { started_at, ended_at } of latestFirst) {
    if ((ended_at ?? at) < (since ?? at)) break;
    if (since === undefined || started_at < since) since = started_at;
  }
  return since;
}

/** @param holidays of the part of the country that the order follows */
export function dueAfterWait(dueOn: IsoDate, since: Date, until: Date, holidays: ReadonlySet<IsoDate>): IsoDate {
  return addWorkingDays(dueOn, workingDaysBetween(ukDateOf(since), ukDateOf(until), holidays), holidays);
}
