// The job that mails the keepers of a register of certified people once a week: how many people must be assessed again.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { addDays } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { certificationSettings } from '../accounts/certification-settings.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { countToAssess } from './certificate-actions.ts';
import { findCertifyingAccounts } from './certificate-store.ts';

const ALMOST_A_WEEK_MS = 6 * 86_400_000;

async function keepersOf(ctx: Ctx, accountId: string) {
  const users = await listUsers(ctx, 'system', accountId);
  return users.filter(
    ({ role, disabled_at, subsidiary_ids }) =>
      disabled_at === null &&
      subsidiary_ids === null &&
      mayDo({ permissions: roles.client[role] }, 'keep_certificates'),
  );
}

async function mailAccount(ctx: Ctx, accountId: string): Promise<void> {
  const { keepsCertified, certificateNoticeDays: days } = await readAccountSettings(ctx, accountId);
  if (!keepsCertified) return;
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    const since = new Date(tx.now().getTime() - ALMOST_A_WEEK_MS);
    if (await wereUsersMailed(tx, caller, 'certificates_due', since)) return;
    const { due, lapsed } = await countToAssess(tx, caller);
    if (due + lapsed === 0) return;
    for (const user of await keepersOf(tx, accountId)) {
      const page = `${ctx.settings.clientUrl}/portal/people/certified?show=${due > 0 ? 'due' : 'lapsed'}`;
      const values = { name: user.name, due, days, lapsed, page };
      await queueEmail(tx, emailToUser(tx, caller, key, 'certificates_due', { user, values }));
    }
  });
}

/** If the mails of one account fail, the others are still sent. */
async function tellCertificates(ctx: Ctx): Promise<void> {
  const until = addDays(ukDateOf(ctx.now()), certificationSettings.certificateNoticeDays.most);
  for (const accountId of await findCertifyingAccounts(ctx.db, until)) {
    await mailAccount(ctx, accountId).catch((error: unknown) =>
      ctx.log.error('certificates not told', { accountId, error }),
    );
  }
}

/** On Mondays, when the week begins. */
export const certificateCrontab = '10 7 * * 1 tell_certificates';

export const certificateJobs = (ctx: Ctx): Readonly<Record<'tell_certificates', JobHandler>> => ({
  tell_certificates: () => tellCertificates(ctx),
});
