// Formats moments in UK time.

import { spokenLanguage } from '../messages/spoken-language.ts';
import { addDays, formatLongDate, type IsoDate } from './dates.ts';

/** A format in UK time that is created at its first use: creating one takes 10 ms, which a start need not spend. */
export function ukFormat(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (moment) => {
    made ??= new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'Europe/London' });
    return made.format(moment);
  };
}

const timeFormat = ukFormat({ hour: 'numeric', minute: '2-digit', hour12: true });

/** `3:05pm`, the time in the United Kingdom. */
export const ukTime = (moment: Date): string => timeFormat(moment).replace(/\s/g, '').toLowerCase();

const dateFormat = ukFormat({ year: 'numeric', month: '2-digit', day: '2-digit' });

const HOUR_MS = 3_600_000;

let formatted: { readonly hour: number; readonly day: IsoDate } | undefined;

/** The UK calendar day of a moment. */
export function ukDateOf(moment: Date): IsoDate {
  // A day begins with an hour of UTC, and lists ask of each row what day it is now, which takes a format a microsecond.
  const hour = Math.floor(moment.getTime() / HOUR_MS);
  if (formatted?.hour !== hour) formatted = { hour, day: dateFormat(moment).split('/').reverse().join('-') };
  return formatted.day;
}

const hourFormat = ukFormat({ hour: '2-digit', hourCycle: 'h23' });

/** By how many milliseconds the clocks of the UK are ahead of UTC at a moment. */
export function ukOffset(moment: Date): number {
  return ((Number(hourFormat(moment)) - moment.getUTCHours() + 24) % 24) * HOUR_MS;
}

/** The moment at which the day begins in the UK, which is at most an hour ahead of UTC. @param day a valid date */
export function startOfUkDay(day: IsoDate): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  const hourBefore = new Date(midnight.getTime() - HOUR_MS);
  return ukDateOf(hourBefore) === day ? hourBefore : midnight;
}

/** The last millisecond of a month in the UK. @param month `yyyy-mm` */
export const endOfUkMonth = (month: string): Date =>
  new Date(startOfUkDay(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`).getTime() - 1);

/** The moment that the clocks of the UK show as `2026-11-29T08:30`; undefined for another text, and for what no clock shows. */
export function ukMoment(text: string): Date | undefined {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return undefined;
  const asUtc = new Date(`${text}:00Z`);
  if (Number.isNaN(asUtc.getTime())) return undefined;
  const moment = new Date(asUtc.getTime() - ukOffset(asUtc));
  return ukMomentText(moment) === text ? moment : undefined;
}

/** The same, as a form shows it. */
export const ukMomentText = (moment: Date): string =>
  new Date(moment.getTime() + ukOffset(moment)).toISOString().slice(0, 16);

const weekdays = {
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
  cy: ['Dydd Sul', 'Dydd Llun', 'Dydd Mawrth', 'Dydd Mercher', 'Dydd Iau', 'Dydd Gwener', 'Dydd Sadwrn'],
} as const;

/** `Tuesday 8 December 2026 at 10:15am`, in the language that is spoken. */
export function ukDayAndTime(moment: Date): string {
  const day = ukDateOf(moment);
  const spoken = spokenLanguage();
  const weekday = weekdays[spoken][new Date(`${day}T12:00:00Z`).getUTCDay()];
  return `${weekday} ${formatLongDate(day)} ${spoken === 'cy' ? 'am' : 'at'} ${ukTime(moment)}`;
}
