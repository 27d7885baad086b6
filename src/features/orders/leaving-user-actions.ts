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

/** The subsidiary whose users alone somebody manages; null for those of the whole account. */
type Within = string | null;

/** Who may order, sees no other subsidiary's orders than the user does, and is known to whoever asks. */
const isColleague = (user: UserRow, one: UserRow, within: Within): boolean =>
  one.id !== user.id &&
  (within === null || one.subsidiary_id === within) &&
  one.disabled_at === null &&
  mayDo({ permissions: roles.client[one.role] }, 'order_checks') &&
  (one.subsidiary_id === null || one.subsidiary_id === user.subsidiary_id);

export async function readOrdersToGive(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  { user, within }: { readonly user: UserRow; readonly within: Within },
): Promise<OrdersToGive> {
  demand(by, 'manage_users', 'read_accounts');
  const users = await listUsers(ctx, by, accountId);
  const count = await countOpenOrdersOf(ctx.db, accountId, user.id);
  return { count, colleagues: users.filter((one) => isColleague(user, one, within)) };
}

async function giveOrders(
  tx: Ctx,
  by: Asker,
  accountId: string,
  { user, toId, within }: { readonly user: UserRow; readonly toId: string; readonly within: Within },
): Promise<void> {
  const { colleagues } = await readOrdersToGive(tx, by, accountId, { user, within });
  const colleague = colleagues.find(({ id }) => id === toId);
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
 * Refuses with `invalid_fields` (ordersTo) somebody who cannot get the orders, or whom `within` leaves out.
 * @param ordersTo the id of a colleague; undefined leaves the orders: then the administrators hear of them
 */
export function disableUser(
  ctx: Ctx,
  by: Asker,
  accountId: string,
  given: { readonly id: string; readonly ordersTo?: string | undefined; readonly within?: Within },
): Promise<void> {
  demand(by, 'manage_users');
  const { id, ordersTo: toId, within = null } = given;
  return inTransaction(ctx, async (tx) => {
    const user = (await listUsers(tx, by, accountId)).find((one) => one.id === id);
    if (user === undefined) throw new Refusal('not_found');
    if (toId !== undefined) await giveOrders(tx, by, accountId, { user, toId, within });
    await changeUser(tx, by, accountId, { id, disabled: true });
  });
}
