// Reminds the candidates of several orders of their form at once.
import type { Caller, Ctx, Environment } from '../../context.ts';
import { isRestrictedRefusal } from '../../lib/refusal.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type ReminderOutcome, remindUnlessToday } from '../candidate-form/form-deadline-actions.ts';
import { type AwaitedReader, findAwaitedOrders } from '../lists/awaited-form-queries.ts';
import { callerFor } from './screening-actions.ts';

export type RemindedOrders = Readonly<Record<ReminderOutcome, number>>;

/** Nobody writes to somebody whose data are restricted, and the others are reminded all the same. */
async function remindUnlessRestricted(ctx: Ctx, caller: Caller, checkId: string): Promise<ReminderOutcome> {
  try {
    return await remindUnlessToday(ctx, caller, checkId);
  } catch (error) {
    if (isRestrictedRefusal(error)) return 'not_awaited';
    throw error;
  }
}

/**
 * Each in a transaction of its own, so that no candidate waits for the mail of another, and a part stays done. Who was
 * reminded today is not reminded again. An order that the reader may not see counts as one that awaits no form.
 */
export async function remindCandidates(
  ctx: Ctx,
  reader: AwaitedReader,
  { environment, checkIds }: { readonly environment: Environment; readonly checkIds: readonly string[] },
): Promise<RemindedOrders> {
  demand(authorityOf(reader), 'extend_deadlines');
  const awaited = await findAwaitedOrders(ctx.db, reader, environment, checkIds);
  const counts = { reminded: 0, reminded_today: 0, not_awaited: new Set(checkIds).size - awaited.length };
  for (const order of awaited) {
    counts[await remindUnlessRestricted(ctx, callerFor(reader, order), order.check_id)] += 1;
  }
  return counts;
}
