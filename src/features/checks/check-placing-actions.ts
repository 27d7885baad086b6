// Places checks: judges what is ordered, and stores it with its reports, charges and events.

import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import type { IsoDate } from '../../lib/dates.ts';
import { Refusal, restrictedRefusal } from '../../lib/refusal.ts';
import { startOfUkDay, ukDateOf } from '../../lib/uk-times.ts';
import { apiSentence } from '../../messages/sentences.ts';
import { demand } from '../access/permissions.ts';
import type { AccountSettings } from '../accounts/account-settings.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { hasOngoingCheck, type OpenApplicant, readApplicant } from '../applicants/applicant-actions.ts';
import { searchKeys } from '../applicants/applicant-vault.ts';
import { earlierNumberKey } from '../applicants/earlier-number-actions.ts';
import { isRestricted } from '../applicants/restriction-queries.ts';
import { jobTerms, referenceTerms } from '../applicants/search-key-rules.ts';
import { whileCreditIsHeld } from '../credit-limits/credit-use-actions.ts';
import type { EmailTemplates } from '../emails/email-templates.ts';
import { type EventToStore, eventOf } from '../events/event-actions.ts';
import { type ApplicantFacts, withoutDeclarations } from '../facts/facts.ts';
import { type AvailableById, agreedTypes } from '../report-types/availability-actions.ts';
import type { OrderLaw } from '../report-types/legal-limit-rules.ts';
import type { ListGrounds } from '../report-types/list-ground-rules.ts';
import { readLiveJobRole } from '../report-types/report-type-actions.ts';
import { roleTerms } from '../report-types/report-type-rules.ts';
import { manualProvider, sandboxProvider } from '../reports/report.ts';
import { requestsOf } from '../reports/report-request-actions.ts';
import type { Job } from '../requirements/requirement.ts';
import { askedBy } from '../requirements/requirement-rules.ts';
import type { BroughtIn, Check, Order, OrderDetails } from './check.ts';
import { sealOrder } from './check-actions.ts';
import { invitation } from './check-invitation-actions.ts';
import { type CriminalDetails, jurisdictionOf, placementProblems } from './check-rules.ts';
import { acceptedOrder } from './check-settings-actions.ts';
import { checkMoveEvents, nextCheckState } from './check-states.ts';
import { placeCheck } from './check-store.ts';
import { domainRegistration } from './email-domain-actions.ts';
import { usualJobCountry } from './job-country-rules.ts';
import { dueOf, newReport, placedReport } from './new-report.ts';
import type { OrderedReport } from './ordered-report-rules.ts';
import { purchaseOrderKey } from './purchase-order-key-actions.ts';
import { refuseUnpriced } from './unpriced-actions.ts';

export interface CheckArguments {
  readonly reports: readonly OrderedReport[];
  readonly criminalDetails: CriminalDetails | null;
  readonly tags: readonly string[];
  readonly activityYears: number | null;
  readonly redirectUri: string | null;
  readonly consider: readonly string[];
  readonly orderedByUserId: string | null;
  /** Set if the order repeats another one. */
  readonly again?: EmailTemplates['check_invitation']['again'];
  /** Of the order that it repeats; left out for that of the applicant. */
  readonly subsidiaryId?: string | null;
  /** Why the barred lists are asked, which no interface takes. */
  readonly listGrounds?: ListGrounds | undefined;
  /** The country of the job and the legal ground, which no interface takes. */
  readonly law?: OrderLaw | undefined;
  /** The planned first day of work, and whether it comes before others: the form is wanted earlier then. */
  readonly hurry?: { readonly startsOn?: IsoDate | undefined; readonly isUrgent?: boolean | undefined };
  /** Set for an order that began in another system. */
  readonly broughtIn?: Arrival;
  /** Set for an order of interface v1. */
  readonly order?: {
    readonly isClientEntry: boolean;
    readonly uniqueKey: string | null;
    readonly bodyMac: Buffer | null;
    readonly details: OrderDetails;
  };
}

/** How an order comes here from another system. */
export interface Arrival extends BroughtIn {
  /** The day on which it was ordered there: work, turnaround and deadlines count from it. */
  readonly ordered_on: IsoDate;
  /** Whether a candidate whose form is awaited is mailed a link to it at once. */
  readonly mails_candidate: boolean;
}

interface Placement {
  readonly agreed: AvailableById;
  /** What the operator should know. */
  readonly notes: readonly string[];
  /** As `acceptedOrder` takes it; who says so holds the credit of the account. */
  readonly isCreditJudged?: boolean | undefined;
}

/**
 * Places a check on an applicant: the check awaits the applicant, each report awaits data, and the candidate gets a
 * mail. Refuses with `requirements_not_met` (fields), `check_ongoing`, or `not_found`.
 */
export function createCheck(ctx: Ctx, caller: Caller, applicantId: string, given: CheckArguments): Promise<Check> {
  demand(caller, 'order_checks');
  return placeOn(ctx, caller, applicantId, given);
}

/** As `createCheck`, for an action that has asked whether the caller may. */
export async function placeOn(ctx: Ctx, caller: Caller, applicantId: string, given: CheckArguments): Promise<Check> {
  const types = given.reports.map(({ type }) => type);
  const agreed = await agreedTypes(ctx, caller.accountId, types);
  await refuseUnpriced(ctx, caller.accountId, withoutShares(agreed, given));
  // If the facts change between reading and placing, start again: the rules must check the facts that are stored.
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const known = await readApplicant(ctx, caller, applicantId);
    const applicant = { ...known, facts: withoutDeclarations(known.facts) };
    const notes = await placementNotes(ctx, caller, applicant.facts, given);
    const placed = await place(ctx, caller, applicant, given, { agreed, notes });
    if (placed !== undefined) return placed;
    if (await hasOngoingCheck(ctx, caller, applicantId)) throw new Refusal('check_ongoing');
    if (await isRestricted(ctx.db, caller, applicantId)) throw restrictedRefusal();
  }
  throw new Refusal('service_unavailable', {}, 1);
}

/** Without what is charged as a part of a package alone. */
function withoutShares(agreed: AvailableById, { reports }: CheckArguments): AvailableById {
  const own = new Set(reports.flatMap(({ type, inPackage }) => (inPackage === undefined ? [type.id] : [])));
  return new Map([...agreed].filter(([id]) => own.has(id)));
}

/** Checks the requirements of the applicant and the job; returns notes for the operator. */
async function placementNotes(
  ctx: Ctx,
  caller: Caller,
  facts: ApplicantFacts,
  given: CheckArguments,
): Promise<string[]> {
  const types = given.reports.map(({ type }) => type);
  const job = await jobOf(ctx, caller, given);
  const all = placementProblems(types, { facts, job, today: todayFor(ctx, caller) });
  const notes: string[] = [];
  if (all.fields.email === undefined) {
    const registration = await domainRegistration(ctx, caller, facts.email);
    if (registration === 'unregistered') all.add('email', apiSentence({ code: 'domain_not_registered' }));
    if (registration === 'unknown') notes.push('email_domain_not_looked_up');
  }
  all.refuse('requirements_not_met');
  return notes;
}

/** The job that the client described, with the level agreed for its role. */
export async function jobOf(
  ctx: Ctx,
  caller: Caller,
  { criminalDetails, reports }: Pick<CheckArguments, 'criminalDetails' | 'reports'>,
): Promise<Job | null> {
  if (criminalDetails === null) return null;
  const roleId = criminalDetails.JobRoleId;
  const asksRole = reports.some(({ type }) => askedBy(type.requires).some(({ id }) => id === 'job_role'));
  const role = asksRole && roleId !== null ? await readLiveJobRole(ctx, caller.accountId, roleId) : undefined;
  return { ...criminalDetails, ...roleTerms(role, reports) };
}

/** A new check waits for its candidate, or is started if the client gave everything. */
function newCheck(
  ctx: Ctx,
  caller: Caller,
  applicant: OpenApplicant,
  given: CheckArguments,
  notes: readonly string[],
): Omit<Check, 'orderId' | 'reports'> {
  const { broughtIn } = given;
  const createdAt = broughtIn === undefined ? timeFor(ctx, caller) : startOfUkDay(broughtIn.ordered_on);
  const isStarted = given.order?.isClientEntry === true;
  return {
    tenant: { accountId: caller.accountId, environment: caller.environment },
    id: ctx.newId(),
    applicantId: applicant.id,
    subsidiaryId: given.subsidiaryId === undefined ? applicant.subsidiaryId : given.subsidiaryId,
    type: isStarted ? 'express' : 'standard',
    status: isStarted ? nextCheckState('awaiting_applicant', 'start')! : 'awaiting_applicant',
    result: null,
    activityYears: given.activityYears,
    createdAt,
    startedAt: isStarted ? createdAt : null,
    completedAt: null,
    reopenedAt: null,
    formOpenedAt: null,
    formCompletedAt: null,
    uniqueKey: given.order?.uniqueKey ?? null,
    identityConfirmedAt: null,
    decidedAt: null,
    asksDecision: false,
    formLinkGeneration: 0,
    language: 'en',
    isUrgent: false,
    jurisdiction: jurisdictionOf({ facts: applicant.facts, criminal_details: given.criminalDetails }),
    isRestricted: false,
    order: {
      facts: applicant.facts,
      tags: given.tags,
      redirect_uri: given.redirectUri,
      criminal_details: given.criminalDetails,
      consider: caller.environment === 'test' ? given.consider : [],
      details: given.order?.details ?? null,
      notes,
      ...(given.listGrounds && { list_grounds: given.listGrounds }),
      ...(given.law?.legalGround && { legal_ground: given.law.legalGround }),
      ...(broughtIn && { brought_in: storedArrival(broughtIn) }),
    },
  };
}

/**
 * Stores the check with its reports, charges and events, and mails the candidate. Refuses while new orders are stopped. If the client gave everything, the check
 * is placed started, and must be placed in a transaction. Undefined if the applicant has changed since they were read, or
 * has an ongoing check.
 */
export async function place(
  ctx: Ctx,
  caller: Caller,
  applicant: OpenApplicant,
  given: CheckArguments,
  placement: Placement,
): Promise<Check | undefined> {
  const settings = await readAccountSettings(ctx, caller.accountId);
  const placeNow = (tx: Ctx) => placeWith(tx, caller, applicant, given, { ...placement, settings });
  return placement.isCreditJudged === true ? placeNow(ctx) : whileCreditIsHeld(ctx, caller, settings, placeNow);
}

async function placeWith(
  ctx: Ctx,
  caller: Caller,
  applicant: OpenApplicant,
  given: CheckArguments,
  { agreed, notes, settings, isCreditJudged = false }: Placement & { readonly settings: AccountSettings },
): Promise<Check | undefined> {
  const check = newCheck(ctx, caller, applicant, given, notes);
  const { tenant, id, applicantId, createdAt, startedAt } = check;
  const { again, broughtIn } = given;
  const ordered = { on: ukDateOf(createdAt), jurisdiction: check.jurisdiction, calendar: ctx.calendar() };
  const now = timeFor(ctx, caller);
  const provider = caller.environment === 'test' ? sandboxProvider : manualProvider;
  const newReports = given.reports.map((report) => ({
    ...newReport(ctx.newId(), report, provider, dueOf(report, agreed, { ...ordered, promised: broughtIn?.due_on })),
    ...(broughtIn && { broughtIn: { chargedAt: now, isBilledElsewhere: broughtIn.billed_elsewhere } }),
  }));
  const reports = newReports.map((report) => placedReport(report, check));
  const about = { resourceId: id, applicantId, checkId: id };
  const requested = requestsOf(tenant, check, startedAt === null ? [] : reports);
  const events: EventToStore[] = [
    {
      ...{ ...about, type: 'check.created', status: broughtIn === undefined ? 'awaiting_applicant' : check.status },
      detail: { notes, ...(broughtIn && { ordered_on: broughtIn.ordered_on }) },
    },
    // Programs of the client are not notified of what began long ago, elsewhere.
    ...(startedAt === null || broughtIn ? [] : [{ ...about, type: checkMoveEvents.start, status: check.status }]),
    ...requested.events,
  ];
  const hurry = { ...given.hurry, workingDays: Math.max(0, ...newReports.map((report) => report.workingDays ?? 0)) };
  const { deadlines, homeCountry } = await acceptedOrder(ctx, check, {
    ...{ now, hurry, isCreditJudged, settings, isBroughtIn: broughtIn !== undefined },
  });
  const jobCountry = given.law?.jobCountry ?? homeCountry;
  const order = { ...check.order, ...(jobCountry !== usualJobCountry && { job_country: jobCountry }) };
  const orderId = await placeCheck(ctx.db, {
    ...check,
    ...tenant,
    applicantVersion: applicant.version,
    orderedByUserId: given.orderedByUserId,
    bodyMac: given.order?.bodyMac ?? null,
    earlierNumberKey: broughtIn ? await earlierNumberKey(ctx, caller, broughtIn.earlier_number) : null,
    purchaseOrderKey: await purchaseOrderKey(ctx, caller, order.tags[0]),
    packageId: order.details?.PackageId ?? null,
    referenceKeys: await referenceKeys(ctx, caller, order),
    sealedOrder: sealOrder(applicant.key, id, order),
    reports: newReports,
    events: events.map((event) => eventOf(ctx, caller, event)),
    deadlines,
    emails:
      startedAt === null && broughtIn?.mails_candidate !== false
        ? [
            await invitation(ctx, caller, applicant, {
              ...{ ...check, checkId: id, reports, deadlines, again },
              startsOn: given.hurry?.startsOn,
            }),
          ]
        : [],
  });
  if (orderId === undefined) return undefined;
  await ctx.jobs.addEach(ctx.db, 'request_report', requested.jobs);
  return { ...check, order, orderId, reports };
}

const storedArrival = ({ earlier_number, due_on, billed_elsewhere }: Arrival): BroughtIn => ({
  ...{ earlier_number, due_on, billed_elsewhere },
});

/**
 * The client's references are the tags, the number in another system and, for an order of interface v1, the references in it; by
 * the job lists are filtered.
 */
export async function referenceKeys(
  ctx: Ctx,
  caller: Caller,
  { tags, details, criminal_details, brought_in }: Order,
): Promise<string[] | null> {
  const other = details?.PersonalInfo.OtherReference;
  const jobs = [details?.PersonalInfo.PositionAppliedFor, criminal_details?.job_role];
  const terms = [
    ...referenceTerms(brought_in === undefined ? [] : [brought_in.earlier_number]),
    ...referenceTerms(typeof other === 'string' ? [...tags, other] : tags),
    ...jobTerms(
      criminal_details?.JobRoleId ?? null,
      jobs.filter((one) => typeof one === 'string'),
    ),
  ];
  return terms.length === 0 ? null : searchKeys(await ctx.keys.forAccount(caller.accountId), caller, terms);
}
