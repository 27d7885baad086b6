// What candidates sent after their form, and what clients wrote, with which nobody has dealt; and the part of a report's page with the former.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Ctx, todayFor } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { readActorNames } from '../../../features/accounts/actor-name-queries.ts';
import { listAttachments } from '../../../features/attachments/attachment-actions.ts';
import { handleMessage, listMessages, listOpenMessages } from '../../../features/cases/candidate-message-actions.ts';
import { answerDueOn } from '../../../features/cases/candidate-message-rules.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import { listOpenComments } from '../../../features/comments/comment-actions.ts';
import { reportTypeById } from '../../../features/report-types/report-type-rules.ts';
import type { IsoDate } from '../../../lib/dates.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { ukDateOf } from '../../../lib/uk-times.ts';
import { downloadName } from '../../shared/files/download-name.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import type { OrderPanel } from '../report/report-panel.ts';
import { type ReportRequest, reportPath } from '../report/report-request.ts';
import { correctingHref } from '../stated/stated-pages.ts';

const kinds = {
  problem: 'Something is wrong',
  document: 'Another document',
  monitoring_ended: 'No longer agrees to monitoring, which has ended',
  reference_mistake: 'A referee made a mistake in a reference',
  reference_update: 'A regulatory reference is updated: look whether the report must be reopened',
} as const;

const dueOf = (message: Parameters<typeof answerDueOn>[0], today: IsoDate) => {
  const dueOn = answerDueOn(message);
  return { dueOn, isOverdue: dueOn !== undefined && dueOn < today };
};

const answerPath = `${reportPath}/messages/:messageId`;
const answerPage = (reportId: string, messageId: string) => `/desk/reports/${reportId}/messages/${messageId}`;

const labelOf = (reportTypeId: number) => reportTypeById(reportTypeId)?.label ?? 'Report';

export const messagesPanel: OrderPanel = {
  place: 'evidence',
  template: 'desk/messages/messages-panel.njk',
  async model(ctx, { report, check, caller, key }, user) {
    const today = todayFor(ctx, caller);
    const messages = await listMessages(ctx, check, key);
    if (messages.length === 0) return undefined;
    const hasFiles = messages.some(({ fileToken }) => fileToken !== null);
    const files = hasFiles ? await listAttachments(ctx, caller, check.orderId) : [];
    const nameOf = await readActorNames(
      ctx.db,
      caller.accountId,
      messages.flatMap(({ handledBy }) => handledBy ?? []),
    );
    return {
      action: mayDo(user, 'write_notes') ? `/desk/reports/${report.id}/messages` : undefined,
      messages: messages.map((message) => {
        const about = check.reports.find(({ id }) => id === message.reportId);
        const file = files.find(({ fileToken }) => fileToken === message.fileToken);
        return {
          ...message,
          what: kinds[message.kind],
          about: about && labelOf(about.reportTypeId),
          file: file && {
            name: downloadName(file.fileName),
            href: `/desk/reports/${report.id}/files/${file.fileToken}`,
          },
          answerHref:
            message.kind === 'problem' && message.handledAt === null && mayDo(user, 'write_notes')
              ? answerPage(report.id, message.id)
              : undefined,
          by: message.handledBy === null ? undefined : nameOf(message.handledBy).name,
          ...dueOf(message, today),
        };
      }),
    };
  },
};

type MessagesRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

const mostShown = 200;

export const messagesHref = (environment: 'live' | 'test') =>
  `/desk/messages${environment === 'test' ? '?environment=test' : ''}`;

export function messagesPages(pages: Pages<'desk'>, ctx: Ctx): void {
  pages.get(
    '/desk/messages',
    { permission: 'read_reports', menu: 'Messages', byEnvironment: true },
    async (request: MessagesRequest, reply, user) => {
      const environment = request.query.environment === 'test' ? 'test' : 'live';
      const rows = await listOpenMessages(ctx, user, environment, mostShown);
      const comments = await listOpenComments(ctx, user, environment, mostShown);
      const today = ukDateOf(ctx.now());
      return renderPage(request, reply, 'desk/messages/messages.njk', {
        title: 'Messages',
        environment,
        rows: rows.map((row) => ({
          what: kinds[row.kind],
          order: orderNumber(row.order_id),
          about: row.is_about_report ? labelOf(row.report_type_id) : 'The whole order',
          accountName: row.account_name,
          assignee: row.assignee_name,
          sentAt: row.sent_at,
          ...dueOf({ kind: row.kind, sentAt: row.sent_at }, today),
          href: `/desk/reports/${row.report_id}#messages`,
        })),
        comments: comments.map((row) => ({
          order: orderNumber(row.order_id),
          accountName: row.account_name,
          assignee: row.assignee_name,
          count: row.comments,
          since: row.since,
          href: `/desk/reports/${row.report_id}/comments`,
        })),
      });
    },
  );

  pages.post(`${reportPath}/messages`, { permission: 'write_notes' }, async (request: ReportRequest, reply, user) => {
    const { reportId } = request.params;
    await handleMessage(ctx, user, { reportId, messageId: String(request.body?.message ?? ''), answer: '' });
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=handled#messages`, 303);
  });

  pages.get(answerPath, { permission: 'write_notes' }, (request: AnswerRequest, reply, user) =>
    showAnswer(ctx, request, reply, user),
  );

  pages.post(answerPath, { permission: 'write_notes' }, async (request: AnswerRequest, reply, user) => {
    const { reportId, messageId } = request.params;
    const answer = String(request.body?.answer ?? '')
      .replaceAll('\r\n', '\n')
      .trim();
    try {
      await handleMessage(ctx, user, { reportId, messageId, answer });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return showAnswer(ctx, request, reply.status(422), user, error.fields);
    }
    return reply.redirect(`/desk/reports/${reportId.toLowerCase()}?done=answered#messages`, 303);
  });
}

type AnswerRequest = FastifyRequest<{
  Params: { reportId: string; messageId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

/** The page on which what a candidate says is wrong is answered. */
async function showAnswer(
  ctx: Ctx,
  request: AnswerRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const { reportId, messageId } = request.params;
  const { check, key, accountName } = await openOrder(ctx, user, reportId, 'write_notes');
  const message = (await listMessages(ctx, check, key)).find(({ id }) => id === messageId);
  if (message?.kind !== 'problem') throw new Refusal('not_found');
  const { facts } = check.order;
  return renderPage(request, reply, 'desk/messages/answer.njk', {
    title: 'Answer the candidate',
    environment: check.tenant.environment,
    errors,
    backHref: `/desk/reports/${reportId.toLowerCase()}#messages`,
    action: answerPage(reportId.toLowerCase(), message.id),
    correctHref: correctingHref(user, check),
    orderId: check.orderId,
    candidateName: fullName(facts.first_name, facts.last_name),
    accountName,
    message: { ...message, ...dueOf(message, ukDateOf(ctx.now())) },
    typed: request.body?.answer,
  });
}
