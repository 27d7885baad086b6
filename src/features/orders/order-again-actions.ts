// Orders a check that is over again: a new check with the candidate's answers, because one that is over stays so for the
// programs that were told. Of a closed check it has the reports that were not completed, of a complete one those that were.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import { stateRefusal } from '../../lib/refusal.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { readApplicant, replaceFacts } from '../applicants/applicant-actions.ts';
import { copyAnswers } from '../candidate-form/form-actions.ts';
import type { Check } from '../checks/check.ts';
import { type CheckArguments, placeOn, readCheck } from '../checks/check-actions.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { askAboutApplicant } from '../checks/email-domain-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { lapsingFacts } from '../facts/facts.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { findOrderLinks, linkOrders, type OrderLinks } from './order-again-store.ts';

export type { LinkedOrder, OrderLinks } from './order-again-store.ts';

/** To screen somebody anew is an order of the client; screeners order closed checks again. */
const permissionFor = ({ status }: Pick<Check, 'status'>) => (status === 'complete' ? 'order_checks' : 'order_again');

export const mayOrderAgain = (by: Permitted, check: Pick<Check, 'status'>): boolean =>
  !isOngoing(check.status) && mayDo(by, permissionFor(check));

const isOrderedAgain = (check: Pick<Check, 'status'>, report: Report | undefined) =>
  (check.status === 'complete') === (report?.status === 'complete');

export const reportsToOrderAgain = (check: Check) => check.reports.filter((report) => isOrderedAgain(check, report));

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
        details: withThese(details, check),
      },
    }),
  };
}

/** The names by which the reports were ordered are in the order of the reports. */
const withThese = (details: NonNullable<Check['order']['details']>, check: Check) => ({
  ...details,
  CheckTypes: details.CheckTypes.filter((_, at) => isOrderedAgain(check, check.reports[at])),
});

/** Which order this one replaces, and which replaces it. */
export const readOrderLinks = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string): Promise<OrderLinks> =>
  findOrderLinks(ctx.db, tenant, checkId);

/** Codes that are used once or lapse are asked for anew. */
async function forgetLapsing(tx: Ctx, caller: Caller, applicantId: string): Promise<void> {
  const { facts, key } = await readApplicant(tx, caller, applicantId);
  const forgotten = Object.fromEntries(lapsingFacts.map((name) => [name, null]));
  await replaceFacts(tx, caller, applicantId, key, { ...facts, ...forgotten });
}

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
  const { applicantId, status } = await readCheck(ctx, caller, checkId);
  demand(caller, permissionFor({ status }));
  await askAboutApplicant(ctx, caller, applicantId);
  // Locked, because the button may be pressed twice.
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, { check: old, key }) => {
    const links = await findOrderLinks(tx.db, caller, checkId);
    if (isOngoing(old.status) || links.as !== null) throw stateRefusal(old.status);
    await forgetLapsing(tx, caller, applicantId);
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
