// Calculates until when a candidate submits the form, and when they are reminded of it; pure.
import type { AccountSettings } from '../accounts/account-settings.ts';
import { afterDays, afterWorkingDays } from '../deadlines/deadline-schedule.ts';

export const REMINDER = 'candidate_reminder';
export const SUBMISSION = 'form_submission';

type Settings = Pick<AccountSettings, 'candidateReminderDays' | 'submissionWorkingDays'>;

/** The deadlines of a check that has just been placed. */
export const formDeadlines = (placedAt: Date, settings: Settings) => [
  { kind: REMINDER, dueAt: afterDays(placedAt, settings.candidateReminderDays) },
  { kind: SUBMISSION, dueAt: afterWorkingDays(placedAt, settings.submissionWorkingDays) },
];

/** When the candidate and the client are told that the order will be cancelled. */
export const noticeAt = (submissionDueAt: Date): Date => afterWorkingDays(submissionDueAt, -5);

/** The next reminder; the one of the notice is never left out. */
export function nextReminder(now: Date, submissionDueAt: Date, settings: Settings): Date {
  const regular = afterDays(now, settings.candidateReminderDays);
  const notice = noticeAt(submissionDueAt);
  return now < notice && notice < regular ? notice : regular;
}

/** The days that may be chosen when a deadline is extended. */
export const extensions = [5, 10, 20, 40] as const;
