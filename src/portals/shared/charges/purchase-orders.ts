// The model of the purchase orders of an account, for the client and for the desk.
import type { Authority, Ctx, OrderScope } from '../../../context.ts';
import { listOrdersWithout, listPurchaseOrders } from '../../../features/purchase-orders/purchase-order-actions.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { purchaseOrderRows } from '../orders/purchase-order-words.ts';
import { orderNumber } from '../page-filters.ts';

/** @param hrefOf where the purchase order of an order is given */
export async function purchaseOrdersOf(ctx: Ctx, scope: OrderScope & Authority, hrefOf: (checkId: string) => string) {
  const missing = await listOrdersWithout(ctx, scope);
  return {
    showsUse: scope.subsidiaryIds === null,
    purchaseOrders: purchaseOrderRows(await listPurchaseOrders(ctx, scope), ukDateOf(ctx.now())),
    missing: missing.map((one) => ({ ...one, number: orderNumber(one.order_id), href: hrefOf(one.id) })),
  };
}
