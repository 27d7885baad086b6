// The desk's page of an order whose candidate has not submitted the form: what was ordered, until when the form is awaited,
// the mails that were sent, notes and history.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { addNote } from '../../../features/cases/note-actions.ts';
import { type OpenedOrder, openAwaited } from '../../../features/cases/screening-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { givenDob } from '../../../features/facts/facts.ts';
import { readPurchaseOrder } from '../../../features/lists/sealed-order-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { awaitedOrderPages } from '../../shared/deadlines/awaited-order.ts';
import { formDeadlinePages, formDeadlinesIn } from '../../shared/deadlines/form-deadlines.ts';
import { orderMails } from '../../shared/mails/order-mails.ts';
import { closedIn } from '../../shared/orders/closed-order.ts';
import { orderedAtDesk } from '../../shared/orders/ordered-by.ts';
import { britishDate } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { checkTags } from '../../shared/status-tags.ts';
import { commentsModel } from '../comments/comments-pages.ts';
import { holdIn } from '../erasure/hold-page.ts';
import { plainFormsHref } from '../forms/forms-page.ts';
import { deskAddingHref } from '../orders/add-reports-page.ts';
import { deskOrderChange } from '../orders/order-change-page.ts';
import { paperFormHref } from '../orders/paper-pages.ts';
import { deskStart } from '../orders/start-page.ts';
import { takenLines } from '../orders/taken-words.ts';
import { deskUrgency } from '../orders/urgency-page.ts';
import { noteIn, notesModel, orderNoteKept } from '../report/order-notes.ts';
import { orderTimeline } from '../report/report-history.ts';
import { typeOf } from '../report/report-moves.ts';
import { deskOrderAgain } from './order-again.ts';
import { takingHref } from './take-answers-page.ts';

const path = '/desk/reports/:reportId/form';
const pageOf = (reportId: string) => `/desk/reports/${reportId.toLowerCase()}/form`;

type AwaitedRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** About the order: each report shows them once the form is submitted. */
async function notesOf(ctx: Ctx, user: UserOf<'desk'>, { check, caller, key }: OpenedOrder, page: string) {
  const notes = await notesModel(ctx, user, { check, caller, key, action: `${page}/notes` });
  return { ...notes, kept: orderNoteKept, isOrder: true };
}

/** What was ordered, and how to reach the candidate. */
async function orderRows(ctx: Ctx, { check, key }: OpenedOrder) {
  const { facts } = check.order;
  const contact = key === undefined ? [] : [facts.email, facts.mobile ?? '', facts.telephone ?? ''];
  const [email = '', mobile = '', telephone = ''] = contact;
  const rows = [
    { label: 'State', text: checkTags[check.status].text },
    { label: 'Reports', text: check.reports.map((report) => typeOf(report).label).join('\n') },
    { label: 'Date of birth', text: key === undefined ? '' : britishDate(givenDob(facts.dob)) },
    { label: 'Email address in use', text: email },
    { label: 'Mobile number', text: mobile },
    { label: 'Landline number', text: telephone },
    { label: 'Purchase order', text: await readPurchaseOrder(ctx, check) },
  ];
  return rows.filter(({ text }) => text !== '');
}

async function show(
  ctx: Ctx,
  request: AwaitedRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const { reportId } = request.params;
  const page = pageOf(reportId);
  const opened = await openAwaited(ctx, user, reportId);
  const { check, accountName, key, caller } = opened;
  const { facts } = check.order;
  return renderPage(request, reply, 'desk/deadlines/awaited-form.njk', {
    title: fullName(facts.first_name, facts.last_name),
    environment: check.tenant.environment,
    back: { text: 'Waiting for the form', href: plainFormsHref(check.tenant.environment) },
    errors,
    typed: request.body ?? {},
    wasNoted: request.query.done === 'noted',
    orderId: check.orderId,
    accountName,
    rows: await orderRows(ctx, opened),
    asksAddition: check.formCompletedAt !== null && isOngoing(check.status),
    addHref: deskAddingHref(user, check),
    takingHref: takingHref(user, opened, reportId),
    paperFormHref: paperFormHref(check.id),
    taken: await takenLines(ctx, caller, check.id),
    wasAdded: request.query.done === 'added',
    ...(await orderedAtDesk(ctx, check)),
    wasOrdered: request.query.done === 'ordered' && check.status === 'awaiting_applicant',
    start: await deskStart(ctx, user, opened),
    urgency: await deskUrgency(ctx, user, opened),
    changeHref: await deskOrderChange(ctx, user, opened),
    wasUrgencyChanged: request.query.done === 'urgency',
    wasStartChanged: request.query.done === 'start',
    openedAt: check.formOpenedAt,
    hold: await holdIn(ctx, user, opened),
    eraseHref:
      key !== undefined && !isOngoing(check.status) && mayDo(user, 'erase_applicants')
        ? `/desk/reports/${reportId.toLowerCase()}/erase`
        : undefined,
    again: await deskOrderAgain(ctx, user, check, reportId),
    closed: await closedIn(ctx, check, 'desk'),
    wasClosed: request.query.done === 'withdrawn' && check.status === 'withdrawn',
    deadlines: await formDeadlinesIn(ctx, user, { caller, check, page }, request.query.done),
    mails: await orderMails(ctx, check),
    notes: await notesOf(ctx, user, opened, page),
    comments: await commentsModel(ctx, user, opened, reportId),
    history: { items: await orderTimeline(ctx, caller, check) },
  });
}

export function awaitedFormPage(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(path, { permission: 'read_reports' }, (request: AwaitedRequest, reply, user) =>
    show(ctx, request, reply, user),
  );

  pages.post(`${path}/notes`, { permission: 'write_notes' }, async (request: AwaitedRequest, reply, user) => {
    const { check } = await openAwaited(ctx, user, request.params.reportId);
    try {
      await addNote(ctx, user, { reportId: check.reports[0]!.id, ...noteIn(request.body), isOfOrder: true });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, error.fields);
    }
    return reply.redirect(`${pageOf(request.params.reportId)}?done=noted#report-notes`, 303);
  });

  const open: Parameters<typeof formDeadlinePages<'desk', AwaitedRequest>>[3] = async ({ params }, user) => {
    const { check, caller } = await openAwaited(ctx, user, params.reportId);
    return { check, caller, page: pageOf(params.reportId) };
  };
  formDeadlinePages(pages, ctx, path, open);
  awaitedOrderPages(pages, ctx, path, open);
}
