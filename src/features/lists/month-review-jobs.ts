// The job that mails users of clients, who asked for it, where the service review of last month stands.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { addMonths, type IsoDate, nextWorkingDay } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { findMailReaders } from '../accounts/order-mail-queries.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';

/** A link alone: who reads it signs in, and sees what they may see. */
async function mailAccount(ctx: Ctx, accountId: string, readers: readonly string[], first: IsoDate): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  const month = addMonths(first, -1).slice(0, 7);
  const page = `${ctx.settings.clientUrl}/portal/turnaround?period=${month}`;
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    if (await wereUsersMailed(tx, caller, 'service_review', new Date(first))) return;
    for (const user of await listUsers(tx, 'system', accountId)) {
      const mayRead = user.disabled_at === null && mayDo({ permissions: roles.client[user.role] }, 'read_checks');
      if (!mayRead || !readers.includes(user.id)) continue;
      const values = { name: user.name, month, page };
      await queueEmail(tx, emailToUser(tx, caller, key, 'service_review', { user, values }));
    }
  });
}

async function tellServiceReviews(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  const first = `${today.slice(0, 8)}01`;
  if (nextWorkingDay(first, ctx.calendar().england_and_wales) !== today) return;
  for (const [accountId, readers] of await findMailReaders(ctx.db, 'service_review')) {
    await mailAccount(ctx, accountId, readers, first).catch((error: unknown) =>
      ctx.log.error('service review not told', { accountId, error }),
    );
  }
}

/** On each day, of which it takes the first working day of a month. */
export const serviceReviewCrontab = '10 7 * * * tell_service_reviews';

export const serviceReviewJobs = (ctx: Ctx): Readonly<Record<'tell_service_reviews', JobHandler>> => ({
  tell_service_reviews: () => tellServiceReviews(ctx),
});
