// Stops the new orders of a client and accepts them again: why, since when and by whom, and the mail to its people who order.
import { type Caller, type Ctx, inTransaction } from '../../context.ts';
import { Problems } from '../../lib/refusal.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { listUsers } from '../accounts/account-actions.ts';
import type { AccountSettingName } from '../accounts/account-settings.ts';
import { changeAccountSettings } from '../accounts/account-settings-actions.ts';
import { isStopCause } from '../accounts/stop-cause-words.ts';
import { emailToUser, queueEmail } from '../emails/email-actions.ts';
import { findOrderStops, type OrderStopRow } from './order-stop-queries.ts';

export type OrderStop = OrderStopRow;

/** Those that are changed here, and not among the other settings. */
export const settingsOfStop: readonly AccountSettingName[] = ['acceptOrders', 'stopCause', 'stopReason'];

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
 * Refuses with `invalid_fields` (stopCause) without a cause, (stopReason) without words for another cause, and (acceptOrders)
 * where the account is closed. @param stop undefined accepts new orders again. @returns how many people of the client are mailed
 */
export async function changeOrderStop(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  {
    stop,
    isMailed,
  }: {
    readonly stop: { readonly cause: string; readonly reason: string } | undefined;
    readonly isMailed: boolean;
  },
): Promise<number> {
  demand(by, 'manage_invoicing');
  const problems = new Problems();
  if (stop !== undefined && !isStopCause(stop.cause)) problems.add('stopCause', "can't be blank");
  if (stop?.cause === 'other' && stop.reason.trim() === '') problems.add('stopReason', "can't be blank");
  problems.refuse('invalid_fields');
  // Loading a key inside the transaction would take a second connection.
  await ctx.keys.forAccount(accountId);
  return inTransaction(ctx, async (tx) => {
    const isStopped = stop !== undefined;
    const why = { stopCause: stop?.cause ?? '', stopReason: stop?.reason.trim() ?? '' };
    await changeAccountSettings(tx, by, accountId, { acceptOrders: !isStopped, ...why });
    return isMailed ? mailOrderers(tx, accountId, isStopped) : 0;
  });
}
