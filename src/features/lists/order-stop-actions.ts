// Stops the new orders of a client and accepts them again: why, since when and by whom, and the mail to its people who order.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import type { AccountSettingName } from '../accounts/account-settings.ts';
import { changeAccountSettings } from '../accounts/account-settings-actions.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { findOrderStops, type OrderStopRow } from './order-stop-queries.ts';

export type OrderStop = OrderStopRow;

/** Those that are changed here, and not among the other settings. */
export const settingsOfStop: readonly AccountSettingName[] = ['acceptOrders', 'stopReason'];

/** By account; none for one that accepts orders. @param accountIds who asks must see them */
export async function readOrderStops(
  ctx: Pick<Ctx, 'db'>,
  by: Asker,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, OrderStop>> {
  demand(by, 'read_accounts');
  return new Map((await findOrderStops(ctx.db, accountIds)).map((row) => [row.account_id, row]));
}

/** How many mails it queued. */
async function mailOrderers(tx: Ctx, accountId: string, isStopped: boolean): Promise<number> {
  const caller: Caller = { accountId, environment: 'live', actor: 'system', clockOffsetSeconds: 0 };
  const key = await tx.keys.forAccount(accountId);
  const users = (await listUsers(tx, 'system', accountId)).filter(
    ({ role, disabled_at }) => disabled_at === null && mayDo({ permissions: roles.client[role] }, 'order_checks'),
  );
  const page = `${tx.settings.clientUrl}/portal`;
  for (const user of users) {
    const values = { name: user.name, isStopped, page };
    await queueEmail(tx, emailToUser(tx, caller, key, 'orders_stopped', { user, values }));
  }
  return users.length;
}

/**
 * Refuses with `invalid_fields` (stopReason) without a reason, and (acceptOrders) where the account is closed.
 * @param reason undefined accepts new orders again. @returns how many people of the client are mailed
 */
export async function changeOrderStop(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { reason, isMailed }: { readonly reason: string | undefined; readonly isMailed: boolean },
): Promise<number> {
  demand(by, 'manage_invoicing');
  if (reason?.trim() === '') throw new Refusal('invalid_fields', { stopReason: ["can't be blank"] });
  // Loading a key inside the transaction would take a second connection.
  await ctx.keys.forAccount(accountId);
  return inTransaction(ctx, async (tx) => {
    const isStopped = reason !== undefined;
    await changeAccountSettings(tx, by, accountId, { acceptOrders: !isStopped, stopReason: reason?.trim() ?? '' });
    return isMailed ? mailOrderers(tx, accountId, isStopped) : 0;
  });
}
