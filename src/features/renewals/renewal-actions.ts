// Ends and resumes the renewals of an applicant: somebody who has left, or is not suitable, is not screened again.
import { type Caller, type Ctx, inTransaction, type Tenant, timeFor } from '../../context.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { findRenewing, markRenewed, type Renewing, unmarkRenewed, updateRenewalsEndedAt } from './renewal-store.ts';

export function readRenewing(ctx: Ctx, caller: Caller, applicantId: string): Promise<Renewing> {
  demand(caller, 'read_checks');
  return findRenewing(ctx.db, caller, applicantId);
}

/** Call it when a report is complete: the earlier one of its type is not due any more. */
export const replaceEarlier = (tx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<void> =>
  markRenewed(tx.db, tenant, reportId);

/** Call it when a report that may have been complete is withdrawn or cancelled. */
export const restoreEarlier = (tx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<void> =>
  unmarkRenewed(tx.db, tenant, reportId);

/** As a part of what decides it, such as an erasure. What is so already stays without an event. @param leftAt now, unless it was earlier */
export async function changeRenewed(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  isRenewed: boolean,
  leftAt?: Date,
): Promise<void> {
  const at = isRenewed ? null : (leftAt ?? timeFor(tx, caller));
  if ((await updateRenewalsEndedAt(tx.db, caller, applicantId, at)) === 0) return;
  const type = isRenewed ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
  await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId }]);
}

/** Refuses with `not_found`. */
export async function setRenewed(ctx: Ctx, caller: Caller, applicantId: string, isRenewed: boolean): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  await inTransaction(ctx, (tx) => changeRenewed(tx, caller, applicantId, isRenewed));
}
