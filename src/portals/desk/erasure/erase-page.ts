// Erasing a person at the desk: the page that says what an erasure does, and asks why.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { mayDo } from '../../../features/access/permissions.ts';
import { openOrder } from '../../../features/cases/screening-actions.ts';
import { isOngoing } from '../../../features/checks/check-states.ts';
import { staysErased } from '../../../features/emails/data-request-words.ts';
import {
  type AffectedOrder,
  erasePerson,
  keptBecause,
  previewErasure,
} from '../../../features/retention/erasure-actions.ts';
import { type ChosenReason, chosenReasons } from '../../../features/retention/erasure-reasons.ts';
import { openMatters } from '../../../features/retention/erasure-rules.ts';
import { fullName } from '../../../lib/person-names.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { orderNumber } from '../../shared/page-filters.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { checkTags } from '../../shared/status-tags.ts';
import { dataRequestsHref } from '../data-requests/data-requests-page.ts';
import { pageOf } from '../deadlines/order-again.ts';
import type { ReportPanel } from '../report/report-panel.ts';
import { erasuresPath } from './erasures-page.ts';
import { recipientsModel } from './recipients.ts';
import { samePersonModel } from './same-person.ts';

const permission = 'erase_applicants' as const;

/** The link to the page that erases the person. */
export const eraseAction: ReportPanel = {
  place: 'more',
  template: 'desk/erasure/erase-action.njk',
  model: (_ctx, { report, check, key }, user) =>
    key !== undefined && !isOngoing(check.status) && mayDo(user, permission)
      ? { href: `/desk/reports/${report.id}/erase` }
      : undefined,
};

type ErasureRequest = FastifyRequest<{
  Params: { reportId: string };
  Querystring: Record<string, unknown>;
  Body: Record<string, unknown> | null;
}>;

const orderRow = ({ order_id, status, reports, files }: AffectedOrder) => ({
  order: orderNumber(order_id),
  status: checkTags[status],
  reports,
  files,
});

async function showPerson(
  ctx: Ctx,
  request: ErasureRequest,
  reply: FastifyReply,
  user: UserOf<'desk'>,
  errors?: FieldMessages,
) {
  const { check, caller, accountName, key } = await openOrder(ctx, user, request.params.reportId, permission);
  if (key === undefined) throw new Refusal('not_found');
  const report = check.reports.find(({ id }) => id === request.params.reportId.toLowerCase())!;
  const {
    orders,
    mails,
    monitored,
    refusedFor,
    hold,
    openMatters: open,
  } = await previewErasure(ctx, caller, check.applicantId);
  const { first_name, last_name } = check.order.facts;
  const candidateName = fullName(first_name, last_name);
  return renderPage(request, reply, 'desk/erasure/erase.njk', {
    title: 'Erase this person’s data?',
    environment: check.tenant.environment,
    back: pageOf({ reportId: report.id, isRequested: report.requestedAt !== null }),
    action: `/desk/reports/${report.id}/erase`,
    candidateName,
    order: orderNumber(check.orderId),
    accountName,
    hold,
    holdHref: `/desk/reports/${report.id}/hold`,
    requestsHref: dataRequestsHref(check.tenant.environment),
    restrictionHref: `/desk/reports/${report.id}/restriction`,
    orders: orders.map(orderRow),
    same: await samePersonModel(ctx, caller, check.applicantId, '/erase'),
    files: orders.reduce((sum, { files }) => sum + files, 0),
    reports: orders.reduce((sum, { reports }) => sum + reports, 0),
    mails,
    monitored,
    refusedFor,
    refusedText: refusedFor && keptBecause[refusedFor],
    stays: staysErased,
    ...(await recipientsModel(ctx, caller, check.applicantId, { kind: 'erasure', candidateName, accountName })),
    openMatters: open.map((matter) => openMatters[matter]),
    reasons: Object.entries(chosenReasons).map(([value, text]) => ({ value, text })),
    errors,
  });
}

const isReason = (text: unknown): text is ChosenReason =>
  typeof text === 'string' && Object.hasOwn(chosenReasons, text);

export function erasePage(pages: Pages<'desk'>, ctx: Ctx): void {
  const path = '/desk/reports/:reportId/erase';
  pages.get(path, { permission }, (request: ErasureRequest, reply, user) => showPerson(ctx, request, reply, user));

  pages.post(path, { permission, stepUp: 'erasure' }, async (request: ErasureRequest, reply, user) => {
    const reason = request.body?.reason;
    if (!isReason(reason))
      return showPerson(ctx, request, reply.status(422), user, { reason: ['Select why the data are erased'] });
    const { check, caller } = await openOrder(ctx, user, request.params.reportId, permission);
    const { refusedFor } = await previewErasure(ctx, caller, check.applicantId);
    if (refusedFor !== undefined) return showPerson(ctx, request, reply.status(422), user);
    await erasePerson(ctx, caller, check.applicantId, reason);
    return reply.redirect(`${erasuresPath}?environment=${check.tenant.environment}&done=erased`, 303);
  });
}
