// Gives what somebody in training proposes to their buddy, who approves it.
import { type Caller, type Ctx, userIdOf } from '../../context.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { isHereOn } from '../accounts/hours-rules.ts';
import { lockDeskUsers } from '../accounts/sign-in-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { readBuddy } from '../training/training-actions.ts';
import { assigneeOf, giveFree, listPeople } from './assignee-actions.ts';

/** As the history says it. */
const BUDDY_RULE = 'Buddy of somebody in training';

/**
 * Gives the proposed outcome to the buddy for approval, unless the buddy does not work today, may not approve, or does not work for the
 * account: then any reviewer may take it. Run it in a transaction.
 */
export async function giveToBuddy(
  tx: Ctx,
  caller: Caller,
  { reportId, reportTypeId }: { readonly reportId: string; readonly reportTypeId: number },
): Promise<void> {
  const userId = userIdOf(caller.actor);
  const buddyId = userId === null ? null : await readBuddy(tx, userId, reportTypeById(reportTypeId)!.area);
  if (buddyId === null) return;
  // Nobody disables them meanwhile: the report would wait for somebody who cannot sign in.
  await lockDeskUsers(tx.db, [buddyId]);
  const buddy = (await listPeople(tx)).find(({ id }) => id === buddyId);
  const to = buddy && assigneeOf(buddy);
  if (to === undefined || !to.mayApprove || !isHereOn(buddy!, ukDateOf(tx.now()))) return;
  await giveFree(tx, 'system', [caller.accountId], { reportIds: [reportId], to, rule: BUDDY_RULE });
}
