// Orders a check that is over again: a new check with the candidate's answers, because one that is over stays so for the
// programs that were told. Of a closed check it has the reports that were not completed, once; of a complete one those that
// the client chooses, whenever they are too old.
import type { Caller, Ctx, Tenant } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, stateRefusal } from '../../lib/refusal.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { demand, mayDo, type Permitted } from '../access/permissions.ts';
import { needsApproval } from '../accounts/order-approval-need-actions.ts';
import { readApplicant, replaceFacts } from '../applicants/applicant-actions.ts';
import { copyAnswers, hasAnswers } from '../candidate-form/form-actions.ts';
import type { Check, OrderDetails } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { type CheckArguments, placeOn } from '../checks/check-placing-actions.ts';
import { withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { askAboutApplicant } from '../checks/email-domain-actions.ts';
import { jobCountryOf, lacksCertification } from '../checks/job-country-rules.ts';
import { repeatPurchaseOrder } from '../checks/purchase-order-key-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { lapsingFacts, noFacts } from '../facts/facts.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import { reportTypeById } from '../report-types/report-type-rules.ts';
import type { Report } from '../reports/report.ts';
import { keepPlannedStart, plannedStartToKeep } from '../work-starts/work-start-actions.ts';
import { findOrderLinks, linkOrders, type OrderLinks } from './order-again-store.ts';
import { isHeldToPackages, readOrderableOf } from './order-body-actions.ts';
import { type PackageAgain, packageAgain } from './package-again-rules.ts';

export type { LinkedOrder, OrderLinks } from './order-again-store.ts';

/** To screen somebody anew is an order of the client; screeners order closed checks again. */
const permissionFor = (check: Pick<Check, 'status'>) => (isRenewal(check) ? 'order_checks' : 'order_again');

export const mayOrderAgain = (by: Permitted, check: Pick<Check, 'status'>): boolean =>
  !isOngoing(check.status) && mayDo(by, permissionFor(check));

/** A closed check is ordered again once; a complete one whenever its results are too old. */
export const canOrderAgain = (check: Pick<Check, 'status'>, { as }: OrderLinks): boolean =>
  !isOngoing(check.status) && (isRenewal(check) || as === null);

export const isRenewal = ({ status }: Pick<Check, 'status'>): boolean => status === 'complete';

export const reportsToOrderAgain = (check: Check): readonly Report[] =>
  check.reports.filter((report) => isRenewal(check) === (report.status === 'complete'));

/** What is said for all of many people who are screened again; each empty for what their earlier order says. */
export interface Wave {
  readonly startsOn: IsoDate | null;
  readonly purchaseOrder: string;
  readonly otherReference: string;
  readonly note: string;
  /** Who orders it orders packages alone. */
  readonly packagesOnly: boolean;
}

interface Repetition {
  readonly wave: Wave | undefined;
  readonly orderedByUserId: string | null;
  readonly isFilledIn: boolean;
  readonly pack: PackageAgain | undefined;
}

function argumentsOf(
  check: Check,
  chosen: readonly Report[],
  { orderedByUserId, isFilledIn, pack, wave }: Repetition,
): CheckArguments {
  const { tags: given, redirect_uri, criminal_details, list_grounds, legal_ground, consider } = check.order;
  const tags = wave === undefined || wave.purchaseOrder === '' ? given : [wave.purchaseOrder, ...given.slice(1)];
  const details = detailsOf(check, wave);
  const shared = chosen.filter(({ id }) => pack?.shares.has(id) === true);
  return {
    reports: chosen.map(({ id, reportTypeId, options, monitor }) => {
      const type = reportTypeById(reportTypeId);
      // It has left the catalogue.
      if (type === undefined) throw stateRefusal(check.status);
      const pricePence = pack?.shares.get(id);
      if (pricePence === undefined) return { type, options, monitor };
      const part = shared.findIndex((one) => one.id === id) + 1;
      return { type, options, monitor, inPackage: { name: pack!.pack!.name, part, pricePence } };
    }),
    criminalDetails: criminal_details,
    listGrounds: list_grounds,
    law: { jobCountry: jobCountryOf(check.order), legalGround: legal_ground },
    tags,
    activityYears: check.activityYears,
    redirectUri: redirect_uri,
    consider,
    orderedByUserId,
    again: { isRenewal: isRenewal(check), isFilledIn },
    // Its person may be of another one, with an order there.
    subsidiaryId: check.subsidiaryId,
    ...(details && {
      order: {
        isClientEntry: check.type === 'express',
        uniqueKey: null,
        bodyMac: null,
        details: withThese(details, check, chosen, pack),
      },
    }),
  };
}

/** An order of interface v2 has none, until something is said for it that only they hold. */
function detailsOf({ order, reports }: Check, wave: Wave | undefined): OrderDetails | null {
  const { otherReference = '', note = '' } = wave ?? {};
  const said = { ...(otherReference && { OtherReference: otherReference }), ...(note && { ApplicantNotes: note }) };
  if (Object.keys(said).length === 0) return order.details;
  const none = {
    PackageId: null,
    OrderLayout: null,
    FinalReportFormat: null,
    CheckSpecificData: {},
    IdentityDocuments: [],
  };
  const before = order.details ?? { ...none, CheckTypes: reports.map(codeOf), PersonalInfo: {} };
  return { ...before, PersonalInfo: { ...before.PersonalInfo, ...said } };
}

/** The names by which the reports were ordered are in the order of the reports. */
const withThese = (
  details: OrderDetails,
  { reports }: Check,
  chosen: readonly Report[],
  pack: PackageAgain | undefined,
) => ({
  ...details,
  PackageId: pack?.isOrdered === true ? details.PackageId : null,
  CheckTypes: details.CheckTypes.filter((_, at) => chosen.includes(reports[at]!)),
});

/** Which order this one repeats, and which repeats it. */
export const readOrderLinks = (ctx: Pick<Ctx, 'db'>, tenant: Tenant, checkId: string): Promise<OrderLinks> =>
  findOrderLinks(ctx.db, tenant, checkId);

/** Codes that are used once or lapse are asked for anew. */
async function forgetLapsing(tx: Ctx, caller: Caller, applicantId: string): Promise<void> {
  const { facts, key } = await readApplicant(tx, caller, applicantId);
  const forgotten = Object.fromEntries(lapsingFacts.map((name) => [name, noFacts[name as keyof typeof noFacts]]));
  await replaceFacts(tx, caller, applicantId, key, { ...facts, ...forgotten });
}

/**
 * Places the new check and mails its candidate; it is charged like any other, at the price of its package where it is of one.
 * Refuses with `state_does_not_allow` a
 * check that cannot be ordered again, with `invalid_fields` (report) a renewal without reports, and single reports of who orders
 * packages alone; otherwise as `createCheck`.
 * @param orderedByUserId null for a person of the desk
 * @param reportIds those to order; by default all that can be
 * @param wave if it is one of many, which were asked for and approved together
 */
export async function orderAgain(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  orderedByUserId: string | null,
  reportIds?: readonly string[],
  wave?: Wave,
): Promise<Check> {
  demand(caller, 'order_again');
  const { applicantId, status } = await readCheck(ctx, caller, checkId);
  demand(caller, permissionFor({ status }));
  await askAboutApplicant(ctx, caller, applicantId);
  // Locked, because the button may be pressed twice.
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, { check: old, key }) => {
    const links = await findOrderLinks(tx.db, caller, checkId);
    if (!canOrderAgain(old, links)) throw stateRefusal(old.status);
    const possible = reportsToOrderAgain(old);
    const chosen = reportIds === undefined ? possible : possible.filter(({ id }) => reportIds.includes(id));
    if (chosen.length === 0) throw new Refusal('invalid_fields', { report: ["can't be blank"] });
    await forgetLapsing(tx, caller, applicantId);
    const isFilledIn = await hasAnswers(tx, caller, old.id);
    // Its package may be another subsidiary's alone since.
    const orderable = await readOrderableOf(tx, caller.accountId, old.subsidiaryId);
    if (orderable.endedSubsidiaries.has(old.subsidiaryId ?? ''))
      throw new Refusal('invalid_fields', { report: [problemSentence('subsidiary_ended')] });
    const pack = packageAgain(old, chosen, orderable);
    const isHeld = wave === undefined ? isHeldToPackages(caller, orderable) : wave.packagesOnly;
    if (isHeld && (pack?.isOrdered !== true || pack.isCombined))
      throw new Refusal('invalid_fields', { report: [problemSentence('packages_only')] });
    if (orderedByUserId !== null && lacksCertification(jobCountryOf(old.order), { ...caller, ...orderable }))
      throw new Refusal('invalid_fields', { report: [problemSentence('certification_needed')] });
    if (wave === undefined && (await needsApproval(tx, caller)))
      throw new Refusal('invalid_fields', { report: [problemSentence('approval_needed')] });
    const startsOn = isRenewal(old) ? (wave?.startsOn ?? undefined) : await plannedStartToKeep(tx, caller, old);
    const given = argumentsOf(old, chosen, { orderedByUserId, isFilledIn, pack, wave });
    const placed = await placeOn(tx, caller, applicantId, { ...given, hurry: { startsOn } });
    if (!wave?.purchaseOrder) await repeatPurchaseOrder(tx, caller, { from: old.id, to: placed.id });
    await linkOrders(tx.db, caller, { of: old.id, as: placed.id, isRenewal: isRenewal(old) });
    if (startsOn !== undefined) await keepPlannedStart(tx, caller, placed, startsOn);
    if (placed.status === 'awaiting_applicant') await copyAnswers(tx, caller, { from: old.id, to: placed, key });
    const type = 'check.ordered_again' as const;
    await storeEvents(tx, caller, [
      { type, resourceId: old.id, applicantId, checkId: old.id, detail: { as: placed.orderId } },
      { type, resourceId: placed.id, applicantId, checkId: placed.id, detail: { of: old.orderId } },
    ]);
    return placed;
  });
}
