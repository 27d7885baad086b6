// Comments at the desk: what the client wrote about an order, the answer, and the checks whose client waits for one.

import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo, type Permitted } from '../../../features/access/permissions.ts';
import { type OpenedOrder, openOrder } from '../../../features/cases/screening-actions.ts';
import { commentAsDesk, handleComments } from '../../../features/comments/comment-actions.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { commentRows } from '../../shared/comments/comments.ts';
import { noticeIn } from '../../shared/form-fields.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { pageOf as reportPageOf } from '../deadlines/order-again.ts';
import type { OrderPanel, ReportPanel } from '../report/report-panel.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';

const notices = {
  sent: 'The comment is sent, and the client gets a mail that it is there.',
  handled: 'It is recorded that the comments need no answer.',
};

const path = `${reportPath}/comments`;
const pageOf = (reportId: string) => `/desk/reports/${reportId.toLowerCase()}/comments`;

/** What is written, and where more is; without a key nothing can be written about an erased person. */
export async function commentsModel(
  ctx: Ctx,
  user: Permitted,
  { check, key }: Pick<OpenedOrder, 'check' | 'key'>,
  reportId: string,
) {
  const rows = await commentRows(ctx, check, key, 'desk');
  return {
    rows,
    openText: 'Not answered',
    href: mayDo(user, 'write_notes') && key !== undefined ? pageOf(reportId) : undefined,
    isOpen: rows.some(({ isOpen }) => isOpen),
  };
}

/** On the page of a report, if there are any. */
export const commentsPanel: OrderPanel = {
  place: 'evidence',
  template: 'desk/comments/comments-panel.njk',
  async model(ctx, opened, user) {
    const comments = await commentsModel(ctx, user, opened, opened.report.id);
    return comments.rows.length === 0 ? undefined : { comments };
  },
};

/** In the menu of a report. */
export const commentAction: ReportPanel = {
  place: 'more',
  template: 'desk/comments/comment-action.njk',
  model: (_ctx, { report, key }, user) =>
    mayDo(user, 'write_notes') && key !== undefined ? { href: pageOf(report.id) } : undefined,
};

async function show(
  ctx: Ctx,
  request: ReportRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const { reportId } = request.params;
  const opened = await openOrder(ctx, user, reportId, 'write_notes');
  const { check, accountName } = opened;
  const { facts } = check.order;
  const report = check.reports.find(({ id }) => id === reportId.toLowerCase())!;
  const comments = await commentsModel(ctx, user, opened, reportId);
  return renderPage(request, reply, 'desk/comments/comments.njk', {
    title: 'Comments',
    done: noticeIn(request, notices),
    environment: check.tenant.environment,
    errors,
    backHref: reportPageOf({ reportId: report.id, isRequested: report.requestedAt !== null }),
    orderId: check.orderId,
    candidateName: fullName(facts.first_name, facts.last_name),
    accountName,
    comments: {
      ...comments,
      action: comments.href,
      seen: comments.rows.at(-1)?.id,
      handleAction: comments.isOpen ? `${pageOf(reportId)}/handled` : undefined,
      ...{ label: `Write to ${accountName}`, button: 'Send comment' },
      hint: 'Those who may answer queries read it on the order’s page, and get a mail that it is there. To put the report on hold until they answer, send a query.',
      typed: request.body?.comment,
    },
  });
}

/** The last comment that the page of the form showed. */
const seenIn = ({ body }: ReportRequest) => (typeof body?.seen === 'string' ? body.seen : undefined);

export function commentPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const permission = 'write_notes';
  pages.get(path, { permission }, (request: ReportRequest, reply, user) => show(ctx, request, reply, user));

  pages.post(path, { permission }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    const { caller, check } = await openOrder(ctx, user, reportId, permission);
    const text = String(request.body?.comment ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    try {
      await commentAsDesk(ctx, caller, check.id, { text, seen: seenIn(request) });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(ctx, request, reply.status(422), user, error.fields);
    }
    return reply.redirect(`${pageOf(reportId)}?done=sent`, 303);
  });

  pages.post(`${path}/handled`, { permission }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    const { caller, check } = await openOrder(ctx, user, reportId, permission);
    await handleComments(ctx, caller, check.id, seenIn(request));
    return reply.redirect(`${pageOf(reportId)}?done=handled`, 303);
  });
}
