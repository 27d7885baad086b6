// The periods by which lists are narrowed to those who start soon; pure.
import { addDays, daysBetween, type IsoDate } from '../../lib/dates.ts';

/** In days. */
export const startPeriods = [7, 14, 30] as const;
export type StartPeriod = (typeof startPeriods)[number];

/** Today and so many days from now. */
export const daysWithin = (today: IsoDate, days: number) => ({ from: today, until: addDays(today, days) });

/** The shortest one that has the day. */
export const periodWith = (today: IsoDate, day: IsoDate): StartPeriod =>
  startPeriods.find((days) => days >= daysBetween(today, day)) ?? 30;

/** @param sent by an address: anything else counts as absent */
export const startPeriodIn = (sent: unknown): StartPeriod | undefined =>
  startPeriods.find((days) => String(days) === sent);
