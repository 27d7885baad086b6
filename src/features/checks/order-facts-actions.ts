// Replaces the order of a check: the facts of its candidate, or what its client said with it.
import type { Caller, Ctx } from '../../context.ts';
import { replaceFacts } from '../applicants/applicant-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import type { Order } from './check.ts';
import { sealOrder } from './check-actions.ts';
import type { LockedCheck } from './check-progress-actions.ts';
import { jurisdictionOf } from './check-rules.ts';
import { updateCheck } from './check-store.ts';
import { purchaseOrderKey } from './purchase-order-key-actions.ts';

/** Replaces the facts of the check and of its applicant, who is locked as well. */
export async function replaceOrderFacts(
  tx: Ctx,
  caller: Caller,
  { check: { id, applicantId, order }, key }: LockedCheck,
  facts: ApplicantFacts,
): Promise<void> {
  await replaceFacts(tx, caller, applicantId, key, facts);
  await updateCheck(tx.db, caller, { id, sealedOrder: sealOrder(key, id, { ...order, facts }) });
}

/** Replaces what the client said with the order; its calendar follows the place of work. */
export const replaceOrder = async (
  tx: Ctx,
  caller: Caller,
  { check: { id, order: before }, key }: LockedCheck,
  order: Order,
): Promise<void> =>
  updateCheck(tx.db, caller, {
    ...{ id, jurisdiction: jurisdictionOf(order), sealedOrder: sealOrder(key, id, order) },
    // The agreed number of one that stays may have been corrected since it was ordered.
    ...(order.tags[0] !== before.tags[0] && { purchaseOrderKey: await purchaseOrderKey(tx, caller, order.tags[0]) }),
  });
