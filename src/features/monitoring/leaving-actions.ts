// What is monitored of somebody who leaves.
import type { Caller, Ctx, OrderScope } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import type { Place } from '../access/place-queries.ts';
import { stopMonitoring } from './monitor-actions.ts';
import { findMonitoredOf } from './monitor-store.ts';

/** How many reports of theirs are monitored. */
export async function countMonitoredOf(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<number> {
  demand(caller, 'read_checks');
  return (await findMonitoredOf(ctx.db, caller, applicantId)).length;
}

/** All that is monitored of them where they left. Refuses with `not_permitted` who may not stop it. */
export async function stopMonitoringOf(
  tx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  at: Place['at'],
): Promise<void> {
  for (const target of await findMonitoredOf(tx.db, caller, applicantId, at)) await stopMonitoring(tx, caller, target);
}
