// Gives orders of a client to a colleague, who then gets the mails about them.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { type Asker, demand, type Permitted } from '../access/permissions.ts';
import {
  type ColleagueRow,
  findColleagues,
  findOwnedOrders,
  type HandedOrder,
  type OwnedOrder,
  updateOwnerOf,
} from '../checks/order-owner-queries.ts';
import { mayLookAfter } from '../checks/order-owner-rules.ts';
import { storeEvents } from '../events/event-actions.ts';

export const MOST_GIVEN = 100;

export interface OrdersInHand {
  readonly orders: readonly OwnedOrder[];
  /** Who may look after all of them. */
  readonly colleagues: readonly ColleagueRow[];
}

type Giver = Caller & OrderScope & Permitted;

/** Refuses with `not_found` if one of the orders is not the caller's to see. @param checkIds at most MOST_GIVEN */
export async function readOrdersInHand(ctx: Ctx, caller: Giver, checkIds: readonly string[]): Promise<OrdersInHand> {
  demand(caller, 'order_checks');
  const orders = await findOwnedOrders(ctx.db, caller, checkIds);
  if (orders.length === 0 || orders.length > MOST_GIVEN || orders.length < new Set(checkIds).size)
    throw new Refusal('not_found');
  const all = await findColleagues(ctx.db, caller);
  const colleagues = all.filter((one) => orders.every(({ subsidiaryId }) => mayLookAfter(one, subsidiaryId)));
  return { orders, colleagues };
}

/**
 * Refuses with `invalid_fields` (owner) somebody who may not see all of the orders.
 * @returns how many somebody else had
 */
export function giveOrders(
  ctx: Ctx,
  caller: Giver,
  { checkIds, toId }: { readonly checkIds: readonly string[]; readonly toId: string },
): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const { colleagues } = await readOrdersInHand(tx, caller, checkIds);
    if (!colleagues.some(({ id }) => id === toId))
      throw new Refusal('invalid_fields', { owner: ['is not included in the list'] });
    const handed = await updateOwnerOf(tx.db, caller, { checkIds, toId });
    await storeHandOver(tx, caller, handed, toId);
    return handed.length;
  });
}

/** One event for each order that changed hands. */
export async function storeHandOver(tx: Ctx, by: Asker, handed: readonly HandedOrder[], toId: string): Promise<void> {
  for (const { checkId, applicantId, status, fromId, ...tenant } of handed) {
    const who = by === 'system' ? ({ actor: by } as const) : by;
    // The names of the fields under which the desk's history names two people.
    const detail = { handedOverFrom: fromId, assigneeId: toId };
    await storeEvents(tx, { ...who, ...tenant }, [
      { type: 'check.handed_over', resourceId: checkId, checkId, applicantId, status, detail },
    ]);
  }
}
