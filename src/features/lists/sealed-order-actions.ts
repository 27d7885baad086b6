// Decrypts the orders of listed reports.
import type { Ctx } from '../../context.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import type { Check, Order } from '../checks/check.ts';
import { openOrder } from '../checks/check-actions.ts';
import { openPurchaseOrder } from '../checks/kept-purchase-order-actions.ts';
import { referencesOf } from '../checks/order-reference-rules.ts';
import { type BilledOrder, findSealedOrders, type SealedOrder } from './sealed-order-queries.ts';

/** Undefined if the applicant was erased. */
export async function openSealedOrder(
  ctx: Pick<Ctx, 'keys'>,
  { accountId, environment, applicantId, checkId, sealedOrder, sealedKey }: SealedOrder,
): Promise<Order | undefined> {
  if (sealedKey === null) return undefined;
  const account = await ctx.keys.forAccount(accountId);
  const key = applicantKey(account, { accountId, environment }, applicantId, sealedKey);
  return openOrder(key, checkId, sealedOrder);
}

/** By which an order is billed; the reference is null once the applicant is erased, and so is a purchase order that was not kept. */
export interface BilledReferences {
  /** Its number as it is agreed, else as the order has it; empty if the order names none. */
  readonly purchaseOrder: string | null;
  /** What else the client calls the order: the other reference, and the tags after the first. */
  readonly reference: string | null;
}

export async function billedReferences(ctx: Pick<Ctx, 'keys'>, sealed: BilledOrder): Promise<BilledReferences> {
  const order = await openSealedOrder(ctx, sealed);
  const { purchaseOrder, reference } = order === undefined ? await keptReferences(ctx, sealed) : referencesOf(order);
  return { purchaseOrder: sealed.agreedNumber ?? purchaseOrder, reference };
}

async function keptReferences(ctx: Pick<Ctx, 'keys'>, sealed: BilledOrder): Promise<BilledReferences> {
  const { accountId, environment, checkId, sealedPurchaseOrder } = sealed;
  if (sealedPurchaseOrder === null) return { purchaseOrder: null, reference: null };
  const account = await ctx.keys.forAccount(accountId);
  const purchaseOrder = openPurchaseOrder(account, { environment, checkId }, sealedPurchaseOrder);
  return { purchaseOrder, reference: null };
}

/** The number of the purchase order of a check as it is agreed, which may have been corrected since; empty if the order names none. */
export async function readPurchaseOrder(
  ctx: Pick<Ctx, 'db'>,
  { tenant, id, order }: Pick<Check, 'tenant' | 'id' | 'order'>,
): Promise<string> {
  const [found] = await findSealedOrders(ctx.db, [{ ...tenant, checkId: id }]);
  return found?.agreedNumber ?? order.tags[0] ?? '';
}
