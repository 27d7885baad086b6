// Calculates until when a candidate submits the form, and when they are reminded of it; pure.

import type { Calendar } from '../../lib/bank-holidays.ts';
import { addDays, addWorkingDays, earlierOf, type IsoDate, laterOf } from '../../lib/dates.ts';
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

/** The time for a form: its end, and where it is asked for earlier, the end of that day. */
export interface FormTime {
  readonly dueAt: Date;
  readonly wantedAt?: Date | null;
}

/** The day by which the candidate is asked for the form. */
export const submitByOf = ({ dueAt, wantedAt }: FormTime): IsoDate => lastDayOf(wantedAt ?? dueAt);

/** Undefined once the form is submitted. */
export function dayToSubmit(deadlines: readonly (FormTime & Pick<Deadline, 'kind'>)[]): IsoDate | undefined {
  const submission = deadlines.find(({ kind }) => kind === SUBMISSION);
  return submission && submitByOf(submission);
}

/** Why a form is wanted before the time for it is over. */
export interface Hurry {
  /** The first day of work, planned or past. */
  readonly startsOn?: IsoDate | null | undefined;
  readonly isUrgent?: boolean | undefined;
  /** When it first was; today without it. */
  readonly urgentSince?: IsoDate | null | undefined;
  /** That the slowest of its reports usually takes. */
  readonly workingDays: number;
}

/** Of an urgent order: the candidate has so many working days. */
const URGENT_DAYS = 2;

/** So that the reports can be complete on the first day; the next working day where that is too late, but before the first day. */
function dayBeforeStart(
  startsOn: IsoDate,
  workingDays: number,
  today: IsoDate,
  holidays: ReadonlySet<IsoDate>,
): IsoDate {
  const soonest = addWorkingDays(today, 1, holidays);
  const before = addDays(startsOn, -1);
  if (before < today) return soonest;
  return earlierOf(before, laterOf(soonest, addWorkingDays(startsOn, -workingDays, holidays)));
}

/** The end of the day by which a form is asked for; null if that is the end of the time for it. */
export function wantedAtOf(
  today: IsoDate,
  { startsOn, isUrgent, urgentSince, workingDays }: Hurry,
  dueAt: Date,
  { england_and_wales: holidays }: Calendar,
): Date | null {
  const days = [
    ...(startsOn ? [dayBeforeStart(startsOn, workingDays, today, holidays)] : []),
    // Taken back and ordered again, the days count from the first time.
    ...(isUrgent ? [laterOf(today, addWorkingDays(urgentSince ?? today, URGENT_DAYS, holidays))] : []),
  ];
  return days.length === 0 ? null : wantedOn(days.reduce(earlierOf), dueAt);
}

/** The end of a day by which a form is asked for; null if that is the end of the time for it. */
export function wantedOn(day: IsoDate, dueAt: Date): Date | null {
  const wantedAt = endOfDay(day);
  return wantedAt < dueAt ? wantedAt : null;
}

/** The end of the time with more working days, counted from the last day, or from `now` if that day is over. */
export const extendedSubmission = (submissionDueAt: Date, now: Date, workingDays: number, calendar: Calendar): Date =>
  submissionAfter(new Date(Math.max(submissionDueAt.getTime() - 1, now.getTime())), workingDays, calendar);

type FormDeadlines = (FormTime & { readonly kind: string })[];

/** The deadlines of a check that has just been placed. */
export const formDeadlines = (placedAt: Date, settings: Settings, calendar: Calendar): FormDeadlines => [
  { kind: REMINDER, dueAt: afterDays(placedAt, settings.candidateReminderDays, calendar) },
  { kind: SUBMISSION, dueAt: submissionAfter(placedAt, settings.submissionWorkingDays, calendar) },
];

/** Of a check whose form is wanted earlier. */
export function hurriedDeadlines(
  deadlines: FormDeadlines,
  hurry: Hurry,
  now: Date,
  settings: Settings,
  calendar: Calendar,
): FormDeadlines {
  const { dueAt } = deadlines.find(({ kind }) => kind === SUBMISSION)!;
  const wantedAt = wantedAtOf(ukDateOf(now), hurry, dueAt, calendar);
  if (wantedAt === null) return deadlines;
  return [
    { kind: REMINDER, dueAt: nextReminder(now, { dueAt, wantedAt }, settings, calendar) },
    { kind: SUBMISSION, dueAt, wantedAt },
  ];
}

/** However old an order is that is brought in, its candidate has so many working days for the form. */
const LEAST_AFTER_BRINGING_IN = 10;

/**
 * The deadlines of a check that began in another system: the time for the form counts from the order there, and leaves the
 * candidate some days of it here; the next reminder counts from the day on which it came.
 */
export function broughtInDeadlines(
  orderedAt: Date,
  broughtInAt: Date,
  settings: Settings,
  calendar: Calendar,
): FormDeadlines {
  const [reminder, submission] = formDeadlines(orderedAt, settings, calendar);
  const days = Math.min(LEAST_AFTER_BRINGING_IN, settings.submissionWorkingDays);
  const least = submissionAfter(broughtInAt, days, calendar);
  const dueAt = new Date(Math.max(submission!.dueAt.getTime(), least.getTime()));
  return [
    { kind: reminder!.kind, dueAt: nextReminder(broughtInAt, { dueAt }, settings, calendar) },
    { kind: SUBMISSION, dueAt },
  ];
}

const MORNING_MS = 9 * 3_600_000;

const morningOf = (day: IsoDate): Date => new Date(startOfUkDay(day).getTime() + MORNING_MS);

/** The reminders of a form that is wanted earlier go on every working day from so long before that day until so long after it. */
const DAILY_FROM = -2;
const DAILY_UNTIL = 5;

function dailyReminder(now: Date, wantedAt: Date, { england_and_wales: holidays }: Calendar): Date | undefined {
  const wanted = lastDayOf(wantedAt);
  const next = addWorkingDays(ukDateOf(now), 1, holidays);
  const day = laterOf(next, addWorkingDays(wanted, DAILY_FROM, holidays));
  return day > addWorkingDays(wanted, DAILY_UNTIL, holidays) ? undefined : morningOf(day);
}

/** When the candidate and the client are told that the order will be cancelled: in the morning of a working day. */
export const noticeAt = (submissionDueAt: Date, calendar: Calendar): Date =>
  new Date(afterWorkingDays(startOfUkDay(lastDayOf(submissionDueAt)), -5, calendar).getTime() + MORNING_MS);

/** The next reminder; the one of the notice is never left out. */
export function nextReminder(now: Date, { dueAt, wantedAt }: FormTime, settings: Settings, calendar: Calendar): Date {
  const regular = afterDays(now, settings.candidateReminderDays, calendar);
  const notice = noticeAt(dueAt, calendar);
  const usual = now < notice && notice < regular ? notice : regular;
  const daily = wantedAt ? dailyReminder(now, wantedAt, calendar) : undefined;
  return daily !== undefined && daily < usual ? daily : usual;
}

/** The days that may be chosen when a deadline is extended. */
export const extensions = [5, 10, 20, 40] as const;
