// Removes what a client states of somebody, with the archives that may hold it.
import { type Caller, type Ctx, inTransaction, type OrderScope } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { forgetExportsOf } from '../account-exports/account-export-actions.ts';
import { removeStated } from '../stated-staff/stated-staff-actions.ts';

/** Refuses as `removeStated` does. */
export async function removeBroughtIn(ctx: Ctx, caller: Caller & OrderScope, applicantId: string): Promise<void> {
  demand(caller, 'order_checks');
  await inTransaction(ctx, async (tx) => {
    await removeStated(tx, caller, applicantId);
    await forgetExportsOf(tx, caller, applicantId);
  });
}
