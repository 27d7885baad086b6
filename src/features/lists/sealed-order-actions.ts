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
