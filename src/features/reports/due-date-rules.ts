// Calculates the day on which a report is due, by working days of the relevant part of the United Kingdom; pure.
import { bankHolidays, type Jurisdiction } from '../../lib/bank-holidays.ts';
import { addWorkingDays, type IsoDate } from '../../lib/dates.ts';

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
