// The page of an order at the desk: one glance says what is to be done next and who has it.
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../context.ts';
import { addNote } from '../../../features/cases/note-actions.ts';
import { findOwnOrder, openCase } from '../../../features/cases/screening-actions.ts';
import { readOwnTakes } from '../../../features/training/training-actions.ts';
import { type FieldMessages, Refusal } from '../../../lib/refusal.ts';
import { erasedOrder } from '../../shared/erasure/erased.ts';
import { renderPage } from '../../shared/page-renderer.ts';
import type { Pages, UserOf } from '../../shared/shell.ts';
import { pageOf } from '../deadlines/order-again.ts';
import { lastQueue, queueHref } from '../queue/queue-address.ts';
import { noteIn } from '../report/order-notes.ts';
import { deskAddReportPages } from './add-reports-page.ts';
import { orderHref, orderPath } from './order-address.ts';
import { deskOrderChangePages } from './order-change-page.ts';
import { type OrderRequest, orderClaimForms, orderDoneText } from './order-claims.ts';
import { orderModel } from './order-view.ts';
import { paperPages } from './paper-pages.ts';
import { deskStartPages } from './start-page.ts';
import { deskUrgencyPages } from './urgency-page.ts';
import { deskWithdrawPages } from './withdraw-page.ts';

export function orderPages(pages: Pages<'desk'>, ctx: Ctx): void {
  const show = async (request: OrderRequest, reply: FastifyReply, user: UserOf<'desk'>, errors?: FieldMessages) => {
    const { check_id: checkId } = request.params;
    const [first] = await findOwnOrder(ctx, user, checkId);
    // Until the form is submitted there is no work on its reports, and the page of the form shows the order.
    if (first!.requested_at === null)
      return reply.redirect(pageOf({ reportId: first!.report_id, isRequested: false }), 303);
    const opened = await openCase(ctx, user, checkId);
    const find = { text: 'Find an order', href: '/desk/search' };
    const erased = opened.key === undefined ? await erasedOrder(ctx, opened.check, find) : undefined;
    if (erased !== undefined) return renderPage(request, reply, 'shared/erasure/erased.njk', erased);
    return renderPage(request, reply, 'desk/orders/order.njk', {
      ...(await orderModel(ctx, user, opened)),
      ...{ errors, typed: errors === undefined ? {} : (request.body ?? {}) },
      done: orderDoneText(request, { ...user, takes: await readOwnTakes(ctx, user) }, opened.work),
      back: { text: 'Work queue', href: queueHref(lastQueue(request, opened.check.tenant.environment)) },
    });
  };

  pages.get(orderPath, { permission: 'read_reports' }, (request: OrderRequest, reply, user) =>
    show(request, reply, user),
  );

  pages.post(`${orderPath}/notes`, { permission: 'write_notes' }, async (request: OrderRequest, reply, user) => {
    const { check_id: checkId } = request.params;
    const [first] = await findOwnOrder(ctx, user, checkId);
    try {
      await addNote(ctx, user, { reportId: first!.report_id, ...noteIn(request.body), isOfOrder: true });
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'invalid_fields') throw error;
      return show(request, reply.status(422), user, error.fields);
    }
    return reply.redirect(`${orderHref(checkId.toLowerCase())}?done=noted#report-notes`, 303);
  });

  orderClaimForms(pages, ctx);
  deskAddReportPages(pages, ctx);
  deskStartPages(pages, ctx);
  deskUrgencyPages(pages, ctx);
  deskOrderChangePages(pages, ctx);
  deskWithdrawPages(pages, ctx);
  paperPages(pages, ctx);
}
