// Calculates until when a candidate submits the form, and when they are reminded of it; pure.

import type { Calendar } from '../../lib/bank-holidays.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import type { Deadline } from '../deadlines/deadline.ts';
import { afterDays, afterWorkingDays, endOfDay } from '../deadlines/deadline-schedule.ts';

export const REMINDER = 'candidate_reminder';
export const SUBMISSION = 'form_submission';

type Settings = Pick<AccountSettings, 'candidateReminderDays' | 'submissionWorkingDays'>;

/** The end of the last of so many working days. */
export const submissionAfter = (from: Date, workingDays: number, calendar: Calendar): Date =>
  endOfDay(ukDateOf(afterWorkingDays(from, workingDays, calendar)));

/** The last day on which the form can be submitted: the order is cancelled when that day is over in the UK. */
export const lastDayOf = (submissionDueAt: Date): IsoDate => ukDateOf(new Date(submissionDueAt.getTime() - 1));

/** Undefined once the form is submitted. */
export function lastDayToSubmit(deadlines: readonly Pick<Deadline, 'kind' | 'dueAt'>[]): IsoDate | undefined {
  const submission = deadlines.find(({ kind }) => kind === SUBMISSION);
  return submission && lastDayOf(submission.dueAt);
}

/** The end of the time with more working days, counted from the last day, or from `now` if that day is over. */
export const extendedSubmission = (submissionDueAt: Date, now: Date, workingDays: number, calendar: Calendar): Date =>
  submissionAfter(new Date(Math.max(submissionDueAt.getTime() - 1, now.getTime())), workingDays, calendar);

/** The deadlines of a check that has just been placed. */
export const formDeadlines = (placedAt: Date, settings: Settings, calendar: Calendar) => [
  { kind: REMINDER, dueAt: afterDays(placedAt, settings.candidateReminderDays, calendar) },
  { kind: SUBMISSION, dueAt: submissionAfter(placedAt, settings.submissionWorkingDays, calendar) },
];

/** However old an order is that is brought in, its candidate has so many working days for the form. */
const LEAST_AFTER_BRINGING_IN = 10;

/**
 * The deadlines of a check that began in another system: the time for the form counts from the order there, and leaves the
 * candidate some days of it here; the next reminder counts from the day on which it came.
 */
export function broughtInDeadlines(orderedAt: Date, broughtInAt: Date, settings: Settings, calendar: Calendar) {
  const [reminder, submission] = formDeadlines(orderedAt, settings, calendar);
  const days = Math.min(LEAST_AFTER_BRINGING_IN, settings.submissionWorkingDays);
  const least = submissionAfter(broughtInAt, days, calendar);
  const dueAt = new Date(Math.max(submission!.dueAt.getTime(), least.getTime()));
  return [
    { kind: reminder!.kind, dueAt: nextReminder(broughtInAt, dueAt, settings, calendar) },
    { kind: SUBMISSION, dueAt },
  ];
}

const NOTICE_HOUR_MS = 9 * 3_600_000;

/** When the candidate and the client are told that the order will be cancelled: in the morning of a working day. */
export const noticeAt = (submissionDueAt: Date, calendar: Calendar): Date =>
  new Date(afterWorkingDays(startOfUkDay(lastDayOf(submissionDueAt)), -5, calendar).getTime() + NOTICE_HOUR_MS);

/** The next reminder; the one of the notice is never left out. */
export function nextReminder(now: Date, submissionDueAt: Date, settings: Settings, calendar: Calendar): Date {
  const regular = afterDays(now, settings.candidateReminderDays, calendar);
  const notice = noticeAt(submissionDueAt, calendar);
  return now < notice && notice < regular ? notice : regular;
}

/** The days that may be chosen when a deadline is extended. */
export const extensions = [5, 10, 20, 40] as const;
