// Tells a client that something says that a result of theirs is not right, and that it is dealt with.
import type { Caller, Ctx } from '../../context.ts';
import type { Check } from '../checks/check.ts';
import { mailClient } from '../checks/client-mail-actions.ts';
import { findDisputes } from '../checks/dispute-queries.ts';
import type { MessageKind } from './candidate-message-store.ts';

export const hasDispute = async (tx: Ctx, caller: Caller, { id }: Check): Promise<boolean> =>
  (await findDisputes(tx.db, caller, id)).length > 0;

/**
 * Tells the client that a candidate says that a result is not right, and that all of it is dealt with: until then they
 * should not rely on it. What the candidate wrote is for the desk. @param was before the last change @param kind of the message
 */
export async function mailAboutDispute(
  tx: Ctx,
  caller: Caller,
  check: Check,
  was: boolean,
  kind?: MessageKind,
): Promise<void> {
  const is = await hasDispute(tx, caller, check);
  // While a person is restricted their client sees no results.
  if (was === is || (is && check.isRestricted)) return;
  const settled = kind === 'reference_update' ? 'reference_update_settled' : 'dispute_settled';
  await mailClient(tx, caller, check, is ? 'result_disputed' : settled);
}
