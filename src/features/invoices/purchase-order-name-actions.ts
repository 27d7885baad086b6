// The numbers of purchase orders that have invoices of their own, read from an order of each.
import type { Ctx } from '../../context.ts';
import { billedReferences } from '../lists/sealed-order-actions.ts';
import { findSealedOrders } from '../lists/sealed-order-queries.ts';
import { findOrdersWithPurchaseOrders, type OpenInvoice } from './invoiced-charge-store.ts';

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
    const { purchaseOrder } = await billedReferences(ctx, sealed);
    const key = found.find(({ check_id }) => check_id === sealed.checkId)!.key;
    if (purchaseOrder !== null) names.set(key, purchaseOrder);
  }
  return names;
}

export interface NamedOpenInvoice extends OpenInvoice {
  /** Its number, where it has an invoice of its own. */
  readonly purchaseOrder: string | null;
}

export async function withPurchaseOrders(
  ctx: Pick<Ctx, 'db' | 'keys'>,
  open: readonly OpenInvoice[],
): Promise<NamedOpenInvoice[]> {
  const ofOrders = open.filter(({ purchase_order_key }) => purchase_order_key !== null);
  const names = new Map<string, ReadonlyMap<string | null, string>>();
  for (const [accountId, of] of Map.groupBy(ofOrders, ({ account_id }) => account_id)) {
    const keys = of.map(({ purchase_order_key }) => purchase_order_key);
    names.set(accountId, await purchaseOrderNames(ctx, accountId, keys));
  }
  return open.map((one) => ({
    ...one,
    purchaseOrder: names.get(one.account_id)?.get(one.purchase_order_key) ?? null,
  }));
}
