// The days of which somebody chose to see figures, as the address has them: `from` and `until`, the last day included.
import { MOST_DAYS } from '../../features/lists/figure-rules.ts';
import { daysBetween, type IsoDate, parseDate } from '../../lib/dates.ts';
import type { FieldMessages } from '../../lib/refusal.ts';

export const dayText = (value: unknown): string => (typeof value === 'string' ? value.trim().slice(0, 20) : '');

export function chosenDaysProblems(from: string, until: string, today: IsoDate): FieldMessages | undefined {
  const isDay = (text: string) => text.length === 10 && parseDate(text) !== undefined;
  if (!isDay(from)) return { from: ['Enter the day from which the figures are, such as 2026-11-01'] };
  if (!isDay(until)) return { until: ['Enter the day until which the figures are, such as 2026-11-30'] };
  if (from > today) return { from: ['The first day must not be in the future'] };
  if (until < from) return { until: ['The last day must not be before the first'] };
  if (daysBetween(from, until) >= MOST_DAYS) return { until: [`Choose at most ${MOST_DAYS} days`] };
  return undefined;
}
