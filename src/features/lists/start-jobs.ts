// The job that tells clients on each working day who starts work soon and is not cleared.
import { type Caller, type Ctx, inTransaction, todayFor } from '../../context.ts';
import { nextWorkingDay } from '../../lib/dates.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type ClientContact, findClientContacts } from '../checks/client-contact-queries.ts';
import { emailToUser, queueEmail, wereUsersMailed } from '../emails/email-actions.ts';
import { readStartsAtRisk } from './start-actions.ts';
import { periodWith } from './start-period-rules.ts';
import { findStartingAccounts, type StartAtRisk } from './start-queries.ts';

/** More are told as a number. */
const NAMED_AT_MOST = 20;
const ALMOST_A_DAY_MS = 20 * 3_600_000;

/** Who has each order, or whom its mails go to; each person with theirs alone. */
async function contactsOf(tx: Ctx, caller: Caller, starts: readonly StartAtRisk[]) {
  const told = new Map<string, { readonly user: ClientContact; readonly starts: StartAtRisk[] }>();
  for (const start of starts)
    for (const user of await findClientContacts(tx.db, caller, { checkId: start.check_id }, 'read_checks')) {
      const one = told.get(user.id) ?? { user, starts: [] };
      one.starts.push(start);
      told.set(user.id, one);
    }
  return [...told.values()];
}

async function mailAccount(ctx: Ctx, accountId: string): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const { startNoticeWorkingDays: days } = await readAccountSettings(ctx, accountId);
  const key = await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    // A job that ended half way runs again.
    const since = new Date(tx.now().getTime() - ALMOST_A_DAY_MS);
    if (await wereUsersMailed(tx, caller, 'starts_at_risk', since)) return;
    const found = await readStartsAtRisk(tx, { ...caller, subsidiaryIds: null });
    for (const { user, starts } of await contactsOf(tx, caller, found)) {
      const values = {
        ...{ name: user.name, count: starts.length, days },
        starts: starts.slice(0, NAMED_AT_MOST).map((one) => ({ orderNumber: `VF${one.order_id}`, on: one.starts_on })),
        page: `${ctx.settings.clientUrl}/portal?starts=${periodWith(todayFor(tx, caller), starts.at(-1)!.starts_on)}`,
      };
      await queueEmail(tx, emailToUser(tx, caller, key, 'starts_at_risk', { user, values }));
    }
  });
}

/** If the mails of one account fail, the others are still sent. */
async function tellStarts(ctx: Ctx): Promise<void> {
  const today = ukDateOf(ctx.now());
  if (nextWorkingDay(today, ctx.calendar().england_and_wales) !== today) return;
  for (const accountId of await findStartingAccounts(ctx.db, today)) {
    await mailAccount(ctx, accountId).catch((error: unknown) => ctx.log.error('starts not told', { accountId, error }));
  }
}

/** In the morning, before people begin to work. */
export const startCrontab = '30 5 * * * tell_starts';

export const startJobs = (ctx: Ctx): Readonly<Record<'tell_starts', JobHandler>> => ({
  tell_starts: () => tellStarts(ctx),
});
