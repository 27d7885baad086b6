// Adds reports to an order that is not complete. What was agreed stays as it was: if the candidate has submitted the form, they
// are asked to agree to what is added and to answer what it needs, and work on it begins when they have.
import { type Caller, type Ctx, timeFor, todayFor } from '../../context.ts';
import { type Problems, Refusal, stateRefusal } from '../../lib/refusal.ts';
import { ukDateOf } from '../../lib/uk-times.ts';
import { problemSentence } from '../../messages/en-problems.ts';
import { ADDED_REPORT } from '../../messages/en-queries.ts';
import { demand } from '../access/permissions.ts';
import { readAccountSettings } from '../accounts/account-settings-actions.ts';
import { needsApproval } from '../accounts/order-approval-need-actions.ts';
import { additionForm, formBesideSent } from '../candidate-form/added-form-rules.ts';
import { consentText, isAgreed } from '../candidate-form/consent.ts';
import { readConsents } from '../candidate-form/consent-actions.ts';
import { forgetConsent, readForm } from '../candidate-form/form-actions.ts';
import { formScope, formStandings } from '../candidate-form/form-page-rules.ts';
import type { OpenForm } from '../candidate-form/open-form.ts';
import { beginAddedReports, storeAddedReports } from '../checks/added-report-progress-actions.ts';
import type { Check } from '../checks/check.ts';
import { readCheck } from '../checks/check-actions.ts';
import { jobOf } from '../checks/check-placing-actions.ts';
import { type LockedCheck, withLockedApplicantAndCheck } from '../checks/check-progress-actions.ts';
import { isOngoing } from '../checks/check-states.ts';
import { followHurry } from '../checks/form-day-actions.ts';
import { dueOf, newReport } from '../checks/new-report.ts';
import { orderStopsBy } from '../checks/stopped-order-actions.ts';
import { areOrdersStopped } from '../checks/stopped-order-rules.ts';
import { refuseUnpriced } from '../checks/unpriced-actions.ts';
import { hurryAdded } from '../checks/urgent-actions.ts';
import { whileCreditIsHeld } from '../credit-limits/credit-use-actions.ts';
import { storeEvents } from '../events/event-actions.ts';
import { beginChases, openQuery } from '../queries/query-actions.ts';
import { usualDueOn } from '../queries/query-schedule.ts';
import { type AvailableById, agreedTypes } from '../report-types/availability-actions.ts';
import { codeOf } from '../report-types/catalogue-rules.ts';
import type { ReportType } from '../report-types/report-type.ts';
import { manualProvider, type Report, sandboxProvider } from '../reports/report.ts';
import { eventAbout } from '../reports/report-actions.ts';
import { attributeProblems } from '../requirements/attribute-problem-rules.ts';
import { allFindings, askedBy } from '../requirements/requirement-rules.ts';
import { type AdditionNeed, additionProblems } from './added-report-rules.ts';
import { isHeldToPackages } from './order-body-actions.ts';

/** The form as it would be for these types alone. */
const formFor = (form: OpenForm, types: readonly ReportType[], check: Check): OpenForm =>
  formBesideSent(form, { types, monitored: [], scope: formScope(types, check.activityYears, form.scope.today) });

async function needOf(tx: Ctx, locked: LockedCheck, types: readonly ReportType[]): Promise<AdditionNeed> {
  const { check } = locked;
  if (check.status === 'awaiting_applicant') return 'form';
  if (check.type === 'express') return 'nothing';
  const form = formFor(await readForm(tx, locked), types, check);
  const isKnown = formStandings(form.order.facts, form.scope, form.saved).every(
    ({ page, status }) => page.kind === 'consent' || status === 'complete',
  );
  return isKnown && isAgreed(consentText(form), await readConsents(tx, check)) ? 'nothing' : 'candidate';
}

/** What is missing that no form of the candidate asks; of a client entry, everything that is missing. */
async function missingFor(ctx: Ctx, caller: Caller, check: Check, types: readonly ReportType[]): Promise<Problems> {
  const { facts, criminal_details: criminalDetails } = check.order;
  const reports = types.map((type) => ({ type, options: null }));
  const job = await jobOf(ctx, caller, { criminalDetails, reports });
  const asked = askedBy(types.flatMap(({ requires }) => requires));
  // The name stands as the order was taken.
  const subject = { facts, job, today: todayFor(ctx, caller), nameForm: 'papers' } as const;
  return attributeProblems(allFindings(asked, subject, check.type === 'express' ? 'needed' : 'placed'), facts);
}

/** Refuses what cannot be ordered for the account, as the placing of an order does. */
async function agreedFor(ctx: Ctx, caller: Caller, types: readonly ReportType[]): Promise<AvailableById> {
  const settings = await readAccountSettings(ctx, caller.accountId);
  if (areOrdersStopped(await orderStopsBy(ctx, caller.accountId, settings), caller.environment))
    throw new Refusal('unknown_report_name', { types: [problemSentence('orders_stopped')] });
  if (isHeldToPackages(caller, settings))
    throw new Refusal('unknown_report_name', { types: [problemSentence('packages_only')] });
  if (await needsApproval(ctx, caller))
    throw new Refusal('unknown_report_name', { types: [problemSentence('approval_needed')] });
  const agreed = await agreedTypes(ctx, caller.accountId, types);
  await refuseUnpriced(ctx, caller.accountId, agreed);
  return agreed;
}

async function refuseImpossible(ctx: Ctx, caller: Caller, check: Check, types: readonly ReportType[]): Promise<void> {
  if (!isOngoing(check.status)) throw stateRefusal(check.status);
  const fields = additionProblems(check, types);
  if (Object.keys(fields).length > 0) throw new Refusal('invalid_fields', fields);
  (await missingFor(ctx, caller, check, types)).refuse('requirements_not_met');
}

/** Whether these can be added, and what then happens. Refuses as `addReports` does. */
export async function previewAddition(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  types: readonly ReportType[],
): Promise<AdditionNeed> {
  demand(caller, 'order_checks', 'order_for_clients');
  await ctx.keys.forAccount(caller.accountId);
  return withLockedApplicantAndCheck(ctx, caller, checkId, async (tx, locked) => {
    await refuseImpossible(tx, caller, locked.check, types);
    await agreedFor(tx, caller, types);
    return needOf(tx, locked, types);
  });
}

const slowestOf = (reports: readonly Pick<Report, 'workingDays'>[]): number =>
  Math.max(0, ...reports.map(({ workingDays }) => workingDays ?? 0));

/** Stores them with their charges and events, and in what interface v1 says was ordered. */
async function store(
  tx: Ctx,
  caller: Caller,
  { check, key }: LockedCheck,
  types: readonly ReportType[],
  agreed: AvailableById,
): Promise<Check> {
  const at = timeFor(tx, caller);
  const ordered = { on: ukDateOf(at), jurisdiction: check.jurisdiction, calendar: tx.calendar() };
  const provider = caller.environment === 'test' ? sandboxProvider : manualProvider;
  const reports = types.map((type) => {
    const report = { type, options: null };
    return newReport(tx.newId(), report, provider, dueOf(report, agreed, ordered));
  });
  await storeAddedReports(tx, caller, { check, key }, reports, types.map(codeOf));
  await hurryAdded(tx, caller, check);
  // A faster one leaves the day of the form as it is, also one that somebody chose.
  if (slowestOf(reports) > slowestOf(check.reports)) await followHurry(tx, caller, check.id);
  await storeEvents(
    tx,
    caller,
    reports.map((report) => eventAbout(check, report, 'report.added', 'awaiting_data')),
  );
  return readCheck(tx, caller, check.id);
}

/** What the candidate has agreed to, and not sent, says nothing of what is added. */
async function forgetUnsentConsent(tx: Ctx, caller: Caller, locked: LockedCheck, need: AdditionNeed): Promise<void> {
  const form = await readForm(tx, locked);
  const unsent = need === 'form' ? form : additionForm(form);
  if (unsent !== undefined) await forgetConsent(tx, caller, unsent);
}

/** Each report waits for the candidate, who gets one mail. */
async function askCandidate(
  tx: Ctx,
  caller: Caller,
  locked: LockedCheck,
  added: readonly Report[],
  types: readonly ReportType[],
) {
  const dueOn = usualDueOn(
    'candidate',
    timeFor(tx, caller),
    await readAccountSettings(tx, caller.accountId),
    tx.calendar(),
  );
  const addressee = 'candidate' as const;
  for (const [place, report] of added.entries()) {
    const text = `Agree to ${types[place]!.label}, and answer what it needs`;
    const about = { ...locked, report };
    const id = await openQuery(tx, caller, about, { addressee, kind: ADDED_REPORT, dueOn, text });
    if (place === 0) await beginChases(tx, caller, about, { id, addressee, dueOn, kind: ADDED_REPORT });
  }
}

/**
 * Adds reports of these types, charged at the prices of today. Work begins at once if everything is known and the candidate has
 * agreed to it; else they are asked. Refuses with `state_does_not_allow` an order that is over, with `invalid_fields` types that
 * it has, with `requirements_not_met` what the order does not say, and what the account may not order.
 */
export async function addReports(
  ctx: Ctx,
  caller: Caller,
  checkId: string,
  types: readonly ReportType[],
): Promise<{ readonly check: Check; readonly need: AdditionNeed }> {
  demand(caller, 'order_checks', 'order_for_clients');
  // Loading the keys inside the transaction would take a second connection.
  await ctx.keys.forAccount(caller.accountId);
  const settings = await readAccountSettings(ctx, caller.accountId);
  const add = async (tx: Ctx, locked: LockedCheck) => {
    const { check: before, key } = locked;
    await refuseImpossible(tx, caller, before, types);
    const agreed = await agreedFor(tx, caller, types);
    const need = await needOf(tx, locked, types);
    if (need !== 'nothing') await forgetUnsentConsent(tx, caller, locked, need);
    const check = await store(tx, caller, locked, types, agreed);
    const added = check.reports.slice(before.reports.length);
    if (need === 'nothing') await beginAddedReports(tx, caller, { check, key }, added);
    if (need === 'candidate') await askCandidate(tx, caller, { check, key }, added, types);
    return { check: await readCheck(tx, caller, checkId), need };
  };
  return withLockedApplicantAndCheck(ctx, caller, checkId, (tx, locked) =>
    whileCreditIsHeld(tx, caller, settings, (held) => add(held, locked)),
  );
}
