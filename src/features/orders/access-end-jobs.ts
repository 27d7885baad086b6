// The jobs that disable people whose access has ended, and tell the administrators of clients before; so of the secret of
// their single sign-on.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { addDays, type IsoDate } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { isWithin } from '../access/scope-rules.ts';
import { findAccountsWithEnds, findOverDeskUsers, findOverUsers } from '../accounts/access-end-queries.ts';
import { lastsOn } from '../accounts/access-end-rules.ts';
import { changeUser, listUsers } from '../accounts/account-actions.ts';
import { disableDeskUser } from '../accounts/sign-in-actions.ts';
import { findEndingSecrets } from '../accounts/single-sign-on-queries.ts';
import { SECRET_DAYS_BEFORE } from '../accounts/single-sign-on-rules.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';

/** Calendar days before the last day. */
const TOLD_DAYS_BEFORE = 5;
const DAY_MS = 86_400_000;

/** They could not sign in since the day was over: now their keys, links and drafts end, too. */
async function endAccesses(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  const each = async (id: string, work: () => Promise<unknown>) =>
    work().catch((error: unknown) => ctx.log.error('access not ended', { userId: id, error }));
  for (const { id, account_id: accountId } of await findOverUsers(ctx.db, today))
    await each(id, () => changeUser(ctx, 'system', accountId, { id, disabled: true }));
  for (const id of await findOverDeskUsers(ctx.db, today)) await each(id, () => disableDeskUser(ctx, 'system', id));
}

async function tellAccount(ctx: Ctx, accountId: string, until: IsoDate): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // Whoever was not in the last mail has at least a day left in the next one.
    const since = new Date(tx.now().getTime() - (TOLD_DAYS_BEFORE - 1) * DAY_MS + DAY_MS / 24);
    if (await wereUsersMailed(tx, caller, 'access_ending', since)) return;
    const users = (await listUsers(tx, 'system', accountId)).filter(({ disabled_at }) => disabled_at === null);
    const isTold = (admin: (typeof users)[number]) => admin.role === 'administrator' && lastsOn(admin);
    for (const user of users.filter(isTold)) {
      const scope = { subsidiaryIds: user.subsidiary_ids };
      const seen = users.filter((one) => isWithin({ subsidiaryIds: one.subsidiary_ids }, scope));
      const count = seen.filter((one) => one.access_until !== null && one.access_until <= until).length;
      if (count === 0) continue;
      const values = { name: user.name, count, days: TOLD_DAYS_BEFORE, page: `${ctx.settings.clientUrl}/portal/users` };
      await queueEmail(tx, emailToUser(tx, caller, key, 'access_ending', { user, values }));
    }
  });
}

async function tellAccessEnds(ctx: Ctx): Promise<void> {
  const until = addDays(ukDateOf(ctx.now()), TOLD_DAYS_BEFORE);
  for (const accountId of await findAccountsWithEnds(ctx.db, until)) {
    await tellAccount(ctx, accountId, until).catch((error: unknown) =>
      ctx.log.error('ends of access not told', { accountId, error }),
    );
  }
}

/** Once a week until its last day. */
async function tellSecretEnds(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  const since = new Date(ctx.now().getTime() - 7 * DAY_MS + DAY_MS / 24);
  for (const { account_id: accountId, secret_ends_on: on } of await findEndingSecrets(
    ctx.db,
    today,
    addDays(today, SECRET_DAYS_BEFORE),
  )) {
    const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
    const key = await ctx.keys.forAccount(accountId);
    await inTransaction(ctx, async (tx) => {
      if (await wereUsersMailed(tx, caller, 'sign_in_secret_ending', since)) return;
      for (const user of await listUsers(tx, 'system', accountId)) {
        const { role, subsidiary_ids: seen, disabled_at: disabledAt } = user;
        if (role !== 'administrator' || seen !== null || disabledAt !== null) continue;
        const values = { name: user.name, on, page: `${ctx.settings.clientUrl}/portal/single-sign-on` };
        await queueEmail(tx, emailToUser(tx, caller, key, 'sign_in_secret_ending', { user, values }));
      }
    }).catch((error: unknown) => ctx.log.error('end of a secret not told', { accountId, error }));
  }
}

export const accessEndCrontab = '7 * * * * end_accesses\n30 7 * * * tell_access_ends';

export const accessEndJobs = (ctx: Ctx): Readonly<Record<'end_accesses' | 'tell_access_ends', JobHandler>> => ({
  end_accesses: () => endAccesses(ctx),
  async tell_access_ends() {
    await tellAccessEnds(ctx);
    await tellSecretEnds(ctx);
  },
});
