// The reports that somebody has claimed and is not given any more, since it is recorded in which areas they are trained.
import { type Ctx, inTransaction } from '../../context.ts';
import { type Asker, demand } from '../access/permissions.ts';
import { lockDeskUsers } from '../accounts/sign-in-actions.ts';
import type { DeskAccounts } from '../lists/work-queue-queries.ts';
import { readTakes } from '../training/training-actions.ts';
import { takesType } from '../training/training-rules.ts';
import { storeAssignments } from './assignee-actions.ts';
import { type HeldWork, moveReports, readHeldWork } from './hand-over-actions.ts';

/** Of the accounts that the user sees. Refuses with `not_found` somebody who has nothing to do with these. */
export async function readHeldOutside(
  ctx: Ctx,
  by: Asker,
  accounts: DeskAccounts,
  personId: string,
): Promise<Pick<HeldWork, 'person' | 'reports'>> {
  const { person, reports } = await readHeldWork(ctx, by, accounts, personId);
  const takes = (await readTakes(ctx, [personId]))(personId);
  return { person, reports: reports.filter((one) => !takesType(takes, one.report_type_id)) };
}

/** Back to the queue. Returns how many. */
export function giveBackOutside(ctx: Ctx, by: Asker, accounts: DeskAccounts, personId: string): Promise<number> {
  demand(by, 'assign_reports');
  return inTransaction(ctx, async (tx) => {
    await lockDeskUsers(tx.db, [personId]);
    const moved = await moveReports(tx, accounts, await readHeldOutside(tx, by, accounts, personId), null);
    await storeAssignments(tx, by, 'report.assigned', moved, { assigneeId: null, handedOverFrom: personId });
    return moved.length;
  });
}
