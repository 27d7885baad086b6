// Reminds candidates of their form, and cancels the order when the time to submit it is over; extends that time.

import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import { formatLongDate, parseDate } from '../../lib/dates.ts';
import { fullName } from '../../lib/person-names.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheckAndKey } from '../checks/check-actions.ts';
import { formUri, resultsUri } from '../checks/check-links.ts';
import { expireCheck, withLockedCheck } from '../checks/check-progress-actions.ts';
import { findClientContacts } from '../checks/client-contact-queries.ts';
import { followHurry, plannedDay, wantFormBy } from '../checks/form-day-actions.ts';
import {
  extendedSubmission,
  extensions,
  type FormTime,
  lastDayOf,
  nextReminder,
  noticeAt,
  REMINDER,
  SUBMISSION,
  submitByOf,
  wantedOn,
} from '../checks/form-deadline-schedule.ts';
import type { Deadline, DeadlineHandler } from '../deadlines/deadline.ts';
import { listDeadlines, setDeadline } from '../deadlines/deadline-actions.ts';
import { candidateMailbox, emailTo, emailToUser, lastEmailAt, queueEmail } from '../emails/email-actions.ts';
import { storeEvents } from '../events/event-actions.ts';

const eventAbout = ({ id, applicantId, status }: Check) => ({ resourceId: id, applicantId, checkId: id, status });

/** The last reminder, and whether it is of today, by the clocks of the UK. */
interface LastReminder {
  readonly at: Date;
  readonly isOfToday: boolean;
}

async function lastReminder(ctx: Ctx, caller: Caller, checkId: string): Promise<LastReminder | undefined> {
  const at = await lastEmailAt(ctx, caller, checkId, 'form_reminder');
  return at && { at, isOfToday: ukDateOf(at) === todayFor(ctx, caller) };
}

/** When reminders are sent, and when the order is cancelled; undefined once the form is submitted. */
export interface FormDeadlines {
  readonly last: LastReminder | undefined;
  readonly reminder: Deadline | undefined;
  readonly submission: Deadline;
}

export async function readFormDeadlines(ctx: Ctx, caller: Caller, check: Check): Promise<FormDeadlines | undefined> {
  if (check.status !== 'awaiting_applicant') return undefined;
  const deadlines = await listDeadlines(ctx, check.tenant, check.id);
  const submission = deadlines.find(({ kind }) => kind === SUBMISSION);
  const reminder = deadlines.find(({ kind }) => kind === REMINDER);
  return submission && { submission, reminder, last: await lastReminder(ctx, caller, check.id) };
}

/** What the candidate is told of the time for the form; undefined once it is submitted. */
export async function readFormTime(ctx: Ctx, caller: Caller, checkId: string) {
  const submission = await submissionOf(ctx, caller, checkId);
  if (submission === undefined) return undefined;
  const submitBy = submitByOf(submission);
  return { submitBy, isLate: submitBy < todayFor(ctx, caller), startsOn: await plannedDay(ctx, caller, checkId) };
}

/** Mails the candidate their link again; undefined if they were erased. */
async function mailReminder(
  tx: Ctx,
  caller: Caller,
  checkId: string,
  submission: FormTime,
): Promise<Check | undefined> {
  const { check, key } = await readCheckAndKey(tx, caller, checkId);
  if (key === undefined) return undefined;
  const { facts } = check.order;
  const candidateName = fullName(facts.first_name, facts.last_name);
  const link = { ...check.tenant, checkId, generation: check.formLinkGeneration };
  const values = {
    ...{ candidateName, formUri: await formUri(tx, link), submitBy: submitByOf(submission) },
    cancelledAfter: lastDayOf(submission.dueAt),
    isLate: submitByOf(submission) < todayFor(tx, caller),
    startsOn: await plannedDay(tx, caller, checkId),
  };
  const to = candidateMailbox(facts);
  await queueEmail(tx, emailTo(tx, caller, { id: check.applicantId, key, checkId }, 'form_reminder', { to, values }));
  await storeEvents(tx, caller, [{ type: 'check.candidate_reminded', ...eventAbout(check) }]);
  return check;
}

async function mailNotice(tx: Ctx, caller: Caller, check: Check, submission: Date): Promise<void> {
  const account = await tx.keys.forAccount(caller.accountId);
  for (const user of await findClientContacts(tx.db, caller, { checkId: check.id }, 'extend_deadlines')) {
    const values = {
      name: user.name,
      order: `VF${check.orderId}`,
      submitBy: lastDayOf(submission),
      page: resultsUri(tx, check.id),
    };
    await queueEmail(tx, emailToUser(tx, caller, account, 'submission_notice', { user, values, about: check }));
  }
}

async function submissionOf(tx: Ctx, caller: Caller, checkId: string): Promise<Deadline | undefined> {
  return (await listDeadlines(tx, caller, checkId)).find(({ kind }) => kind === SUBMISSION);
}

export const candidateReminder: DeadlineHandler = {
  kind: REMINDER,
  label: 'Reminder to the candidate',
  async whenDue(tx, caller, { checkId, dueAt }) {
    const submission = await submissionOf(tx, caller, checkId);
    if (submission === undefined) return undefined;
    const check = await mailReminder(tx, caller, checkId, submission);
    if (check === undefined) return undefined;
    const now = timeFor(tx, caller);
    const notice = noticeAt(submission.dueAt, tx.calendar());
    // The client is told once, with the first reminder after that time.
    if (dueAt <= notice && notice <= now) await mailNotice(tx, caller, check, submission.dueAt);
    return nextReminder(now, submission, await readAccountSettings(tx, caller.accountId), tx.calendar());
  },
};

export const submissionDeadline: DeadlineHandler = {
  kind: SUBMISSION,
  label: 'End of the time to submit the form',
  async whenDue(tx, caller, { checkId }) {
    await expireCheck(tx, caller, checkId);
    return undefined;
  },
};

/** Runs `work` while the form waits for its candidate. */
function whileAwaited<T>(ctx: Ctx, caller: Caller, checkId: string, work: (tx: Ctx, check: Check) => Promise<T>) {
  return withLockedCheck(ctx, caller, checkId, (tx, { check }) => {
    if (check.status !== 'awaiting_applicant') throw stateRefusal(check.status);
    return work(tx, check);
  });
}

/** Gives the candidate more working days to submit the form, one of `extensions`. Returns the new end. */
export async function extendSubmission(ctx: Ctx, caller: Caller, checkId: string, workingDays: number): Promise<Date> {
  demand(caller, 'extend_deadlines');
  if (!extensions.some((days) => days === workingDays)) {
    throw new Refusal('invalid_fields', { working_days: ['is not included in the list'] });
  }
  return whileAwaited(ctx, caller, checkId, async (tx, check) => {
    const now = timeFor(tx, caller);
    const present = await submissionOf(tx, caller, checkId);
    const dueAt = extendedSubmission(present?.dueAt ?? now, now, workingDays, tx.calendar());
    await setDeadline(tx, caller, { kind: SUBMISSION, subjectId: checkId, checkId, dueAt });
    // The day that the first day of work needs may come before the new end only.
    if (present?.wantedAt == null) await followHurry(tx, caller, checkId);
    const detail = { due_at: dueAt.toISOString() };
    await storeEvents(tx, caller, [{ type: 'check.submission_extended', ...eventAbout(check), detail }]);
    return dueAt;
  });
}

/**
 * Asks the candidate for the form by a day from today on, at most the last one, and tells them. Refuses with `invalid_fields`
 * (`day`).
 */
export async function askForFormBy(ctx: Ctx, caller: Caller, checkId: string, day: string): Promise<void> {
  demand(caller, 'extend_deadlines');
  await ctx.keys.forAccount(caller.accountId);
  await whileAwaited(ctx, caller, checkId, async (tx) => {
    const submission = await submissionOf(tx, caller, checkId);
    if (submission === undefined) throw new Refusal('not_found');
    const { dueAt } = submission;
    const last = lastDayOf(dueAt);
    if (parseDate(day) !== day || day < todayFor(tx, caller) || day > last)
      throw new Refusal('invalid_fields', { day: [`must be a day from today on, until ${formatLongDate(last)}`] });
    const wantedAt = wantedOn(day, dueAt);
    // Sent twice, or by two colleagues.
    const isAsked = wantedAt?.getTime() === submission.wantedAt?.getTime();
    if (isAsked && (await lastReminder(tx, caller, checkId))?.isOfToday === true) return;
    await wantFormBy(tx, caller, checkId, { dueAt, wantedAt });
    await mailReminder(tx, caller, checkId, { dueAt, wantedAt });
  });
}

async function remind(tx: Ctx, caller: Caller, checkId: string): Promise<void> {
  const submission = await submissionOf(tx, caller, checkId);
  if (submission === undefined) throw new Refusal('not_found');
  await mailReminder(tx, caller, checkId, submission);
  const settings = await readAccountSettings(tx, caller.accountId);
  const dueAt = nextReminder(timeFor(tx, caller), submission, settings, tx.calendar());
  await setDeadline(tx, caller, { kind: REMINDER, subjectId: checkId, checkId, dueAt });
}

/** Sends a reminder now; the next one follows as if it had been due. */
export async function remindNow(ctx: Ctx, caller: Caller, checkId: string): Promise<void> {
  demand(caller, 'extend_deadlines');
  await ctx.keys.forAccount(caller.accountId);
  await whileAwaited(ctx, caller, checkId, (tx) => remind(tx, caller, checkId));
}

export type ReminderOutcome = 'reminded' | 'reminded_today' | 'not_awaited';

/** As `remindNow`, but leaves out who was reminded today, or has submitted the form. */
export async function remindUnlessToday(ctx: Ctx, caller: Caller, checkId: string): Promise<ReminderOutcome> {
  demand(caller, 'extend_deadlines');
  await ctx.keys.forAccount(caller.accountId);
  return withLockedCheck(ctx, caller, checkId, async (tx, { check }) => {
    if (check.status !== 'awaiting_applicant') return 'not_awaited';
    if ((await lastReminder(tx, caller, checkId))?.isOfToday === true) return 'reminded_today';
    await remind(tx, caller, checkId);
    return 'reminded';
  });
}
