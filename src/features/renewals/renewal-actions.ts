// Ends and resumes the renewals of an applicant: somebody who has left, or is not suitable, is not screened again.
import { type Caller, type Ctx, inTransaction, type OrderScope, type Tenant, timeFor } from '../../context.ts';
import { Refusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { readApplicant } from '../applicants/applicant-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import type { Place } from './place-queries.ts';
import {
  findRenewingPlaces,
  markRenewed,
  type RenewingPlace,
  unmarkRenewed,
  updateRenewalsEndedAt,
} from './renewal-store.ts';

/** Of each subsidiary that the caller sees and where they have orders. Refuses with `not_found`. */
export async function readRenewing(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
): Promise<RenewingPlace[]> {
  demand(caller, 'read_checks');
  await readApplicant(ctx, caller, applicantId);
  return findRenewingPlaces(ctx.db, caller, applicantId);
}

/** Call it when a report is complete: the earlier one of its type is not due any more. */
export const replaceEarlier = (tx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<void> =>
  markRenewed(tx.db, tenant, reportId);

/** Call it when a report that may have been complete is withdrawn or cancelled. */
export const restoreEarlier = (tx: Pick<Ctx, 'db'>, tenant: Tenant, reportId: string): Promise<void> =>
  unmarkRenewed(tx.db, tenant, reportId);

interface RenewedChange {
  /** Everywhere, unless it is said. */
  readonly place?: Place;
  /** Now, unless it was earlier. */
  readonly leftAt?: Date;
}

/** As a part of what decides it, such as an erasure. What is so already stays without an event. */
export async function changeRenewed(
  tx: Ctx,
  caller: Caller,
  applicantId: string,
  isRenewed: boolean,
  { place = {}, leftAt }: RenewedChange = {},
): Promise<void> {
  const at = isRenewed ? null : (leftAt ?? timeFor(tx, caller));
  if ((await updateRenewalsEndedAt(tx.db, caller, applicantId, { at, place })) === 0) return;
  const type = isRenewed ? 'applicant.renewals_resumed' : 'applicant.renewals_ended';
  const detail = place.at === undefined ? {} : { detail: { subsidiary_id: place.at.subsidiaryId } };
  await storeEvents(tx, caller, [{ type, resourceId: applicantId, applicantId, ...detail }]);
}

/**
 * Takes back that they have left. Refuses with `not_found`, and with `state_does_not_allow` where the newest decision is
 * that they are not suitable: only another decision ends that.
 */
export async function takeLeavingBack(
  ctx: Ctx,
  caller: Caller & OrderScope,
  applicantId: string,
  at?: Place['at'],
): Promise<void> {
  demand(caller, 'order_checks');
  await readApplicant(ctx, caller, applicantId);
  await inTransaction(ctx, async (tx) => {
    const places = await findRenewingPlaces(tx.db, caller, applicantId);
    const isMeant = ({ subsidiaryId }: RenewingPlace) => at === undefined || subsidiaryId === at.subsidiaryId;
    if (places.some((one) => isMeant(one) && one.endedAt !== null && one.notSuitable !== null))
      throw new Refusal('state_does_not_allow');
    await changeRenewed(tx, caller, applicantId, true, { place: { subsidiaryIds: caller.subsidiaryIds, at } });
  });
}
