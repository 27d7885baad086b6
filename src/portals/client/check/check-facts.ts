// What the client's pages show of a check: its candidate, dates, files of results, and the outcome of each report.

import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { verdictsIn } from '../../../features/assessments/assessment-rules.ts';
import { readRefused, readWithdrawal } from '../../../features/candidate-form/withdrawal-actions.ts';
import type { Check } from '../../../features/checks/check.ts';
import { readCheckAndKey } from '../../../features/checks/check-actions.ts';
import { downloadUri } from '../../../features/checks/check-links.ts';
import { overallLight } from '../../../features/checks/check-rules.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { readDisputes } from '../../../features/checks/dispute-actions.ts';
import { type Disputed, disputeSentence } from '../../../features/checks/dispute-rules.ts';
import { earlierNumberOf } from '../../../features/checks/order-reference-rules.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { readOrderPeople } from '../../../features/lists/check-list-actions.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import { statementsOf } from '../../../features/orders/order-statement-rules.ts';
import { type AwaitedAnswer, readAwaitedAnswers } from '../../../features/queries/awaited-answer-actions.ts';
import { listPackages } from '../../../features/report-types/agreement-actions.ts';
import { readAgreedJobRole } from '../../../features/report-types/report-type-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import { unableWords } from '../../../features/report-types/unable-to-verify.ts';
import { type ExpectedDates, readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import type { Late } from '../../../features/reports/expected-date-rules.ts';
import { readNotes } from '../../../features/reports/note-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { isPublished } from '../../../features/reports/report-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { permissionEndOf } from '../../../features/reports/right-to-work-rules.ts';
import { unconfirmedLead, unconfirmedSentence } from '../../../features/reports/unconfirmed-rules.ts';
import type { WaitingFor } from '../../../features/reports/wait-actions.ts';
import { gradeOf, whyText } from '../../../features/result-rules/rule-set-rules.ts';
import { reportOutcome } from '../../../features/results/report-document-rules.ts';
import { earlierOf, formatLongDate, type IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { expectedOrder } from '../../shared/expected-words.ts';
import { lateSince } from '../../shared/late-words.ts';
import { closedIn } from '../../shared/orders/closed-order.ts';
import { orderedAs } from '../../shared/orders/ordered-as.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { pausedWords, pauseWords } from '../../shared/pause-words.ts';
import { checkTag, lightTags, outcomeTag, reopenedTag, reportTags, resultsNames } from '../../shared/status-tags.ts';
import { verdictRows } from '../../shared/verdicts/verdict-rows.ts';
import { type ClientUser, callerFor } from '../client-caller.ts';
import { ownerHref } from '../owner/owner-path.ts';
import { waitingFor } from '../report/waiting-words.ts';
import { subsidiaryHref } from '../subsidiary/change-subsidiary-page.ts';
import { subsidiaryFilter } from '../subsidiary/subsidiary-filter.ts';

export const callerOf = (user: ClientUser, check: Check) => callerFor(user, check.tenant.environment);

const disputedText = (disputed: Disputed | undefined) => disputed && disputeSentence(disputed);

const outcomeIn = (report: Report) => reportOutcome({ ...report, unable: unableWords(report.findings.properties) });

const isBefore = (day: IsoDate | null, today: IsoDate): boolean => day !== null && day < today;

const labelOf = (report: Report) => reportTypeById(report.reportTypeId)?.label ?? report.name;

/** The properties of the check that the page shows; traffic lights, notes and the document only to users who may read results. */
export async function checkFacts(ctx: Ctx, user: ClientUser, check: Check) {
  const seesResults = mayDo(user, 'read_results') && !check.isRestricted;
  const { facts, details } = check.order;
  const people = await readOrderPeople(ctx, callerOf(user, check), check.id);
  const expected = await readExpectedDates(ctx, callerOf(user, check), check.id);
  // Work on the orders of who is restricted has stopped.
  const late: ExpectedDates['late'] = check.isRestricted ? new Map() : expected.late;
  const awaited = await readAwaitedAnswers(ctx, callerOf(user, check), check.id);
  const light = overallLight(check);
  const { nameOf } = await subsidiaryFilter(ctx, user, {});
  const disputes = seesResults ? await readDisputes(ctx, callerOf(user, check), check) : new Map<string, Disputed>();
  const refused = await readRefused(ctx, check);
  const hasWithdrawn = (await readWithdrawal(ctx, check)) !== undefined;
  const refusedText = hasWithdrawn ? 'The candidate withdrew from the check' : 'The candidate refused this part';
  const isShown = ({ status }: Report) => seesResults && isPublished(status);
  const ownerName = people.looked_after_by ?? people.ordered_by;
  return {
    orderId: check.orderId,
    candidateName: fullName(facts.first_name, facts.last_name),
    bornOn: givenDob(facts.dob),
    orderedAs: orderedAs(check),
    environment: check.tenant.environment,
    status: checkTag(check),
    isRestricted: check.isRestricted,
    light: seesResults && light !== null ? lightTags[light] : undefined,
    unidentified: check.reports
      .filter((report) => isShown(report) && report.result === 'unidentified')
      .map((report) => `${labelOf(report)}: ${outcomeIn(report).word}`),
    createdAt: check.createdAt,
    orderedBy: check.order.brought_in === undefined ? (people.ordered_by ?? 'The screeners') : undefined,
    earlierNumber: earlierNumberOf(check.order),
    lookedAfterBy: people.looked_after_by ?? (people.is_owner_gone ? ownerName : null),
    subsidiary: nameOf?.(check.subsidiaryId),
    subsidiaryOf: nameOf && ((id: unknown) => nameOf(typeof id === 'string' ? id : null)),
    subsidiaryHref: nameOf && subsidiaryHref(user, check),
    // Shown also while it is who ordered, to whoever may change it.
    ownerHref: mayDo(user, 'order_checks') ? ownerHref(check.tenant.environment, check.id) : undefined,
    // Whoever reads it would write to them in vain.
    owner:
      ownerName === null
        ? 'Nobody: the administrators get the mails'
        : people.is_owner_gone
          ? `${ownerName}, who is no longer here: the administrators get the mails`
          : ownerName,
    ownerAway:
      people.away_until === null
        ? undefined
        : `away until ${britishDate(people.away_until)}, ${people.covered_by ?? 'nobody'} covers`,
    completedAt: check.status === 'complete' ? check.completedAt : null,
    expected: expectedOrder(expected, check.reports),
    overdue: overdueIn(late, check.reports),
    ...(await orderedWith(ctx, check)),
    purchaseOrderNumber: await readPurchaseOrder(ctx, check),
    said: statementsOf(details).filter(({ about }) => about === 'order'),
    resultsHref: seesResults ? `${await downloadUri(ctx, { ...check.tenant, checkId: check.id })}.pdf` : undefined,
    bundleHref: seesResults ? `/portal/checks/${check.id}/bundle/file` : undefined,
    looksHref: `/portal/checks/${check.id}/looks`,
    hasResult: check.reports.some(({ status }) => isPublished(status)),
    resultsName: resultsNames[check.status],
    isOver: !isOngoing(check.status),
    closed: await closedIn(ctx, check, 'client'),
    notes: seesResults ? await notesOf(ctx, check) : [],
    unconfirmedLead,
    isDisputed: disputes.size > 0,
    reports: check.reports.map((report) => ({
      href: seesResults ? `/portal/checks/${check.id}/reports/${report.id}` : undefined,
      label: labelOf(report),
      status: reportTag(report),
      isOver: !isOpen(report.status),
      endedBy: refused.has(report.id) ? refusedText : undefined,
      isLookedAtAgain: isReopened(report),
      expected: expected.reports.get(report.id),
      late: lateText(late.get(report.id)),
      waitingFor: waitText(report.id, expected.waiting.get(report.id), awaited) ?? (pausedBecause(report) || undefined),
      outcome: isShown(report) ? outcomeTag(outcomeIn(report)) : undefined,
      permissionEndsOn: isShown(report) ? permissionEndOf(report) : null,
      isPermissionOver: isShown(report) && isBefore(permissionEndOf(report), todayFor(ctx, callerOf(user, check))),
      disputed: disputedText(disputes.get(report.id)),
      unconfirmed: isShown(report) ? (report.findings.unconfirmed ?? []).map(unconfirmedSentence) : [],
      why:
        isShown(report) && report.trafficLight !== null
          ? whyText(report.findings, gradeOf(report.trafficLight), 'client')
          : undefined,
      unable: isShown(report) ? unableWords(report.findings.properties) : undefined,
      notes: isShown(report) ? report.findings.notes : '',
      verdicts: isShown(report) ? verdictRows(verdictsIn(report.findings.properties), 'client') : [],
    })),
  };
}

const lateText = (late: Late | undefined) => late && `Overdue since ${lateSince(late)}`;

/** Since when the order is overdue, and of its reports why and by when they are expected instead, where the screeners said so. */
function overdueIn(late: ExpectedDates['late'], reports: readonly Report[]) {
  const days = [...late.values()].map(({ since }) => since);
  const [first, ...others] = days;
  if (first === undefined) return undefined;
  const said = reports.flatMap((report) => {
    const one = late.get(report.id);
    return one === undefined || (one.reason === null && one.newDay === null)
      ? []
      : [`${labelOf(report)}: ${lateSince(one)}`];
  });
  return { since: others.reduce(earlierOf, first), said };
}

/** `Waiting for the candidate, answer by 8 December 2026`. */
function waitText(reportId: string, whom: WaitingFor | null | undefined, awaited: readonly AwaitedAnswer[]) {
  const words = waitingFor(whom);
  const asked = awaited.find(({ report_id, addressee }) => report_id === reportId && addressee === whom);
  return words && (asked === undefined ? words : `${words}, answer by ${formatLongDate(asked.due_on)}`);
}

/** The package and the agreed job role that were chosen; undefined for none, and for a package that is not agreed any more. */
async function orderedWith(ctx: Ctx, { tenant: { accountId }, order: { details, criminal_details: job } }: Check) {
  const [packageId, roleId] = [details?.PackageId ?? null, job?.JobRoleId ?? null];
  const packages = packageId === null ? [] : await listPackages(ctx, accountId);
  const role = roleId === null ? undefined : await readAgreedJobRole(ctx, accountId, roleId);
  return { packageName: packages.find(({ id }) => id === packageId)?.name, jobRole: role?.role_title };
}

/** Empty where nobody said why or until when. */
const pausedBecause = ({ pause }: Check['reports'][number]): string =>
  pause === undefined || pauseWords(pause) === '' ? '' : pausedWords(pause);

/** What screeners wrote for the client, the oldest first. */
async function notesOf(ctx: Ctx, { tenant, id, reports }: Check) {
  const { key } = await readCheckAndKey(ctx, tenant, id);
  const labels = new Map(reports.map((report) => [report.id, labelOf(report)]));
  const notes = await readNotes(ctx, tenant, { reportIds: [...labels.keys()], audience: 'client', key });
  return notes.map(({ reportId, text, createdAt }) => ({ label: labels.get(reportId)!, text, createdAt }));
}

const isReopened = ({ status, reopenedAt }: Report) => reopenedAt !== null && isOpen(status);

/** That it is looked at again is said first: what else it waits for stands beside it. */
export const reportTag = (report: Report) =>
  isReopened(report) && report.status === 'awaiting_data' ? reopenedTag : reportTags[report.status];

/** Complete reports that are open again: their earlier result must not be relied upon, and a program is not told it. */
export function reopenedOf({ reports }: Check) {
  const reopened = reports.filter(isReopened);
  if (reopened.length === 0) return undefined;
  const since = reopened.map(({ reopenedAt }) => reopenedAt!).sort((one, other) => one.getTime() - other.getTime())[0];
  return { labels: reopened.map(({ reportTypeId }) => reportTypeById(reportTypeId)!.label), since };
}
