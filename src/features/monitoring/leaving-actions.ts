// Somebody has left: nothing of theirs is renewed any more, and nothing is monitored unless the client wants it to be.
import { type Caller, type Ctx, inTransaction, type OrderScope, timeFor, todayFor } from '../../context.ts';
import { parseDate } from '../../lib/dates.ts';
import { Problems } from '../../lib/refusal.ts';
import { startOfUkDay } from '../../lib/uk-times.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { changeRenewed } from '../renewals/renewal-actions.ts';
import { stopMonitoring } from './monitor-actions.ts';
import { findMonitoredOf } from './monitor-store.ts';

/** How many reports of theirs are monitored. */
export async function countMonitoredOf(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<number> {
  demand(caller, 'read_checks');
  return (await findMonitoredOf(ctx.db, caller, applicantId)).length;
}

/** The time at which somebody left, from the day that was typed. Refuses with `invalid_fields` (`left_on`) a text that is no day, or a day after today. */
function leftAtOf(ctx: Pick<Ctx, 'now'>, caller: Caller, leftOn: string): Date {
  const [day, today] = [parseDate(leftOn), todayFor(ctx, caller)];
  const problems = new Problems();
  if (day === undefined) problems.add('left_on', 'Enter the day on which they left');
  else if (day > today) problems.add('left_on', 'Enter a day until today: say it once they have left');
  problems.refuse('invalid_fields');
  return day === today ? timeFor(ctx, caller) : startOfUkDay(day!);
}

/**
 * Refuses with `not_found`, with `invalid_fields` (`left_on`), and with `not_permitted` the end of the monitoring to who
 * may not stop it. @param leftOn the day, as it was typed
 */
export async function recordLeaving(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { endsMonitoring, leftOn }: { readonly endsMonitoring: boolean; readonly leftOn: string },
): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  const leftAt = leftAtOf(ctx, caller, leftOn);
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const monitored = endsMonitoring ? await findMonitoredOf(tx.db, caller, applicantId) : [];
    for (const target of monitored) await stopMonitoring(tx, caller, target);
    await changeRenewed(tx, caller, applicantId, false, leftAt);
  });
}
