// Decrypts the orders of listed reports.
import type { Ctx } from '../../context.ts';
import { applicantKey } from '../applicants/applicant-vault.ts';
import type { Order } from '../checks/check.ts';
import { openOrder } from '../checks/check-actions.ts';
import type { SealedOrder } from './sealed-order-queries.ts';

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

/** What the client calls the order, each empty if it is not given: the purchase order, and the other reference with the tags after the first. */
export function referencesOf({ tags, details }: Order): { readonly purchaseOrder: string; readonly reference: string } {
  const [purchaseOrder = '', ...others] = tags;
  return { purchaseOrder, reference: [details?.PersonalInfo.OtherReference, ...others].filter(Boolean).join(', ') };
}
