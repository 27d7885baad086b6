// The job that tells clients once a week how many people have reports that are due for renewal.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { countRenewalsDue, RENEWAL_NOTICE_DAYS } from './renewal-list-actions.ts';
import { findRenewingAccounts } from './renewal-queries.ts';

const COUNTED_AT_MOST = 100;
const ALMOST_A_WEEK_MS = 6 * 86_400_000;

/** Administrators alone: where many people order, each would get the same mail. */
const administrators = async (ctx: Ctx, accountId: string) =>
  (await listUsers(ctx, 'system', accountId)).filter(
    ({ role, disabled_at }) =>
      disabled_at === null &&
      (['order_checks', 'receive_alerts'] as const).every((one) => mayDo({ permissions: roles.client[role] }, one)),
  );

async function mailAccount(ctx: Ctx, accountId: string): Promise<void> {
  const { renewalMails } = await readAccountSettings(ctx, accountId);
  if (!renewalMails) return;
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    const since = new Date(tx.now().getTime() - ALMOST_A_WEEK_MS);
    if (await wereUsersMailed(tx, caller, 'renewals_due', since)) return;
    for (const user of await administrators(tx, accountId)) {
      const { name, subsidiary_ids: subsidiaryIds } = user;
      const count = await countRenewalsDue(tx, { ...caller, subsidiaryIds }, COUNTED_AT_MOST);
      if (count === 0) continue;
      const values = {
        ...{ name, count, atMost: COUNTED_AT_MOST, days: RENEWAL_NOTICE_DAYS },
        page: `${ctx.settings.clientUrl}/portal/people?show=renewals`,
      };
      await queueEmail(tx, emailToUser(tx, caller, key, 'renewals_due', { user, values }));
    }
  });
}

/** If the mails of one account fail, the others are still sent. */
async function tellRenewals(ctx: Ctx): Promise<void> {
  for (const accountId of await findRenewingAccounts(ctx.db)) {
    await mailAccount(ctx, accountId).catch((error: unknown) =>
      ctx.log.error('renewals not told', { accountId, error }),
    );
  }
}

/** On Mondays, when the week begins. */
export const renewalCrontab = '0 7 * * 1 tell_renewals';

export const renewalJobs = (ctx: Ctx): Readonly<Record<'tell_renewals', JobHandler>> => ({
  tell_renewals: () => tellRenewals(ctx),
});
