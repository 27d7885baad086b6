// Orders a withdrawn or cancelled check again: a new check with the reports that were not completed and the candidate's
// answers, because a check that is over stays so for the programs that were told.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { stateRefusal } from '../../lib/refusal.ts';
import { demand } from '../access/permissions.ts';
import { copyAnswers } from '../candidate-form/form-actions.ts';
import type { Check } from '../checks/check.ts';
import { type CheckArguments, placeOn, readCheck } from '../checks/check-actions.ts';
import { withLockedCheck } from '../checks/check-progress-actions.ts';
import { askAboutApplicant } from '../checks/email-domain-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import { findOrderLinks, linkOrders, type OrderLinks } from './order-again-store.ts';

export type { LinkedOrder, OrderLinks } from './order-again-store.ts';

export const isToOrderAgain = ({ status }: Pick<Check, 'status'>): boolean =>
  status === 'withdrawn' || status === 'cancelled';

/** A complete report stays with its check. */
export const reportsToOrderAgain = ({ reports }: Check) => reports.filter(({ status }) => status !== 'complete');

function argumentsOf(check: Check, orderedByUserId: string | null): CheckArguments {
  const { tags, redirect_uri, criminal_details, consider, details } = check.order;
  return {
    reports: reportsToOrderAgain(check).map(({ reportTypeId, options, monitor }) => {
      const type = reportTypeById(reportTypeId);
      // It has left the catalogue.
      if (type === undefined) throw stateRefusal(check.status);
      return { type, options, monitor };
    }),
    criminalDetails: criminal_details,
    tags,
    activityYears: check.activityYears,
    redirectUri: redirect_uri,
    consider,
    orderedByUserId,
    ...(details && {
      order: {
        isClientEntry: check.type === 'express',
        subsidiaryId: null,
        uniqueKey: null,
        bodyMac: null,
        details: withoutComplete(details, check),
      },
    }),
  };
}

/** The names by which the reports were ordered are in the order of the reports. */
const withoutComplete = (details: NonNullable<Check['order']['details']>, { reports }: Check) => ({
  ...details,
  CheckTypes: details.CheckTypes.filter((_, at) => reports[at]?.status !== 'complete'),
});

/** Which order this one replaces, and which replaces it. */
export const readOrderLinks = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string): Promise<OrderLinks> =>
  findOrderLinks(ctx.db, tenant, checkId);

/**
 * Places the new check and mails its candidate; it is charged like any other. Refuses with `state_does_not_allow` a
 * check that is not over, or was ordered again before; otherwise as `createCheck`.
 * @param orderedByUserId null for a person of the desk
 */
export async function orderAgain(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  orderedByUserId: string | null,
): Promise<Check> {
  demand(caller, 'order_again');
  const { applicantId } = await readCheck(ctx, caller, checkId);
  await askAboutApplicant(ctx, caller, applicantId);
  // Locked, because the button may be pressed twice.
  return withLockedCheck(ctx, caller, checkId, async (tx, { check: old, key }) => {
    const links = await findOrderLinks(tx.db, caller, checkId);
    if (!isToOrderAgain(old) || links.as !== null) throw stateRefusal(old.status);
    const placed = await placeOn(tx, caller, applicantId, argumentsOf(old, orderedByUserId));
    await linkOrders(tx.db, caller, { of: old.id, as: placed.id });
    if (placed.status === 'awaiting_applicant') await copyAnswers(tx, caller, { from: old.id, to: placed, key });
    const type = 'check.ordered_again' as const;
    await storeEvents(tx, caller, [
      { type, resourceId: old.id, applicantId, checkId: old.id, detail: { as: placed.orderId } },
      { type, resourceId: placed.id, applicantId, checkId: placed.id, detail: { of: old.orderId } },
    ]);
    return placed;
  });
}
