// Ends and resumes the renewals of an applicant: somebody who has left is not screened again.
import { type Caller, type Ctx, inTransaction, timeFor } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { findRenewalsEndedAt, updateRenewalsEndedAt } from './renewal-store.ts';

/** null while their reports are renewed. */
export function readRenewalsEndedAt(ctx: Ctx, caller: Caller, applicantId: string): Promise<Date | null> {
  demand(caller, 'read_checks');
  return findRenewalsEndedAt(ctx.db, caller, applicantId);
}

/** What is so already stays without an event. Refuses with `not_found`. */
export async function setRenewed(ctx: Ctx, caller: Caller, applicantId: string, isRenewed: boolean): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  await inTransaction(ctx, async (tx) => {
    const at = isRenewed ? null : timeFor(tx, caller);
    if ((await updateRenewalsEndedAt(tx.db, caller, applicantId, at)) === 0) return;
    const type = isRenewed ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
    await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId }]);
  });
}
