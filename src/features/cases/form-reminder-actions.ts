// Reminds the candidates of several orders of their form at once.
import type { Ctx, Environment } from '../../context.ts';
import { authorityOf, demand } from '../access/permissions.ts';
import { type ReminderOutcome, remindUnlessToday } from '../candidate-form/form-deadline-actions.ts';
import { type AwaitedReader, findAwaitedOrders } from '../lists/awaited-form-queries.ts';
import { callerFor } from './screening-actions.ts';

export type RemindedOrders = Readonly<Record<ReminderOutcome, number>>;

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
    counts[await remindUnlessToday(ctx, callerFor(reader, order), order.check_id)] += 1;
  }
  return counts;
}
