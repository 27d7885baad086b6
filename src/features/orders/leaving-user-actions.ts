// Disables a user of a client who leaves, and gives their orders in progress to a colleague.
import { type Ctx, inTransaction } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, mayDo, roles } from '../access/permissions.ts';
import { changeUser, listUsers, type UserRow } from '../accounts/account-actions.ts';
import { countOpenOrdersOf, updateOwner } from '../checks/order-owner-queries.ts';
import { storeEvents } from '../events/event-actions.ts';

/** How many orders in progress somebody has, and the colleagues who could get them. */
export interface OrdersToGive {
  readonly count: number;
  readonly colleagues: readonly UserRow[];
}

/** Who may order, and sees no other subsidiary's orders than the user does. */
const isColleague = (user: UserRow, one: UserRow): boolean =>
  one.id !== user.id &&
  one.disabled_at === null &&
  mayDo({ permissions: roles.client[one.role] }, 'order_checks') &&
  (one.subsidiary_id === null || one.subsidiary_id === user.subsidiary_id);

export async function readOrdersToGive(ctx: Ctx, by: Asker, accountId: string, user: UserRow): Promise<OrdersToGive> {
  demand(by, 'manage_users', 'read_accounts');
  const users = await listUsers(ctx, by, accountId);
  const count = await countOpenOrdersOf(ctx.db, accountId, user.id);
  return { count, colleagues: users.filter((one) => isColleague(user, one)) };
}

async function giveOrders(tx: Ctx, by: Asker, accountId: string, user: UserRow, toId: string): Promise<void> {
  const colleague = (await readOrdersToGive(tx, by, accountId, user)).colleagues.find(({ id }) => id === toId);
  if (colleague === undefined) throw new Refusal('invalid_fields', { ordersTo: ['is not included in the list'] });
  const handover = { fromId: user.id, toId, toSubsidiaryId: colleague.subsidiary_id };
  for (const order of await updateOwner(tx.db, accountId, handover)) {
    const { checkId, applicantId, status, ...tenant } = order;
    const who = by === 'system' ? ({ actor: by } as const) : by;
    // The names of the fields under which the desk's history names two people.
    const detail = { handedOverFrom: user.id, assigneeId: toId };
    await storeEvents(tx, { ...who, ...tenant }, [
      { type: 'check.handed_over', resourceId: checkId, checkId, applicantId, status, detail },
    ]);
  }
}

/**
 * Refuses with `invalid_fields` (ordersTo) somebody who cannot get the orders.
 * @param ordersTo the id of a colleague; undefined leaves the orders: then the administrators hear of them
 */
export function disableUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { id, ordersTo }: { readonly id: string; readonly ordersTo?: string | undefined },
): Promise<void> {
  demand(by, 'manage_users');
  return inTransaction(ctx, async (tx) => {
    const user = (await listUsers(tx, by, accountId)).find((one) => one.id === id);
    if (user === undefined) throw new Refusal('not_found');
    if (ordersTo !== undefined) await giveOrders(tx, by, accountId, user, ordersTo);
    await changeUser(tx, by, accountId, { id, disabled: true });
  });
}
