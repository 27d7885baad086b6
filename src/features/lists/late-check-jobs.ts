// The job that mails users of clients, who asked for it, at the beginning of a week how many checks are overdue.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { type IsoDate, mondayOf, nextWorkingDay } from '../../lib/dates.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { isOver } from '../accounts/access-end-rules.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { findMailReaders } from '../accounts/order-mail-queries.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { countLateChecks } from './check-list-queries.ts';
import { COUNTED_AT_MOST } from './client-waiting-actions.ts';

/** Each is told of what they see themselves, and nobody of nothing. */
async function mailAccount(ctx: Ctx, accountId: string, readers: readonly string[], today: IsoDate): Promise<void> {
  const system: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    if (await wereUsersMailed(tx, system, 'late_checks', startOfUkDay(mondayOf(today)))) return;
    for (const user of await listUsers(tx, 'system', accountId)) {
      const mayRead = mayDo({ permissions: roles.client[user.role] }, 'read_checks');
      if (!readers.includes(user.id) || !mayRead || user.disabled_at !== null || isOver(user, today)) continue;
      const scope = { ...system, subsidiaryIds: user.subsidiary_ids };
      const count = await countLateChecks(tx.db, scope, today, COUNTED_AT_MOST + 1);
      if (count === 0) continue;
      const values = {
        ...{ name: user.name, count, atMost: COUNTED_AT_MOST },
        page: `${ctx.settings.clientUrl}/portal?late=yes`,
      };
      await queueEmail(tx, emailToUser(tx, system, key, 'late_checks', { user, values }));
    }
  });
}

/** If the mails of one account fail, the others are still sent. */
async function tellLateChecks(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  // After a bank holiday on a Monday, the week begins on Tuesday.
  if (nextWorkingDay(mondayOf(today), ctx.calendar().england_and_wales) !== today) return;
  for (const [accountId, readers] of await findMailReaders(ctx.db, 'late_checks')) {
    await mailAccount(ctx, accountId, readers, today).catch((error: unknown) =>
      ctx.log.error('overdue checks not told', { accountId, error }),
    );
  }
}

/** On each day, of which it takes the first working day of a week; in the morning, before people begin to work. */
export const lateCheckCrontab = '55 5 * * * tell_late_checks';

export const lateCheckJobs = (ctx: Ctx): Readonly<Record<'tell_late_checks', JobHandler>> => ({
  tell_late_checks: () => tellLateChecks(ctx),
});
