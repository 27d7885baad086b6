// The view model of an order's page: what is to be done next and by whom, its reports, and what else belongs to it.

import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readAccountSettings } from '../../../features/accounts/account-settings-actions.ts';
import { listMessages } from '../../../features/cases/candidate-message-actions.ts';
import type { OpenedCase } from '../../../features/cases/screening-actions.ts';
import { listWorkers } from '../../../features/cases/spread-actions.ts';
import { jobCountryOf } from '../../../features/checks/job-country-rules.ts';
import { readOutdatedResults } from '../../../features/fact-corrections/outdated-result-actions.ts';
import type { RowGroup } from '../../../features/facts/fact-rows-rules.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import { listQueries } from '../../../features/queries/query-actions.ts';
import { entryLabel } from '../../../features/references/claim-rules.ts';
import { listReferences } from '../../../features/references/reference-actions.ts';
import { youngWarnings } from '../../../features/report-types/young-candidate-rules.ts';
import { readExpectedDates } from '../../../features/reports/expected-date-actions.ts';
import type { Report } from '../../../features/reports/report.ts';
import { allowsAction } from '../../../features/reports/report-action-rules.ts';
import { isOpen } from '../../../features/reports/report-states.ts';
import { fullName } from '../../../lib/person-names.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { ADDED_REPORT } from '../../../messages/en-queries.ts';
import { commentRows } from '../../shared/comments/comments.ts';
import { expectedOrder } from '../../shared/expected-words.ts';
import { orderFiles } from '../../shared/files/order-files.ts';
import { orderMails } from '../../shared/mails/order-mails.ts';
import { closedIn } from '../../shared/orders/closed-order.ts';
import { orderedAs } from '../../shared/orders/ordered-as.ts';
import { orderedAtDesk } from '../../shared/orders/ordered-by.ts';
import { britishDate, orderNumber } from '../../shared/page-filters.ts';
import { progressOf } from '../../shared/progress/progress.ts';
import { queryViews } from '../../shared/queries/query-view.ts';
import { correctedWords } from '../../shared/requirement-titles.ts';
import type { UserOf } from '../../shared/shell.ts';
import { checkTags, referenceTag, resultTag } from '../../shared/status-tags.ts';
import { newOrderHref } from '../accounts/new-order-address.ts';
import { shownStop } from '../accounts/shown-stop.ts';
import { approvalsLink } from '../approval/order-approvals-page.ts';
import { workerChoice } from '../away/away-words.ts';
import { commentsPanel } from '../comments/comments-pages.ts';
import { orderAgainPanel, pageOf } from '../deadlines/order-again.ts';
import { holdPanel } from '../erasure/hold-page.ts';
import { messagesPanel } from '../messages/messages-page.ts';
import { deskRow } from '../queue/queue-list.ts';
import { standingOf } from '../references/reference-words.ts';
import { orderFacts } from '../report/order-facts.ts';
import { notesModel, orderNoteKept } from '../report/order-notes.ts';
import { orderTimeline } from '../report/report-history.ts';
import { typeOf } from '../report/report-moves.ts';
import { shownPanels } from '../report/report-panel.ts';
import { notesFor } from '../report/report-words.ts';
import { workStartPanel } from '../report/work-start.ts';
import { restrictedPanel } from '../restrictions/restriction-page.ts';
import { resultsPanel } from '../results/results-panel.ts';
import { statedHref, statedTitle } from '../stated/stated-pages.ts';
import { sheetOfOrder } from '../verifications/sheet-panel.ts';
import { deskAddingHref } from './add-reports-page.ts';
import { actionText, holderOf, holdersOf, nextOf } from './next-action.ts';
import { orderHref } from './order-address.ts';
import { deskOrderChange } from './order-change-page.ts';
import { dueOf } from './order-due.ts';
import { sentLetterHref } from './paper-pages.ts';
import { deskStart } from './start-page.ts';
import { agreedLines, takenLines } from './taken-words.ts';
import { deskUrgency } from './urgency-page.ts';
import { withdrawHref } from './withdraw-page.ts';

type User = UserOf<'desk'>;

const reportHref = (reportId: string) => `/desk/reports/${reportId}`;

/** A row of the table of reports; who has it and when it is due as every list of the desk says it. */
function reportRows(ctx: Ctx, user: User, { check, work }: OpenedCase, name: string) {
  const names = new Map([[check.id, name]]);
  return check.reports.map((report) => {
    const one = work.find(({ report_id }) => report_id === report.id)!;
    const row = deskRow(one, names, user, { now: ctx.now(), calendar: ctx.calendar() });
    const isQueued = one.turn !== null;
    return {
      ...row,
      href: pageOf({ reportId: report.id, isRequested: one.requested_at !== null }),
      dueOn: isQueued ? row.dueOn : null,
      isOverdue: isQueued && row.isOverdue,
      completedAt: report.completedAt,
      result: report.status === 'complete' ? resultTag(report) : undefined,
      isFree: isQueued && row.isFree,
      isOwn: isQueued && row.isOwn,
      isQueued,
      reportId: report.id,
    };
  });
}

type Row = ReturnType<typeof reportRows>[number];

function nextModel(user: User, { check, work }: OpenedCase, rows: readonly Row[]) {
  const next = nextOf(user, work);
  const row = rows.find(({ reportId }) => reportId === next?.report_id);
  if (next === undefined || row === undefined)
    return { text: `Nothing: ${checkTags[check.status].text.toLowerCase()}`, holders: [] };
  return {
    text: check.isRestricted ? 'Nothing: the data of the candidate are restricted' : actionText(user, next),
    report: { label: row.label, href: row.href },
    holder: holderOf(next, user.userId),
    isHeld: next.assignee_id !== null,
    holders: holdersOf(work, user.userId),
    due: dueOf(rows),
  };
}

const orderNotes = { kept: orderNoteKept, isOrder: true };

const labelOf = (report: Report) => typeOf(report).label;

/** Those of all its reports that were not withdrawn, each once. */
async function referenceRows(ctx: Ctx, { check }: OpenedCase) {
  const { referenceRemindersAtMost } = await readAccountSettings(ctx, check.tenant.accountId);
  const rows = await Promise.all(
    check.reports.map(async (report) =>
      (await listReferences(ctx, check.tenant, report.id))
        .filter(({ status }) => status !== 'withdrawn')
        .map((one) => ({
          id: one.id,
          href: `${reportHref(report.id)}/references/${one.id}`,
          subject: entryLabel(one.request.claim, one.request.referee),
          organisation: one.request.referee.organisation,
          about: labelOf(report),
          standing: standingOf(one, referenceRemindersAtMost),
          tag: referenceTag(one),
          isToTakeOver:
            one.status === 'answered' && one.takenOverAt === null && allowsAction(report.status, 'use_references'),
        })),
    ),
  );
  const byId = new Map<string, (typeof rows)[number][number]>();
  // Several reports may read one: shown is where it is still to be taken over.
  for (const row of rows.flat()) if (byId.get(row.id) === undefined || row.isToTakeOver) byId.set(row.id, row);
  return [...byId.values()];
}

async function openQueries(ctx: Ctx, user: User, { check, caller }: OpenedCase) {
  const open = (await listQueries(ctx, check)).filter(({ status }) => status === 'open');
  const views = await queryViews(ctx, caller, check.orderId, open, `${reportHref(check.reports[0]!.id)}/files`);
  return views.map((query) => ({
    ...query,
    about: labelOf(check.reports.find(({ id }) => id === query.reportId)!),
    // About what was added, the candidate answers in the form.
    href:
      query.kind === ADDED_REPORT
        ? pageOf({ reportId: query.reportId, isRequested: false })
        : `${reportHref(query.reportId)}${mayDo(user, 'ask_queries') ? `/queries/${query.id}` : ''}`,
  }));
}

/** What the client said with the order, as the screeners of its reports read it; each part once. */
function saidWith({ check, jobRole }: OpenedCase): RowGroup[] {
  const groups = check.reports.flatMap((report) => orderFacts({ check, report, jobRole }));
  return [...new Map(groups.map((group) => [group.title, group])).values()];
}

/** What waits for the desk besides the reports. */
async function alsoToDo(ctx: Ctx, user: User, { check, key, work, caller }: OpenedCase, answered: number) {
  const messages = (await listMessages(ctx, check, key)).filter(({ handledAt }) => handledAt === null).length;
  const comments = (await commentRows(ctx, check, key, 'desk')).some(({ isOpen }) => isOpen);
  const approvals = approvalsLink(user, work);
  const outdated = await readOutdatedResults(ctx, caller, check);
  return [
    ...(approvals === undefined ? [] : [approvals]),
    ...outdated.map(({ reportId, requirements }) => ({
      text: `Look again at ${labelOf(check.reports.find(({ id }) => id === reportId)!)}: corrected since was ${correctedWords(requirements)}`,
      href: reportHref(reportId),
    })),
    ...(messages > 0 ? [{ text: 'Deal with what the candidate or a referee sent', href: '#messages' }] : []),
    ...(comments ? [{ text: 'Answer the client', href: '#comments' }] : []),
    ...(answered > 0 ? [{ text: 'Take over the references that were answered', href: '#references' }] : []),
  ];
}

async function claimsModel(ctx: Ctx, user: User, { check, work }: OpenedCase, rows: readonly Row[]) {
  const isQueued = work.some(({ turn }) => turn !== null);
  const mayAssign = isQueued && mayDo(user, 'assign_reports');
  return {
    action: `${orderHref(check.id)}/assignee`,
    mayClaim: mayDo(user, 'claim_reports') && rows.some(({ isFree }) => isFree),
    mayRelease: mayDo(user, 'claim_reports') && rows.some(({ isOwn }) => isOwn),
    assignAction: mayAssign ? `${orderHref(check.id)}/assignment` : undefined,
    people: mayAssign
      ? (await listWorkers(ctx, user, check.tenant.environment, { accountIds: [check.tenant.accountId] })).map((one) =>
          workerChoice(one, ukDateOf(ctx.now())),
        )
      : [],
  };
}

/** To identify somebody who calls, and to call back. */
function callerRows({ order: { facts }, language }: OpenedCase['check']) {
  const phone = (label: string, number: string | null) => ({ label, text: number ?? '' });
  const rows = [
    { label: 'Date of birth', text: britishDate(givenDob(facts.dob)) },
    phone('Mobile number', facts.mobile),
    phone('Landline number', facts.telephone),
    { label: 'Email address', text: facts.email },
    { label: 'Language', text: language === 'cy' ? 'Welsh, in the form and in mails' : '' },
  ];
  return rows.filter(({ text }) => text !== '');
}

/** When the order is expected and due, and what it was ordered with. */
async function orderRows(ctx: Ctx, user: User, { check, caller, work }: OpenedCase) {
  return {
    taken: await takenLines(ctx, caller, check.id),
    agreed: await agreedLines(ctx, caller, check),
    sentHref: check.formCompletedAt === null ? undefined : sentLetterHref(check.id),
    expected: expectedOrder(await readExpectedDates(ctx, caller, check.id), check.reports),
    isUrgent: work.some(({ turn, is_priority }) => turn !== null && is_priority),
    closed: await closedIn(ctx, check, 'desk'),
    start: await deskStart(ctx, user, { check, caller }),
    urgency: await deskUrgency(ctx, user, { check, caller }),
    changeHref: await deskOrderChange(ctx, user, { check, caller }),
    ...(await orderedAtDesk(ctx, check)),
    purchaseOrder: await readPurchaseOrder(ctx, check),
    person: callerRows(check),
    orderedAs: orderedAs(check),
    notes: [
      ...youngWarnings(
        check.reports,
        { ...check.order.facts, jobCountry: jobCountryOf(check.order) },
        ukDateOf(check.createdAt),
      ),
      ...new Set(check.reports.flatMap((report) => notesFor(report, check.order))),
    ],
  };
}

export async function orderModel(ctx: Ctx, user: User, opened: OpenedCase) {
  const { check, accountName, caller, work } = opened;
  const [first] = check.reports;
  const candidateName = fullName(check.order.facts.first_name, check.order.facts.last_name);
  const rows = reportRows(ctx, user, opened, candidateName);
  const references = await referenceRows(ctx, opened);
  const part = { ...opened, report: first! };
  const panels = (among: Parameters<typeof shownPanels>[1]) => shownPanels(ctx, among, part, user);
  const stop = await shownStop(ctx, user, check.tenant.accountId, check.tenant.environment);
  return {
    title: `${candidateName} – ${orderNumber(check.orderId)}`,
    environment: check.tenant.environment,
    candidateName,
    orderId: check.orderId,
    accountName,
    stop,
    orderHref:
      mayDo(user, 'order_for_clients') && stop === undefined
        ? newOrderHref(check.tenant.accountId, check.tenant.environment)
        : undefined,
    state: checkTags[check.status],
    progress: progressOf(check),
    ...{ formCompletedAt: check.formCompletedAt, completedAt: check.completedAt },
    ...(await orderRows(ctx, user, opened)),
    today: todayFor(ctx, caller),
    next: nextModel(user, opened, rows),
    also: await alsoToDo(ctx, user, opened, references.filter(({ isToTakeOver }) => isToTakeOver).length),
    claims: await claimsModel(ctx, user, opened, rows),
    rows,
    addHref: deskAddingHref(user, check),
    withdrawHref:
      mayDo(user, 'close_reports') && check.reports.some(({ status }) => isOpen(status))
        ? withdrawHref(check.id)
        : undefined,
    statedHref: statedHref(check.id),
    statedTitle: statedTitle(check),
    openReports: work.filter(({ turn }) => turn !== null).length,
    references,
    sheet: await sheetOfOrder(ctx, opened),
    queries: await openQueries(ctx, user, opened),
    said: saidWith(opened),
    lines: await panels([restrictedPanel, workStartPanel, holdPanel]),
    deskNotes: {
      ...(await notesModel(ctx, user, { ...opened, action: `${orderHref(check.id)}/notes` })),
      ...orderNotes,
    },
    talk: await panels([messagesPanel, commentsPanel]),
    beside: await panels([resultsPanel, orderAgainPanel]),
    files: await orderFiles(ctx, caller, check.orderId, { base: `${reportHref(first!.id)}/files`, isAtDesk: true }),
    mails: await orderMails(ctx, check),
    history: { items: await orderTimeline(ctx, caller, check) },
  };
}
