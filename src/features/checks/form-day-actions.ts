// The day by which a candidate is asked for the form: it follows from the first day of work and from the urgency.
import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listDeadlines, setDeadline, setWantedAt } from '../deadlines/deadline-actions.ts';
import { findHurry } from './form-day-queries.ts';
import { nextReminder, REMINDER, SUBMISSION, wantedAtOf } from './form-deadline-schedule.ts';

/** The form is asked for by the end of that day, null for the end of the time for it; the next reminder follows from it. */
export async function wantFormBy(
  tx: Ctx,
  caller: Caller,
  checkId: string,
  { dueAt, wantedAt }: { readonly dueAt: Date; readonly wantedAt: Date | null },
): Promise<void> {
  await setWantedAt(tx, caller, { kind: SUBMISSION, subjectId: checkId }, wantedAt);
  const settings = await readAccountSettings(tx, caller.accountId);
  const next = nextReminder(timeFor(tx, caller), { dueAt, wantedAt }, settings, tx.calendar());
  await setDeadline(tx, caller, { kind: REMINDER, subjectId: checkId, checkId, dueAt: next });
}

/** After a change of the first day or of the urgency. Does nothing once the form is submitted. */
export async function followHurry(tx: Ctx, caller: Caller, checkId: string): Promise<void> {
  const submission = (await listDeadlines(tx, caller, checkId)).find(({ kind }) => kind === SUBMISSION);
  const row = await findHurry(tx.db, caller, checkId);
  if (submission === undefined || row === undefined) return;
  const { dueAt } = submission;
  const urgentSince = row.urgent_at && ukDateOf(row.urgent_at);
  const hurry = { startsOn: row.starts_on, isUrgent: row.is_urgent, urgentSince, workingDays: row.working_days };
  const wantedAt = wantedAtOf(todayFor(tx, caller), hurry, dueAt, tx.calendar());
  if (wantedAt?.getTime() === submission.wantedAt?.getTime()) return;
  await wantFormBy(tx, caller, checkId, { dueAt, wantedAt });
}

/** The planned first day of work while it is to come, for what a candidate is told. */
export async function plannedDay(ctx: Ctx, caller: Caller, checkId: string): Promise<IsoDate | undefined> {
  const startsOn = (await findHurry(ctx.db, caller, checkId))?.starts_on;
  return startsOn && startsOn >= todayFor(ctx, caller) ? startsOn : undefined;
}
