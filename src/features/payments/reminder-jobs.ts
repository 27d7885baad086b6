// The job that reminds clients of overdue invoices on each working day.
import type { Ctx } from '../../context.ts';
import { nextWorkingDay } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { findDeskAccounts } from '../lists/desk-account-queries.ts';
import { remindIfDue } from './reminder-actions.ts';

/** If the mail of one account fails, the others are still sent. What falls on a day off is sent on the next working day. */
async function remindUnpaid(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  if (nextWorkingDay(today, ctx.calendar().england_and_wales) !== today) return;
  for (const { id: accountId, is_gone: isGone } of await findDeskAccounts(ctx.db, 'all')) {
    if (isGone) continue;
    await remindIfDue(ctx, accountId).catch((error: unknown) =>
      ctx.log.error('invoices not reminded', { accountId, error }),
    );
  }
}

/** In the morning, so that whoever is asked about it is there. */
export const reminderCrontab = '50 7 * * * remind_unpaid';

export const reminderJobs = (ctx: Ctx): Readonly<Record<'remind_unpaid', JobHandler>> => ({
  remind_unpaid: () => remindUnpaid(ctx),
});
