// The hourly job that carries out what was chosen when an account was closed; what was done stays done, so that it can begin anew.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import type { JobHandler } from '../../platform/jobs.ts';
import { changeUser, listApiKeys, listUsers, lockAccount, readAccount } from '../accounts/account-actions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { type Closing, LATE_DAYS } from '../accounts/closing.ts';
import { findClosingAccounts } from '../accounts/closing-queries.ts';
import { areAccountsAsLeft } from '../accounts/user-row-actions.ts';
import { closeCheck } from '../checks/check-progress-actions.ts';
import { stopMonitoring } from '../monitoring/monitor-actions.ts';
import { countNotErased } from '../retention/closed-account-queries.ts';
import { eraseDueOf } from '../retention/erasure-jobs.ts';
import { endWebhooks } from '../webhooks/webhook-actions.ts';
import { beginClosing, CLOSE_ACCOUNTS, mailClosing, storeClosing } from './closing-actions.ts';
import { erasedFrom, isSignInEnding } from './closing-rules.ts';
import { findMonitored, findOpenChecks, hasLateOrders, type OfCheck } from './closing-store.ts';

const callerOf = (accountId: string, { environment, clockOffsetSeconds }: Omit<OfCheck, 'checkId'>): Caller => ({
  ...{ accountId, environment, clockOffsetSeconds, actor: 'system' },
});
const ofAccount = (accountId: string) => callerOf(accountId, { environment: 'live', clockOffsetSeconds: 0 });

/** What fails is logged, keeps nothing else, and is tried again in an hour. */
async function eachOf<T extends { readonly id: string }>(
  ctx: Ctx,
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
) {
  for (const one of all)
    await work(one).catch((error: unknown) => ctx.log.error('closing failed', { resourceId: one.id, error }));
}

/** In a transaction that holds the account; nothing is done to one whose closing was taken back meanwhile. */
const withClosing = (ctx: Ctx, accountId: string, work: (tx: Ctx, closing: Closing) => Promise<unknown>) =>
  inTransaction(ctx, async (tx) => {
    const { closing } = await lockAccount(tx, accountId);
    if (closing !== null) await work(tx, closing);
  });

/** What fails stays open until the next hour. @param atOnce so many are held in memory */
export async function withdrawOrders(
  ctx: Ctx,
  accountId: string,
  environment: 'live' | 'test',
  atOnce = 200,
): Promise<void> {
  for (let after = 0; ; ) {
    const batch = await findOpenChecks(ctx.db, accountId, environment, { after, limit: atOnce });
    const open = batch.map((one) => ({ ...one, id: one.checkId }));
    await eachOf(ctx, open, (one) => closeCheck(ctx, callerOf(accountId, one), one.id, 'withdraw'));
    if (batch.length < atOnce) return;
    after = batch.at(-1)!.orderId;
  }
}

async function endWork(ctx: Ctx, accountId: string, { openOrders }: Closing): Promise<void> {
  if (openOrders === 'withdraw') await withdrawOrders(ctx, accountId, 'live');
  const monitored = (await findMonitored(ctx.db, accountId)).map((one) => ({ ...one, id: one.reportId }));
  await eachOf(ctx, monitored, (one) => stopMonitoring(ctx, callerOf(accountId, one), one));
}

/** Whoever of the client could sign in, or a program of theirs, cannot any more. */
async function endSignIn(ctx: Ctx, accountId: string): Promise<void> {
  await withdrawOrders(ctx, accountId, 'test');
  await withClosing(ctx, accountId, async (tx, closing) => {
    if (closing.signInEndedAt !== null) return;
    const ended = { ...closing, signInEndedAt: tx.now().toISOString() };
    await mailClosing(tx, accountId, ended, 'signed_out');
    const users = (await listUsers(tx, 'system', accountId)).filter(({ disabled_at }) => disabled_at === null);
    const keys = (await listApiKeys(tx, 'system', accountId)).filter(({ revoked_at }) => revoked_at === null);
    for (const { id } of users) await changeUser(tx, 'system', accountId, { id, disabled: true });
    const webhooks = await endWebhooks(tx, ofAccount(accountId));
    const detail = { users: users.length, keys: keys.length, webhooks };
    await storeClosing(tx, 'system', accountId, ended, { type: 'account.sign_in_ended', detail });
  });
}

/**
 * From the day on, also while an order of somebody else runs. It is over once nobody can sign in and everybody is erased whom
 * nothing keeps; a legal hold of the account keeps everybody.
 */
async function erase(ctx: Ctx, accountId: string): Promise<void> {
  const { closing: begun } = await readAccount(ctx, accountId);
  if (begun === null || erasedFrom(begun) > ukDateOf(ctx.now())) return;
  if ((await readAccountSettings(ctx, accountId)).legalHold) return;
  await eraseDueOf(ctx, [accountId]);
  if (begun.signInEndedAt === null) return;
  const { to_erase: toErase, kept } = await countNotErased(ctx.db, accountId, ctx.now());
  if (toErase > 0) return;
  await withClosing(ctx, accountId, async (tx, closing) => {
    if (closing.erasedAt !== null) return;
    const erased = { ...closing, erasedAt: tx.now().toISOString() };
    await storeClosing(tx, 'system', accountId, erased, { type: 'account.erased', detail: { kept } });
    await mailClosing(tx, accountId, erased, 'erased', true);
  });
}

async function warn(tx: Ctx, accountId: string, closing: Closing): Promise<void> {
  const warned = { ...closing, warnedAt: tx.now().toISOString() };
  await storeClosing(tx, 'system', accountId, warned, { type: 'account.sign_in_end_told' });
  await mailClosing(tx, accountId, warned, 'ending');
}

async function carryOut(ctx: Ctx, accountId: string): Promise<void> {
  const today = ukDateOf(ctx.now());
  await ctx.keys.forAccount(accountId);
  await withClosing(ctx, accountId, async (tx, planned) => {
    const isDue = planned.closedAt === null && planned.ordersEndOn <= today;
    const closing = isDue ? await beginClosing(tx, 'system', accountId, planned) : planned;
    if (closing.warnedAt === null && isSignInEnding(closing, today)) await warn(tx, accountId, closing);
  });
  const { closing } = await readAccount(ctx, accountId);
  if (closing === null || closing.closedAt === null) return;
  if (closing.signInEndedAt === null) {
    await endWork(ctx, accountId, closing);
    const late = { signInUntil: closing.signInUntil, now: ctx.now(), days: LATE_DAYS };
    if (closing.signInUntil < today && !(await hasLateOrders(ctx.db, accountId, late))) await endSignIn(ctx, accountId);
  }
  await erase(ctx, accountId);
}

/** Accounts whose rows were changed behind the program are left as they are. */
export async function carryOutClosings(ctx: Ctx): Promise<void> {
  for (const id of await findClosingAccounts(ctx.db)) {
    if (!(await areAccountsAsLeft(ctx, [id]))) continue;
    await carryOut(ctx, id).catch((error: unknown) => ctx.log.error('closing failed', { accountId: id, error }));
  }
}

/** Hourly, because a day begins at another hour in summer. */
export const closingCrontab = `11 * * * * ${CLOSE_ACCOUNTS}`;

export const closingJobs = (ctx: Ctx): Readonly<Record<typeof CLOSE_ACCOUNTS, JobHandler>> => ({
  [CLOSE_ACCOUNTS]: () => carryOutClosings(ctx),
});
