// When something is due, in the few words that a row of a list has room for.
import { workingDaysOverdue } from '../../features/reports/expected-date-rules.ts';
import { daysBetween, type IsoDate } from '../../lib/dates.ts';
import { britishDate } from './page-filters.ts';

const overdueBy = (dueOn: IsoDate, today: IsoDate, unit: string): string => {
  const days = workingDaysOverdue(dueOn, today);
  if (days === 0) return 'Overdue';
  return `${days} ${unit}${days === 1 ? '' : 's'} overdue`;
};

/** Of a due date that has passed. */
export const overdueWords = (dueOn: IsoDate, today: IsoDate): string => overdueBy(dueOn, today, 'working day');

/** Near days by their distance, others as a date. */
export function dueWords(dueOn: IsoDate, today: IsoDate): string {
  const days = daysBetween(today, dueOn);
  // A row has little room; its title says that the days are working days.
  if (days < 0) return overdueBy(dueOn, today, 'day');
  if (days === 0) return 'Today';
  if (days === 1) return 'Tomorrow';
  return days < 7 ? `In ${days} days` : britishDate(dueOn);
}
