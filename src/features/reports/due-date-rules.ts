// Calculates the day on which a report is due, by working days of the relevant part of the United Kingdom; pure.
import { bankHolidays, type Jurisdiction } from '../../lib/bank-holidays.ts';
import { addWorkingDays, type IsoDate, workingDaysBetween } from '../../lib/dates.ts';

const jurisdictions: Readonly<Record<string, Jurisdiction>> = {
  scotland: 'scotland',
  'northern ireland': 'northern_ireland',
};

/** England and Wales unless the job is elsewhere (ours). */
const jurisdictionOf = (placeOfWork: string | null): Jurisdiction =>
  jurisdictions[placeOfWork?.trim().toLowerCase() ?? ''] ?? 'england_and_wales';

/** Counted from the day on which work on it can begin; null without working days. */
export const dueDate = (from: IsoDate, workingDays: number | null, placeOfWork: string | null): IsoDate | null =>
  workingDays === null ? null : addWorkingDays(from, workingDays, bankHolidays[jurisdictionOf(placeOfWork)]);

/** A report of an order that becomes urgent. */
export interface Hurried {
  readonly workingDays: number | null;
  /** By its working days, without a day that a person set; null if there is none. */
  readonly dueOn: IsoDate | null;
  /** Work on it has begun. */
  readonly isBegun: boolean;
}

/**
 * By how many working days it is due earlier, of which there are as many again once its order is not urgent any more. What is
 * worked on already is never due before today.
 */
export function savedDays(
  { workingDays, dueOn, isBegun }: Hurried,
  {
    percent,
    today,
    placeOfWork,
  }: { readonly percent: number; readonly today: IsoDate; readonly placeOfWork: string | null },
): number {
  if (workingDays === null) return 0;
  const saved = workingDays - Math.ceil((workingDays * percent) / 100);
  if (!isBegun || dueOn === null) return saved;
  return Math.min(saved, workingDaysBetween(today, dueOn, bankHolidays[jurisdictionOf(placeOfWork)]));
}
