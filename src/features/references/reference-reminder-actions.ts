// When a referee is reminded: the days on which they were, the next one, and moving it.
import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import { addYears, parseDate } from '../../lib/dates.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { listDeadlines } from '../deadlines/deadline-actions.ts';
import { onDay } from '../deadlines/deadline-schedule.ts';
import { findHistory } from '../events/check-history-queries.ts';
import { allowsAction } from '../reports/report-action-rules.ts';
import { isMailedOn } from './asking-rules.ts';
import type { Reference } from './reference.ts';
import {
  chaseKind,
  nextChaseAt,
  sendReminder,
  setChase,
  storeReferenceEvent,
  withLockedReference,
} from './reference-move-actions.ts';

/**
 * Moves the next reminder. Refuses with `state_does_not_allow` while nobody waits for the referee, and with
 * `invalid_fields` a day that is not from tomorrow to a year from now.
 */
export async function setNextReminder(ctx: Ctx, caller: Caller, id: string, day: string): Promise<void> {
  demand(caller, 'ask_references');
  await withLockedReference(ctx, caller, id, async (tx, { row }) => {
    if (row.status !== 'requested' || row.mailed_at === null || !allowsAction(row.report_status, 'use_references'))
      throw new Refusal('state_does_not_allow');
    const now = timeFor(tx, caller);
    const today = ukDateOf(now);
    if (parseDate(day) !== day || day <= today || day > addYears(today, 1))
      throw new Refusal('invalid_fields', { next_on: ['Enter a date from tomorrow to a year from now'] });
    await setChase(tx, caller, row, onDay(now, day));
    await storeReferenceEvent(tx, caller, row, { type: 'reference.reminder_moved', detail: { to: day } });
  });
}

/** `not_mailed`: the referee is called, and not written to. */
export type NotReminded = 'state' | 'not_mailed' | 'today' | 'reminders_ended';

/**
 * Reminds the referee now instead of on the day that was set; the next reminder counts from today. Never twice in a day, and no
 * more often than the account lets anybody be reminded. Returns why it was not done.
 */
export async function remindNow(ctx: Ctx, caller: Caller, id: string): Promise<NotReminded | undefined> {
  demand(caller, 'ask_references');
  return withLockedReference(ctx, caller, id, async (tx, locked) => {
    const { status, mailed_at: mailedAt, chases, report_status } = locked.row;
    const { referenceRemindersAtMost } = await readAccountSettings(tx, caller.accountId);
    if (status === 'unanswered') return 'reminders_ended';
    if (status !== 'requested' || !allowsAction(report_status, 'use_references')) return 'state';
    if (mailedAt === null) return 'not_mailed';
    if (isMailedOn(mailedAt, todayFor(tx, caller))) return 'today';
    if (chases >= referenceRemindersAtMost) return 'reminders_ended';
    await sendReminder(tx, caller, locked);
    await setChase(tx, caller, locked.row, await nextChaseAt(tx, caller));
    return undefined;
  });
}

/** When the referee is next reminded; undefined if they are not. */
export async function readNextReminder(ctx: Ctx, { tenant, checkId, id }: Reference): Promise<Date | undefined> {
  const deadlines = await listDeadlines(ctx, tenant, checkId);
  return deadlines.find(({ kind, subjectId }) => kind === chaseKind && subjectId === id)?.dueAt;
}

/** The days on which the referee was reminded, the first one first. */
export async function readReminders(ctx: Ctx, { tenant, checkId, reportId, id }: Reference): Promise<Date[]> {
  const about = { checkId, reportId, types: ['reference.reminded'] as const };
  const events = await findHistory(ctx.db, tenant, about);
  return events.filter(({ resource_id }) => resource_id === id).map(({ occurred_at }) => occurred_at);
}
