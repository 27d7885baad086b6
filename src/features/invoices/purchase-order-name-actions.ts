// The numbers of purchase orders that have invoices of their own, read from an order of each.
import type { Ctx } from '../../context.ts';
import { referencesOf } from '../checks/order-reference-rules.ts';
import { openSealedOrder } from '../lists/sealed-order-actions.ts';
import { findSealedOrders } from '../lists/sealed-order-queries.ts';
import { findOrdersWithPurchaseOrders } from './invoiced-charge-store.ts';

/** By key. */
export async function purchaseOrderNames(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  accountId: string,
  keys: readonly (string | null)[],
): Promise<ReadonlyMap<string | null, string>> {
  const found = await findOrdersWithPurchaseOrders(
    ctx.db,
    accountId,
    keys.filter((key) => key !== null),
  );
  const about = found.map(({ check_id: checkId }) => ({ accountId, environment: 'live' as const, checkId }));
  const names = new Map<string | null, string>();
  for (const sealed of await findSealedOrders(ctx.db, about)) {
    const order = await openSealedOrder(ctx, sealed);
    const key = found.find(({ check_id }) => check_id === sealed.checkId)!.key;
    if (order !== undefined) names.set(key, referencesOf(order).purchaseOrder);
  }
  return names;
}
