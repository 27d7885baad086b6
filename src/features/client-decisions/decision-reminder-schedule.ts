// Calculates when a client is reminded of results that wait for its decision; pure.
import type { Calendar } from '../../lib/bank-holidays.ts';
import { afterDays, afterWorkingDays } from '../deadlines/deadline-schedule.ts';
import { type Heard, standingOf, standsSince } from './hearing-rules.ts';

export const DAYS_BETWEEN_REMINDERS = 7;
/** After the first one: a client that records elsewhere what it decides is not written to for ever. */
const WEEKS_OF_REMINDERS = 8;

/** Since when nobody but the client is waited for. While the candidate may still answer, it is to come. @param heard the newest */
export function decidableSince(completedAt: Date, heard: Heard | undefined): Date {
  const standing = heard === undefined ? 'over' : standingOf(heard);
  if (standing === 'over') return completedAt;
  return standing === 'open' ? heard!.due_at! : standsSince(heard!);
}

export const firstReminderAt = (since: Date, workingDays: number, calendar: Calendar): Date =>
  afterWorkingDays(since, workingDays, calendar);

/** Whether there was a reminder before this one. */
export const isRepeated = (now: Date, firstAt: Date, calendar: Calendar): boolean =>
  now >= afterDays(firstAt, DAYS_BETWEEN_REMINDERS, calendar);

/** When the one after this is due; undefined after the last. */
export function nextReminderAt(now: Date, firstAt: Date, calendar: Calendar): Date | undefined {
  const nextAt = afterDays(now, DAYS_BETWEEN_REMINDERS, calendar);
  return nextAt > afterDays(firstAt, WEEKS_OF_REMINDERS * DAYS_BETWEEN_REMINDERS, calendar) ? undefined : nextAt;
}
