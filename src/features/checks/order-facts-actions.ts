// Corrects the facts of a check that waits for its candidate, who has not submitted them.
import type { Caller, Ctx } from '../../context.ts';
import { replaceFacts } from '../applicants/applicant-actions.ts';
import type { ApplicantFacts } from '../facts/facts.ts';
import { sealOrder } from './check-actions.ts';
import type { LockedCheck } from './check-progress-actions.ts';
import { updateCheck } from './check-store.ts';

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
