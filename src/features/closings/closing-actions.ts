// Closes the account of a client who leaves: what would happen, the plan of it, and opening the account again.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { listUsers, lockAccount } from '../accounts/account-actions.ts';
import type { Closing } from '../accounts/closing.ts';
import { updateClosing } from '../accounts/closing-queries.ts';
import { findStateNow } from '../accounts/old-row-queries.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { storeAccountEvent } from '../events/event-actions.ts';
import type { EventName } from '../events/event-types.ts';
import { readInvoices } from '../invoices/invoice-actions.ts';
import { statusOf } from '../invoices/invoice-rules.ts';
import { erasedFrom, isSignInEnding, mayReopen, readClosingPlan, type TypedClosing } from './closing-rules.ts';
import { type ClosingCounts, countClosing } from './closing-store.ts';

export const CLOSE_ACCOUNTS = 'close_accounts';

export interface ClosingPreview extends ClosingCounts {
  /** Null for somebody who reads no charges. */
  readonly unpaid: number | null;
}

/** What there is that closing the account would end, wait for or keep. */
export async function previewClosing(ctx: Ctx, by: Asker, accountId: string): Promise<ClosingPreview> {
  demand(by, 'manage_accounts');
  const counts = await countClosing(ctx.db, accountId, ctx.now());
  const readsCharges = by === 'system' || mayDo({ permissions: by.permissions ?? [] }, 'read_charges');
  if (!readsCharges) return { ...counts, unpaid: null };
  const today = ukDateOf(ctx.now());
  let unpaid = 0;
  for await (const part of readInvoices(ctx, by, [accountId]))
    unpaid += part.filter(
      (one) => one.kind === 'invoice' && ['issued', 'sent', 'overdue'].includes(statusOf(one, today)),
    ).length;
  return { ...counts, unpaid };
}

type ClosingEvent = Extract<
  EventName,
  `account.${'closing_planned' | 'reopened' | 'closed' | 'sign_in_end_told' | 'sign_in_ended' | 'erased'}`
>;

/** Stores how far it has come, with its event. */
export async function storeClosing(
  tx: Ctx,
  by: Asker,
  accountId: string,
  closing: Closing | null,
  { type, detail }: { readonly type: ClosingEvent; readonly detail?: Readonly<Record<string, unknown>> },
): Promise<void> {
  await updateClosing(tx.db, tx.integrity, accountId, closing);
  const now = await findStateNow(tx.db, accountId);
  await storeAccountEvent(tx, accountId, by, { type, resourceId: accountId, detail: { ...detail, now } });
}

/** Tells the administrators of the client. */
export async function mailClosing(
  tx: Ctx,
  accountId: string,
  closing: Closing,
  step: EmailTemplates['account_closing']['step'],
  disabledToo = false,
): Promise<void> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await tx.keys.forAccount(accountId);
  for (const user of await listUsers(tx, 'system', accountId)) {
    if (!mayDo({ permissions: roles.client[user.role] }, 'receive_alerts')) continue;
    const leftWith = user.disabled_at !== null && closing.signInEndedAt !== null;
    if (user.disabled_at !== null && !(disabledToo && leftWith && user.disabled_at >= new Date(closing.signInEndedAt!)))
      continue;
    const { ordersEndOn, openOrders, signInUntil } = closing;
    const eraseOn = erasedFrom(closing);
    const page = `${tx.settings.clientUrl}/portal`;
    const values = { step, name: user.name, ordersEndOn, openOrders, signInUntil, eraseOn, page };
    await queueEmail(tx, emailToUser(tx, caller, key, 'account_closing', { user, values }));
  }
}

/** The day has come: from now on, new orders are refused. */
export async function beginClosing(tx: Ctx, by: Asker, accountId: string, planned: Closing): Promise<Closing> {
  const closing = { ...planned, closedAt: tx.now().toISOString() };
  await storeClosing(tx, by, accountId, closing, { type: 'account.closed' });
  return closing;
}

/**
 * Sets the days, tells the administrators of the client, and closes the account at once if its day is today. Refuses with
 * `invalid_fields` by the name of each field, and with `state_does_not_allow` an account that is closed, or to be closed.
 */
export async function planClosing(ctx: Ctx, by: Asker, accountId: string, typed: TypedClosing): Promise<void> {
  demand(by, 'manage_accounts');
  const today = ukDateOf(ctx.now());
  const { plan, problems } = readClosingPlan(typed, today);
  problems.refuse('invalid_fields');
  // Loading the key inside the transaction would take a second connection.
  await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    if ((await lockAccount(tx, accountId)).closing !== null) throw new Refusal('state_does_not_allow');
    // Who learns of it within the week of the warning needs no other.
    const warnedAt = isSignInEnding(plan, today) ? tx.now().toISOString() : null;
    const closing: Closing = { ...plan, closedAt: null, warnedAt, signInEndedAt: null, erasedAt: null };
    const detail = {
      orders_end_on: plan.ordersEndOn,
      open_orders: plan.openOrders,
      sign_in_until: plan.signInUntil,
      erase_on: plan.eraseOn,
    };
    await storeClosing(tx, by, accountId, closing, { type: 'account.closing_planned', detail });
    await mailClosing(tx, accountId, closing, 'planned');
    if (plan.ordersEndOn > today) return;
    await beginClosing(tx, by, accountId, closing);
    await tx.jobs.add(tx.db, CLOSE_ACCOUNTS, {});
  });
}

/**
 * Takes the closing back; what it has ended stays ended. Refuses with `state_does_not_allow` an account that is open, and
 * one of whom people may be erased already.
 */
export async function reopenAccount(ctx: Ctx, by: Asker, accountId: string): Promise<void> {
  demand(by, 'manage_accounts');
  await ctx.keys.forAccount(accountId);
  await inTransaction(ctx, async (tx) => {
    const { closing } = await lockAccount(tx, accountId);
    if (closing === null || !mayReopen(closing, ukDateOf(tx.now()))) throw new Refusal('state_does_not_allow');
    await mailClosing(tx, accountId, closing, 'reopened', true);
    await storeClosing(tx, by, accountId, null, { type: 'account.reopened' });
  });
}
