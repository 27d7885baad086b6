// Calculates the day on which a report is due, by working days of the relevant part of the United Kingdom; pure.
import type { Calendar, Jurisdiction } from '../../lib/bank-holidays.ts';
import { addWorkingDays, type IsoDate, workingDaysBetween } from '../../lib/dates.ts';
import { partOfUk } from '../../lib/postcodes.ts';

const jurisdictions: Readonly<Record<string, Jurisdiction>> = {
  scotland: 'scotland',
  'northern ireland': 'northern_ireland',
  england: 'england_and_wales',
  wales: 'england_and_wales',
  'england and wales': 'england_and_wales',
};

interface Lived {
  readonly country: string | null;
  readonly postcode: string | null;
  readonly end_date: string | null;
}

/** What is known of an order when its due dates are set. */
export interface Whereabouts {
  readonly placeOfWork: string | null;
  readonly addresses: readonly Lived[];
}

/**
 * Whose bank holidays an order follows (ours): those of the place of work, else of the candidate's current address, else
 * of England and Wales.
 */
export function jurisdictionFollowed({ placeOfWork, addresses }: Whereabouts): Jurisdiction {
  const ofJob = jurisdictions[placeOfWork?.trim().toLowerCase() ?? ''];
  const home = addresses.find(({ end_date }) => end_date === null);
  const isAbroad = home?.country !== null && home?.country !== 'GBR';
  return ofJob ?? (isAbroad || !home?.postcode ? 'england_and_wales' : partOfUk(home.postcode));
}

/** Counted from the day on which work on it can begin; null without working days. */
export const dueDate = (
  from: IsoDate,
  workingDays: number | null,
  jurisdiction: Jurisdiction,
  calendar: Calendar,
): IsoDate | null => (workingDays === null ? null : addWorkingDays(from, workingDays, calendar[jurisdiction]));

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
 * @param holidays of the calendar that the order follows
 */
export function savedDays(
  { workingDays, dueOn, isBegun }: Hurried,
  {
    percent,
    today,
    holidays,
  }: { readonly percent: number; readonly today: IsoDate; readonly holidays: ReadonlySet<IsoDate> },
): number {
  if (workingDays === null) return 0;
  const saved = workingDays - Math.ceil((workingDays * percent) / 100);
  if (!isBegun || dueOn === null) return saved;
  return Math.min(saved, workingDaysBetween(today, dueOn, holidays));
}
