// When something is due, in the few words that a row of a list has room for.
import { workingDaysOverdue } from '../../features/reports/expected-date-rules.ts';
import type { Calendar } from '../../lib/bank-holidays.ts';
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import { ukFormat } from '../../lib/uk-times.ts';
import { britishDate } from './page-filters.ts';

const weekday = ukFormat({ weekday: 'long' });

/** Of a due date that has passed; no working day has, on the days off after it. */
export function overdueWords(dueOn: IsoDate, today: IsoDate, calendar: Calendar): string {
  const days = workingDaysOverdue(dueOn, today, calendar);
  if (days > 0) return `${days} working day${days === 1 ? '' : 's'} overdue`;
  return `Overdue since ${weekday(new Date(`${dueOn}T12:00:00Z`))}`;
}

/** Near days by their distance, others as a date. */
export function dueWords(dueOn: IsoDate, today: IsoDate, calendar: Calendar): string {
  const days = daysBetween(today, dueOn);
  if (days < 0) return overdueWords(dueOn, today, calendar);
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  return days < 7 ? `In ${days} days` : britishDate(dueOn);
}
