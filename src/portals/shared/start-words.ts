// Words about the first day of work of a candidate: the same for its client and the desk.
import { daysBetween, formatLongDate, type IsoDate } from '../../lib/dates.ts';
import { ukFormat } from '../../lib/uk-times.ts';
import { britishDate } from './page-filters.ts';

const weekday = ukFormat({ weekday: 'long' });

/** `Monday 8 December 2026`. */
export const weekdayDate = (day: IsoDate): string => `${weekday(new Date(`${day}T12:00:00Z`))} ${formatLongDate(day)}`;

const shortDay = ukFormat({ weekday: 'short', day: 'numeric', month: 'short' });

/** `starts Mon, 8 Dec`: in a row of a list. */
export const startShortWords = (startsOn: IsoDate, today: IsoDate): string =>
  `${startsOn < today ? 'was to start' : 'starts'} ${shortDay(new Date(`${startsOn}T12:00:00Z`))}`;

/** `starts Monday 8 December`; with the year where it is not this one. */
export function startDayWords(startsOn: IsoDate, today: IsoDate): string {
  const day = weekdayDate(startsOn);
  const shown = startsOn.slice(0, 4) === today.slice(0, 4) ? day.slice(0, -5) : day;
  return startsOn < today ? `was to start ${shown}` : `starts ${shown}`;
}

/** `starts in 5 days`; days that are far as a date. */
export function startsWords(startsOn: IsoDate, today: IsoDate): string {
  const days = daysBetween(today, startsOn);
  if (days < 0) return 'first day has passed';
  if (days === 0) return 'starts today';
  if (days === 1) return 'starts tomorrow';
  return days <= 30 ? `starts in ${days} days` : `starts on ${britishDate(startsOn)}`;
}

export const dueAfterStart = 'due after they start';

/** Of a report, or an order, that is due on the day. */
export const isDueAfterStart = (dueOn: IsoDate | null, startsOn: IsoDate | null | undefined): boolean =>
  dueOn !== null && startsOn !== null && startsOn !== undefined && dueOn > startsOn;
