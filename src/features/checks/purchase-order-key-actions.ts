// The blind key of a purchase order, by which its orders are summed up and invoiced together.
import type { Ctx, Tenant } from '../../context.ts';
import { earlierNumberKey } from '../applicants/earlier-number-actions.ts';
import { copyPurchaseOrderKey, updatePurchaseOrderKeys } from './check-store.ts';

/** Numbers that are one for the search have one key. Null without a number. */
export const purchaseOrderKey = async (
  ctx: Pick<Ctx, 'keys'>,
  tenant: Tenant,
  number: string | undefined,
): Promise<string | null> => {
  const key = number === undefined ? '0' : await earlierNumberKey(ctx, tenant, number);
  return key === '0' ? null : key;
};

/** The orders of one number are of another one from now on: that of an agreed purchase order was corrected. */
export const movePurchaseOrder = (
  tx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  keys: { readonly from: string; readonly to: string },
): Promise<void> => updatePurchaseOrderKeys(tx.db, tenant, keys);

/** An order that repeats another one is billed as that: its number, which the new one repeats, may have been corrected. */
export const repeatPurchaseOrder = (
  tx: Pick<Ctx, 'db'>,
  tenant: Tenant,
  checks: { readonly from: string; readonly to: string },
): Promise<void> => copyPurchaseOrderKey(tx.db, tenant, checks);
