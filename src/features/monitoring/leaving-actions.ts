// Somebody has left: nothing of theirs is renewed any more, and nothing is monitored unless the client wants it to be.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
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

/** Refuses with `not_found`, and with `not_permitted` the end of the monitoring to who may not stop it. */
export async function recordLeaving(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  { endsMonitoring }: { readonly endsMonitoring: boolean },
): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  await ctx.keys.forAccount(caller.accountId);
  await inTransaction(ctx, async (tx) => {
    const monitored = endsMonitoring ? await findMonitoredOf(tx.db, caller, applicantId) : [];
    for (const target of monitored) await stopMonitoring(tx, caller, target);
    await changeRenewed(tx, caller, applicantId, false);
  });
}
